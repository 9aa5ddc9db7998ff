/**
 * Tries again, with growing pauses and a bounded number of tries (docs/faults.md, "N5" and "N8").
 *
 * A turn among the connections is held during a try, not during the pause before the next, so that a host that asks to
 * wait does not hold up other files.
 */
import type { Answer } from "./request.ts";
import type { Session } from "./session.ts";

/** How a try ended. */
export type Try<T> =
  | { readonly kind: "done"; readonly value: T }
  /** Another try may help; `waitMs` as the server asked. `progress` starts the count of tries anew. */
  | {
      readonly kind: "again";
      readonly reason: string;
      readonly waitMs: number | null;
      readonly progress: "none" | "made";
    }
  | { readonly kind: "failed"; readonly reason: string };

export type Tried<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "failed"; readonly reason: string };

/** Statuses that pass by themselves. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Repeats `attempt` while it asks for it, up to `maxRetries` times in a row without progress. */
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

/** Gives up an answer with a status that is of no use: to be tried again, or not. */
export function givenUp<T>(session: Session, answer: Answer): Try<T> {
  answer.body.destroy();
  const reason = `the server answered ${answer.status}`;
  if (PASSING.has(answer.status)) return again(reason, retryAfterMs(session, answer.header("retry-after")));
  if (answer.status !== 401 && answer.status !== 403) return { kind: "failed", reason };
  return { kind: "failed", reason: `${reason}, credentials are missing or refused` };
}

/** The pause that `Retry-After` asks for, in seconds or as a date; null when absent, unreadable or over the limit. */
function retryAfterMs(session: Session, value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Number.NaN;
  const waitMs = Number.isNaN(seconds) ? Date.parse(value) - session.clock.now() : seconds;
  return Number.isNaN(waitMs) || waitMs > session.limits.maxRetryAfterMs ? null : Math.max(0, waitMs);
}
