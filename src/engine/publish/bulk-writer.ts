/**
 * Writes documents in bulk requests: a few megabytes each, some on their way at the same time. What the engine refuses because it
 * is busy is sent again.
 *
 * Documents have the version of the publication. A write of an older publication that arrives late is refused, so it changes nothing.
 */
import { setTimeout as pause } from "node:timers/promises";
import { CaselawError } from "../../domain/errors.ts";
import { type EngineClient, fieldsOf, readAnswer } from "../client/engine-client.ts";

type BulkItem =
  | { readonly kind: "index"; readonly id: string; readonly document: unknown }
  | { readonly kind: "delete"; readonly id: string };

const BATCH_BYTES = 4 * 2 ** 20;
const CONCURRENT = 2;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** About ten minutes of pauses. */
const MAX_TRIES = 25;
/** A newer version is already there. */
const HAS_NEWER = 409;
/** Without an error: the document to delete is not there. */
const NOT_THERE = 404;

interface Line {
  readonly id: string;
  readonly text: string;
}

export class BulkWriter {
  readonly #client: EngineClient;
  readonly #index: string;
  readonly #version: number | null;
  readonly #signal: AbortSignal | undefined;
  readonly #running = new Set<Promise<void>>();
  #lines: Line[] = [];
  #bytes = 0;

  /** @param version null: the index has documents that never change */
  constructor(
    client: EngineClient,
    { index, version, signal }: { index: string; version: number | null; signal?: AbortSignal | undefined },
  ) {
    this.#client = client;
    this.#index = index;
    this.#version = version;
    this.#signal = signal;
  }

  async add(item: BulkItem): Promise<void> {
    const versioned = this.#version === null ? {} : { version: this.#version, version_type: "external_gte" };
    const action = `${JSON.stringify({ [item.kind]: { _id: item.id, ...versioned } })}\n`;
    const text = item.kind === "index" ? `${action}${JSON.stringify(item.document)}\n` : action;
    this.#lines.push({ id: item.id, text });
    this.#bytes += text.length;
    if (this.#bytes >= BATCH_BYTES) await this.#send();
  }

  /** Returns when the engine has written all items that were added. @throws as `#write` */
  async flush(): Promise<void> {
    await this.#send();
    await Promise.all(this.#running);
  }

  async #send(): Promise<void> {
    const lines = this.#lines;
    this.#lines = [];
    this.#bytes = 0;
    if (lines.length === 0) return;
    while (this.#running.size >= CONCURRENT) await Promise.race(this.#running);
    const running = this.#write(lines).finally(() => this.#running.delete(running));
    // its error reaches whoever waits for it next
    running.catch(() => {});
    this.#running.add(running);
  }

  /** @throws CaselawError `unavailable` if the engine stays busy; Error if it refuses a document for good */
  async #write(all: readonly Line[]): Promise<void> {
    let lines = all;
    for (let tries = 1; ; tries++) {
      const left = await this.#writeOnce(lines);
      if (left.length === 0) return;
      if (tries === MAX_TRIES)
        throw new CaselawError(
          "unavailable",
          `Cannot write to index "${this.#index}": the search engine stays busy`,
        );
      lines = left;
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
      await pause(ms, undefined, this.#signal === undefined ? {} : { signal: this.#signal });
    }
  }

  /** @returns the lines to send again */
  async #writeOnce(lines: readonly Line[]): Promise<readonly Line[]> {
    const request = {
      method: "POST",
      path: `/${encodeURIComponent(this.#index)}/_bulk?filter_path=errors,items.*.status,items.*.error`,
      body: lines.map(({ text }) => text).join(""),
    } as const;
    const answer = await this.#client.send(request, this.#signal);
    if (answer.status === 429 || answer.status === 503) return lines;
    const { errors, items } = readAnswer(request, answer);
    if (errors !== true || !Array.isArray(items)) return [];
    return lines.filter((line, at) => isToRepeat(Object.values(fieldsOf(items[at]))[0], line, this.#index));
  }
}

function isToRepeat(item: unknown, { id }: Line, index: string): boolean {
  const { status, error } = fieldsOf(item);
  const code = Number(status);
  if (code < 300 || code === HAS_NEWER || (code === NOT_THERE && error === undefined)) return false;
  if (code === 429 || code === 503) return true;
  throw new Error(`The search engine refused document ${id} of ${index}: ${fieldsOf(error).reason}`);
}
