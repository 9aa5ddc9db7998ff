/**
 * Retries requests, with growing pauses and a bounded number of retries (docs/faults.md, "N5" and "N8").
 *
 * A try occupies one of the connections, the pause before the next try does not, so that a host that asks to wait does not
 * delay other files.
 */
import type { Answer } from "./request.ts";
import type { Session } from "./session.ts";

/** `credentials`: they are missing or refused. */
export interface Failure {
  readonly kind: "failed";
  readonly reason: string;
  readonly cause?: "credentials";
}

/** The outcome of one try. */
export type Try<T> =
  | { readonly kind: "done"; readonly value: T }
  /** Another try may help; `waitMs` as the server asked. `progress` restarts the count of tries. */
  | {
      readonly kind: "again";
      readonly reason: string;
      readonly waitMs: number | null;
      readonly progress: "none" | "made";
    }
  | Failure;

/** The outcome of all tries. */
export type Tried<T> = { readonly kind: "done"; readonly value: T } | Failure;

/** Statuses of a temporary problem. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Repeats `attempt` while its outcome is `again`, up to `maxRetries` times in a row without progress. */
export async function withRetries<T>(session: Session, attempt: () => Promise<Try<T>>): Promise<Tried<T>> {
  const { limits, clock, signal } = session;
  for (let retries = 0; ; retries++) {
    signal.throwIfAborted();
    const tried = await session.inTurn(attempt);
    if (tried.kind !== "again") return tried;
    if (tried.progress === "made") retries = 0;
    if (retries >= limits.maxRetries) return { kind: "failed", reason: tried.reason };
    const ownDelayMs = Math.min(limits.firstDelayMs * 2 ** retries, limits.maxDelayMs);
    await pause(session, tried.waitMs ?? ownDelayMs * (1 - clock.random() / 2));
  }
}

async function pause(session: Session, ms: number): Promise<void> {
  try {
    await session.clock.sleep(ms, session.signal);
  } catch (error) {
    session.signal.throwIfAborted();
    throw error;
  }
}

export function again<T>(reason: string, waitMs: number | null = null): Try<T> {
  return { kind: "again", reason, waitMs, progress: "none" };
}

/** Discards an answer with the status of an error; another try may help or not. */
export function givenUp<T>(session: Session, answer: Answer): Try<T> {
  answer.body.destroy();
  const reason = `the server answered ${answer.status}`;
  if (PASSING.has(answer.status)) return again(reason, retryAfterMs(session, answer.header("retry-after")));
  if (answer.status !== 401 && answer.status !== 403) return { kind: "failed", reason };
  return { kind: "failed", reason: `${reason}, credentials are missing or refused`, cause: "credentials" };
}

/** The pause of a `Retry-After` header, in seconds or as a date; null when missing, unreadable or over the limit. */
function retryAfterMs(session: Session, value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Number.NaN;
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - session.clock.now() : seconds;
  return Number.isNaN(waitMs) || waitMs > session.limits.maxRetryAfterMs ? null : Math.max(0, waitMs);
}
