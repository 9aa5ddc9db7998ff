/**
 * Requests to a search engine: OpenSearch's HTTP interface. A request that one node does not answer goes to the next one, since
 * every request of this program can be repeated.
 */
import { readFileSync } from "node:fs";
import { Agent, type Dispatcher, request as sendRequest } from "undici";
import type { EngineLocation } from "../../domain/corpus-source.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { isJsonObject, type Json } from "../../domain/json.ts";

export interface EngineRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  readonly path: string;
  /** Until the next node is asked; ten minutes if it is not given. */
  readonly timeoutMs?: number;
  /** JSON; a string is sent as it is: lines of JSON, each with a line end. */
  readonly body?: Json | string;
}

export interface EngineAnswer {
  readonly status: number;
  readonly text: string;
}

const CONNECT_TIMEOUT_MS = 5_000;
/** A forced merge or a refresh of a large index takes minutes. */
const ANSWER_TIMEOUT_MS = 600_000;
/** Answers of a node that cannot serve at the moment, though another one may. */
const TRY_NEXT: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export class EngineClient implements AsyncDisposable {
  readonly #location: EngineLocation;
  readonly #dispatcher: Dispatcher;
  /** Index of the node that answered last. */
  #current = 0;

  /** @throws CaselawError `unavailable` if the CA file cannot be read */
  constructor(location: EngineLocation) {
    this.#location = location;
    this.#dispatcher = new Agent({
      connect: { timeout: CONNECT_TIMEOUT_MS, ...readCertificates(location.caFile) },
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
    });
  }

  /**
   * Sends a request to the nodes in turn until one answers it.
   *
   * @returns the answer, whatever its status; the last one if no node can serve
   * @throws CaselawError `unreachable` if no node answers
   */
  async send(request: EngineRequest, signal?: AbortSignal): Promise<EngineAnswer> {
    const { urls } = this.#location;
    let failure: unknown = null;
    let refusal: EngineAnswer | null = null;
    for (let tries = 0; tries < urls.length; tries++) {
      const url = urls[this.#current] ?? "";
      try {
        // the last node may take as long as it needs
        const { timeoutMs: _, ...unlimited } = request;
        const answer = await this.#sendTo(url, tries < urls.length - 1 ? request : unlimited, signal);
        if (!TRY_NEXT.has(answer.status)) return answer;
        refusal = answer;
      } catch (error) {
        signal?.throwIfAborted();
        failure = error;
      }
      this.#current = (this.#current + 1) % urls.length;
    }
    if (refusal !== null) return refusal;
    throw new CaselawError(
      "unreachable",
      `Cannot reach the search engine at ${urls.join(", ")}: ${messageOf(failure)}`,
      { cause: failure, hint: "Check `urls`, and that the cluster is running." },
    );
  }

  async #sendTo(
    url: string,
    { method, path, body, timeoutMs }: EngineRequest,
    signal?: AbortSignal,
  ): Promise<EngineAnswer> {
    const isText = typeof body === "string";
    const answer = await sendRequest(url + path, {
      method,
      dispatcher: this.#dispatcher,
      ...(timeoutMs === undefined ? {} : { headersTimeout: timeoutMs }),
      headers: {
        ...(body === undefined
          ? {}
          : { "content-type": isText ? "application/x-ndjson" : "application/json" }),
        ...credentialsOf(this.#location),
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#dispatcher.close();
  }
}

function credentialsOf({ user, password }: EngineLocation): { authorization?: string } {
  if (user === null) return {};
  return { authorization: `Basic ${Buffer.from(`${user}:${password ?? ""}`).toString("base64")}` };
}

/** @throws CaselawError `unavailable` */
export function readCertificates(caFile: string | null): { ca?: string } {
  if (caFile === null) return {};
  try {
    return { ca: readFileSync(caFile, "utf8") };
  } catch (error) {
    throw new CaselawError("unavailable", `Cannot read certificates "${caFile}": ${messageOf(error)}`, {
      at: { file: caFile },
    });
  }
}

/** The index that an answer was read from is gone: a rebuilt one has replaced it. */
export class IndexGone extends Error {
  override readonly name = "IndexGone";
}

/** The fields of an answer; its own shape is checked where it is used. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The JSON of a successful answer.
 *
 * @throws IndexGone; CaselawError `unavailable` if the engine cannot serve, `unreachable` if it denies access; Error for an answer
 *   that no version of the engine should give
 */
export function readAnswer({ method, path }: EngineRequest, { status, text }: EngineAnswer): Fields {
  if (status >= 200 && status < 300) return text === "" ? {} : fieldsOf(JSON.parse(text));
  const what = `${method} ${path.split("?")[0]}`;
  const why = reasonOf(text);
  if (status === 404) throw new IndexGone(`${what}: ${why}`);
  if (status === 401 || status === 403) {
    throw new CaselawError("unreachable", `Cannot use the search engine: it answered ${status} to ${what}`, {
      hint: "Check `user` and `password`, and what that user may do.",
    });
  }
  if (status === 429 || status >= 500)
    throw new CaselawError(
      "unavailable",
      `Cannot read the search engine: it answered ${status} to ${what}: ${why}`,
    );
  throw new Error(`The search engine answered ${status} to ${what}: ${why}`);
}

export function fieldsOf(value: unknown): Fields {
  return isJsonObject(value) ? value : {};
}

function reasonOf(text: string): string {
  try {
    const error = fieldsOf(fieldsOf(JSON.parse(text)).error);
    const [root] = Array.isArray(error.root_cause) ? error.root_cause : [];
    return String(fieldsOf(root).reason ?? error.reason ?? text).slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
}
