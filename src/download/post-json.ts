/** Sends JSON to an address that the user configured, with the usual retries. */
import { CaselawError } from "../domain/errors.ts";
import { givenUp, post } from "./request.ts";
import { type Try, withRetries } from "./retry.ts";
import { openSession, type Session, type WebOptions } from "./session.ts";

/** A receiver that does not answer delays a run by some three minutes. */
const LIMITS = { maxRetries: 4, headersTimeoutMs: 30_000, maxRetryAfterMs: 60_000 };

/**
 * Sends `body` by POST until an answer has a status from 200 to 299. A receiver may get it several times.
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
  const answer = await post(session, url, { "content-type": "application/json" }, body);
  if (answer.kind !== "answer") return answer;
  if (answer.status < 200 || answer.status > 299) return givenUp(session, answer);
  answer.body.destroy();
  return { kind: "done", value: null };
}
