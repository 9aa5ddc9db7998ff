/** JSON by URL, and files to disk: the only place that makes HTTP requests to sources. */
import type { BulkFile, Web } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { type DownloadHooks, type DownloadOutcome, downloadFile, type KnownFile } from "./download-file.ts";
import { type Beginning, getBytes, getJson, getText, readBeginning } from "./get.ts";
import { ask, failureOf, send, type Tried, type Try, withRetries } from "./request.ts";
import { openSession, type Session, type WebOptions } from "./session.ts";

export type { DownloadHooks, DownloadOutcome, KnownFile } from "./download-file.ts";
export type { ProxySettings, WebOptions } from "./session.ts";

/** The web, to be closed after use. */
export interface DownloadingWeb extends Web {
  /** Downloads a file to `<folder>/<file.path>`; see `downloadFile`. */
  download(
    file: BulkFile,
    folder: string,
    known: KnownFile | null,
    hooks: DownloadHooks,
  ): Promise<DownloadOutcome>;
  /** Reads a small file, with the usual retries; more than `maxBytes` are a failure. */
  getBytes(url: string, maxBytes: number): Promise<Tried<Buffer>>;
  /** Reads at most `maxBytes` of the beginning of a file, to learn its size and the speed: one request; null if it fails. */
  readBeginning(url: string, maxBytes: number): Promise<Beginning | null>;
  /** Why no further request is made in this run; null while requests are made. */
  readonly leftReason: string | null;
  /** Aborts all requests and closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens the web. No request is made yet.
 *
 * @throws CaselawError `invalid` when the base or a proxy's address cannot be used
 */
export function createWeb(options: WebOptions): DownloadingWeb {
  const session = openSession(options);
  return {
    getJson: (url) => getJson(session, url),
    getText: (url) => getText(session, url),
    download: (file, folder, known, hooks) => downloadFile(session, file, folder, known, hooks),
    getBytes: (url, maxBytes) => getBytes(session, url, maxBytes),
    readBeginning: (url, maxBytes) => readBeginning(session, url, maxBytes),
    get leftReason() {
      return session.run.leftReason;
    },
    close: () => session.dispatcher.destroy(),
  };
}

/** `date`: the header, which is the server's clock. */
type ServerAnswer = { readonly status: number; readonly date: string | null } | { readonly reason: string };

/**
 * Whether a server answers: one request, without retries, whose body is not read.
 *
 * @throws CaselawError `invalid` for an address that is no http or https URL; the signal's reason */
export async function askOnce(url: string, options: WebOptions): Promise<ServerAnswer> {
  const session = openSession(options);
  try {
    const answer = await ask(session, url, {});
    if (answer.kind !== "answer") return { reason: answer.reason };
    answer.body.destroy();
    return { status: answer.status, date: answer.header("date") };
  } finally {
    await session.dispatcher.destroy();
  }
}

/** A receiver that does not answer delays a run by some three minutes. */
const LIMITS = { maxRetries: 4, headersTimeoutMs: 30_000, maxRetryAfterMs: 60_000 };

/**
 * Sends JSON by POST to an address that the user configured until an answer has a status from 200 to 299. A receiver may get it several times.
 *
 * @param options a redirect is not followed; `token` is not sent
 * @throws CaselawError `unreachable` with a reason that names the origin only, because the rest of an address may be a secret; the
 *   signal's reason when the run was stopped
 */
export async function postJson(options: WebOptions, body: string): Promise<void> {
  const session = openSession({ ...options, limits: { ...LIMITS, ...options.limits } });
  const url = new URL(options.baseUrl);
  try {
    const tried = await withRetries(session, () => postOnce(session, url, body));
    if (tried.kind === "failed")
      throw new CaselawError("unreachable", `Cannot send to ${url.origin}: ${tried.reason}`);
  } finally {
    await session.dispatcher.destroy();
  }
}

async function postOnce(session: Session, url: URL, body: string): Promise<Try<null>> {
  const answer = await send(session, url, { "content-type": "application/json" }, { method: "POST", body });
  if (answer.kind !== "answer") return answer;
  if (answer.status < 200 || answer.status > 299) return failureOf(session, answer);
  answer.body.destroy();
  return { kind: "done", value: null };
}
