/**
 * One GET request with its redirects, or one POST; and its retries.
 *
 * The token is sent to the origin of the base URL only. After a redirect to another origin it is not sent again, not even to
 * the first origin (docs/faults.md, "N7").
 */

import { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { messageOf, systemCodeOf } from "../domain/errors.ts";
import type { Session } from "./session.ts";

/** An answer of a server. The body must be read to its end or destroyed. */
export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  /** A header by its lower-case name, the first of several. */
  readonly header: (name: string) => string | null;
  readonly body: Body;
}

/** No usable answer: another try may help or not. */
type NoAnswer = Retry | Failure;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Statuses of a temporary problem. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Causes that last: wrong names and certificates. */
const LASTING =
  /^(ENOTFOUND|ERR_INVALID_URL|UND_ERR_INVALID_ARG|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO)/;

/**
 * Requests a URL, following up to `maxRedirects` redirects.
 *
 * @param headers in addition to those that every request has
 * @throws the signal's reason when the run was stopped
 */
export async function ask(
  session: Session,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Answer | NoAnswer> {
  let current = new URL(url);
  let trusted = true;
  for (let hops = 0; ; hops++) {
    trusted &&= current.origin === session.origin;
    const answer = await send(session, current, trusted ? withToken(session, headers) : headers);
    if (answer.kind !== "answer" || !REDIRECTS.has(answer.status)) return answer;
    answer.body.destroy();
    const { maxRedirects, maxRunRedirects } = session.limits;
    if (hops >= maxRedirects) return failure(`more than ${hops} redirects`);
    if (session.run.redirects >= maxRunRedirects)
      return failure(`more than ${maxRunRedirects} redirects in one run`);
    session.run.redirects++;
    const next = nextHop(answer.header("location"), current);
    if (!(next instanceof URL)) return next;
    current = next;
  }
}

/** Sends one request, without the session's token. A redirect is not followed: it is an answer like others. */
export async function send(
  session: Session,
  url: URL,
  headers: Readonly<Record<string, string>>,
  request: Pick<Dispatcher.DispatchOptions, "method" | "body"> = { method: "GET" },
): Promise<Answer | NoAnswer> {
  session.signal.throwIfAborted();
  const options: Dispatcher.DispatchOptions = {
    origin: url.origin,
    path: url.pathname + url.search,
    headers: { "user-agent": session.userAgent, ...headers },
    ...request,
  };
  try {
    return await dispatch(session.dispatcher, options, session.signal);
  } catch (error) {
    session.signal.throwIfAborted();
    return isLasting(error) ? failure(causeOf(error)) : retry(causeOf(error));
  }
}

function withToken(
  session: Session,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return session.token === null ? headers : { ...headers, authorization: `Token ${session.token}` };
}

function nextHop(location: string | null, current: URL): URL | NoAnswer {
  const next = location === null ? null : URL.parse(location, current.href);
  if (next === null) return failure("a redirect to no address");
  if (next.protocol === "https:" || (next.protocol === "http:" && current.protocol === "http:")) return next;
  return failure(`a redirect from "${current.protocol}" to "${next.protocol}"`);
}

function failure(reason: string): NoAnswer {
  return { kind: "failed", reason };
}

/** The system's message for a broken connection; of several addresses that were tried, the message for the first. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  const isUnknownName = [error, error instanceof Error ? error.cause : undefined].some((thrown) =>
    /^(?:ENOTFOUND|EAI_AGAIN)$/.test(systemCodeOf(thrown) ?? ""),
  );
  const message = `${messageOf(error)}${isUnknownName ? ": is the network or the proxy down?" : ""}`;
  return message === "" ? (systemCodeOf(error) ?? "the connection broke") : message;
}

function isLasting(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some((thrown) => LASTING.test(systemCodeOf(thrown) ?? ""));
}

/** Discards an answer with the status of an error; another try may help or not. */
export function failureOf(session: Session, answer: Answer): NoAnswer {
  answer.body.destroy();
  const reason = `the server answered ${answer.status}`;
  if (PASSING.has(answer.status)) return retry(reason, retryAfterMs(session, answer.header("retry-after")));
  if (answer.status === 404 || answer.status === 410) return { kind: "failed", reason, cause: "missing" };
  if (answer.status !== 401 && answer.status !== 403) return { kind: "failed", reason };
  return { kind: "failed", reason: `${reason}, credentials are missing or refused`, cause: "credentials" };
}

/** The pause of a `Retry-After` header, in seconds or as a date; null when missing or unreadable. */
function retryAfterMs(session: Session, value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Number.NaN;
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - session.clock.now() : seconds;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

/** `credentials`: they are missing or refused; `missing`: there is no such file; `corrupt`: the body cannot be used. */
interface Failure {
  readonly kind: "failed";
  readonly reason: string;
  readonly cause?: "credentials" | "missing" | "corrupt";
}

/** Another try may help; `waitMs` as the server asked. `progress` restarts the count of tries. */
interface Retry {
  readonly kind: "retry";
  readonly reason: string;
  readonly waitMs: number | null;
  readonly progress: "none" | "made";
}

/** The outcome of all tries; the reason of a failure is without subject. */
export type Tried<T> = { readonly kind: "done"; readonly value: T } | Failure;

/** The outcome of one try. */
export type Try<T> = Tried<T> | Retry;

/**
 * Repeats `attempt` while its outcome is `retry`, with growing pauses, up to `maxRetries` times in a row without progress
 * (docs/faults.md, "N5" and "N8"). A try occupies one of the connections, the pause before the next try does not, so that a host that
 * asks to wait does not delay other files.
 */
export async function withRetries<T>(session: Session, attempt: () => Promise<Try<T>>): Promise<Tried<T>> {
  const { limits, clock, signal, run } = session;
  for (let retries = 0; ; retries++) {
    signal.throwIfAborted();
    const tried = await session.inTurn(() => (run.leftReason === null ? attempt() : null));
    if (tried === null) return { kind: "failed", reason: run.leftReason ?? "" };
    run.failures = tried.kind === "retry" && tried.progress === "none" ? run.failures + 1 : 0;
    if (tried.kind !== "retry") return tried;
    if (tried.progress === "made") retries = 0;
    run.leftReason ??= reasonToLeave(session, tried);
    if (run.leftReason !== null) return { kind: "failed", reason: run.leftReason };
    if (retries >= limits.maxRetries) return { kind: "failed", reason: tried.reason };
    const ownDelayMs = Math.min(limits.firstDelayMs * 2 ** retries, limits.maxDelayMs);
    await pause(session, tried.waitMs ?? ownDelayMs * (1 - clock.random() / 2));
  }
}

/** The last instant that a Date can have. */
const MAX_TIME = 8.64e15;

/** Why no further request is made in this run: requests fail again and again, or the server asks for too long a pause. */
function reasonToLeave({ limits, clock, run }: Session, { reason, waitMs }: Retry): string | null {
  if (run.failures >= limits.maxFailures) return `${run.failures} requests in a row failed: ${reason}`;
  if (waitMs === null || waitMs <= limits.maxRetryAfterMs) return null;
  const until = new Date(Math.min(clock.now() + waitMs, MAX_TIME));
  return `the server asks to wait until ${until.toISOString()}`;
}

async function pause(session: Session, ms: number): Promise<void> {
  try {
    await session.clock.sleep(ms, session.signal);
  } catch (error) {
    session.signal.throwIfAborted();
    throw error;
  }
}

export function retry(reason: string, waitMs: number | null = null): Retry {
  return { kind: "retry", reason, waitMs, progress: "none" };
}

/** Bytes buffered for a slow reader before the server has to wait: a few reads of a socket. */
const MAX_BUFFERED_BYTES = 2 ** 18;

/** A body, to be read to its end or destroyed. */
export interface Body extends AsyncIterable<Buffer> {
  /** Aborts at once; a reader gets the error. No effect on a body that has ended. */
  destroy(error?: Error): void;
}

/**
 * Sends a request, waits for the headers of its answer, and returns every byte of its body that arrived: a reader gets the
 * bytes first, then the error. A stream that is destroyed by the error drops its buffer, so that a download would continue from
 * an earlier byte than the server sent (docs/faults.md, "N1"). So the error is kept apart, and the stream ends.
 *
 * @throws the library's error when there is no answer; the signal's reason, here or while the body is read, when stopped
 */
function dispatch(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let failure: Error | null = null;
    const bytes = new Readable({
      highWaterMark: MAX_BUFFERED_BYTES,
      read: () => controller?.resume(),
      destroy: (error, done) => {
        if (!bytes.readableEnded) controller?.abort(error ?? new Error("the body was discarded"));
        done(error);
      },
    });
    // whoever reads gets the error, and nobody else needs it
    bytes.on("error", () => {});
    async function* read(): AsyncGenerator<Buffer> {
      yield* bytes;
      if (failure !== null) throw failure;
    }
    const body: Body = { destroy: (error) => void bytes.destroy(error), [Symbol.asyncIterator]: read };
    const stop = (): void => {
      const reason = signal.reason instanceof Error ? signal.reason : new Error("stopped");
      reject(reason);
      bytes.destroy(reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    const end = (error: Error | null): void => {
      signal.removeEventListener("abort", stop);
      failure = error;
      bytes.push(null);
      if (error !== null) reject(error);
    };
    dispatcher.dispatch(options, {
      onRequestStart: (started) => {
        controller = started;
        if (signal.aborted) stop();
      },
      onResponseStart: (_, status, headers) => {
        const header = (name: string): string | null => [headers[name]].flat()[0] ?? null;
        if (status >= 200) resolve({ kind: "answer", status, header, body });
      },
      onResponseData: (current, chunk) => {
        if (!bytes.push(chunk)) current.pause();
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(error),
    });
  });
}
