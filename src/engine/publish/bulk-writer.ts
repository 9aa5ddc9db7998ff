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

export interface BulkWriter {
  add(item: BulkItem): Promise<void>;
  /**
   * Returns when the engine has written all items that were added.
   *
   * @throws CaselawError `unavailable` if the engine stays busy; Error if it refuses a document for good
   */
  flush(): Promise<void>;
}

const BATCH_BYTES = 4 * 2 ** 20;
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

/** @param version null: the index has documents that never change */
export function bulkWriter(
  client: EngineClient,
  { index, version, signal }: { index: string; version: number | null; signal?: AbortSignal | undefined },
): BulkWriter {
  const versioned = version === null ? {} : { version, version_type: "external_gte" };
  let lines: Line[] = [];
  let bytes = 0;
  /** The two requests that are on their way. */
  let [older, newer] = [Promise.resolve(), Promise.resolve()];

  const writeOnce = async (sent: readonly Line[]): Promise<readonly Line[]> => {
    const request = {
      method: "POST",
      path: `/${encodeURIComponent(index)}/_bulk?filter_path=errors,items.*.status,items.*.error`,
      body: sent.map(({ text }) => text).join(""),
    } as const;
    const answer = await client.send(request, signal);
    if (answer.status === 429 || answer.status === 503) return sent;
    const { errors, items } = readAnswer(request, answer);
    if (errors !== true || !Array.isArray(items)) return [];
    return sent.filter((line, at) => isToRepeat(Object.values(fieldsOf(items[at]))[0], line, index));
  };
  const write = async (all: readonly Line[]): Promise<void> => {
    let remaining = await writeOnce(all);
    for (let tries = 1; remaining.length > 0; tries++) {
      if (tries === MAX_TRIES)
        throw new CaselawError(
          "unavailable",
          `Cannot write to index "${index}": the search engine stays busy`,
        );
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
      await pause(ms, undefined, signal === undefined ? {} : { signal });
      remaining = await writeOnce(remaining);
    }
  };
  const send = async (): Promise<void> => {
    const sent = lines;
    [lines, bytes] = [[], 0];
    if (sent.length === 0) return;
    await older;
    [older, newer] = [newer, write(sent)];
    // its error reaches whoever waits for it next
    newer.catch(() => {});
  };
  return {
    add: async (item) => {
      const action = `${JSON.stringify({ [item.kind]: { _id: item.id, ...versioned } })}\n`;
      const text = item.kind === "index" ? `${action}${JSON.stringify(item.document)}\n` : action;
      lines.push({ id: item.id, text });
      bytes += text.length;
      if (bytes >= BATCH_BYTES) await send();
    },
    flush: async () => {
      await send();
      await Promise.all([older, newer]);
    },
  };
}

function isToRepeat(item: unknown, { id }: Line, index: string): boolean {
  const { status, error } = fieldsOf(item);
  const code = Number(status);
  if (code < 300 || code === HAS_NEWER || (code === NOT_THERE && error === undefined)) return false;
  if (code === 429 || code === 503) return true;
  throw new Error(`The search engine refused document ${id} of ${index}: ${fieldsOf(error).reason}`);
}
