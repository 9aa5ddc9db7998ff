/**
 * Retries requests, with growing pauses and a bounded number of retries (docs/faults.md, "N5" and "N8").
 *
 * A try occupies one of the connections, the pause before the next try does not, so that a host that asks to wait does not
 * delay other files.
 */
import type { Session } from "./session.ts";

/** `credentials`: they are missing or refused; `missing`: there is no such file; `corrupt`: the body cannot be used. */
export interface Failure {
  readonly kind: "failed";
  readonly reason: string;
  readonly cause?: "credentials" | "missing" | "corrupt";
}

/** Another try may help; `waitMs` as the server asked. `progress` restarts the count of tries. */
export interface Again {
  readonly kind: "again";
  readonly reason: string;
  readonly waitMs: number | null;
  readonly progress: "none" | "made";
}

/** The outcome of all tries. */
export type Tried<T> = { readonly kind: "done"; readonly value: T } | Failure;

/** The outcome of one try. */
export type Try<T> = Tried<T> | Again;

/** Repeats `attempt` while its outcome is `again`, up to `maxRetries` times in a row without progress. */
export async function withRetries<T>(session: Session, attempt: () => Promise<Try<T>>): Promise<Tried<T>> {
  const { limits, clock, signal, breaker } = session;
  for (let retries = 0; ; retries++) {
    signal.throwIfAborted();
    const tried = await session.inTurn(() => (breaker.reason === null ? attempt() : null));
    if (tried === null) return { kind: "failed", reason: breaker.reason ?? "" };
    if (tried.kind !== "again" || tried.progress === "made") breaker.succeeded();
    else breaker.failed(tried.reason);
    if (tried.kind !== "again") return tried;
    if (tried.progress === "made") retries = 0;
    if (tried.waitMs !== null && tried.waitMs > limits.maxRetryAfterMs)
      breaker.waitUntil(clock.now() + tried.waitMs);
    if (breaker.reason !== null) return { kind: "failed", reason: breaker.reason };
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

export function again(reason: string, waitMs: number | null = null): Again {
  return { kind: "again", reason, waitMs, progress: "none" };
}
