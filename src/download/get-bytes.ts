/** Downloads a small file into memory: one that a volume's zip lacks and the site has separately. */
import { CaselawError } from "../domain/errors.ts";
import { readBody } from "./body.ts";
import { ask, givenUp, isMissing } from "./request.ts";
import { again, type Try, withRetries } from "./retry.ts";
import { type Session, withoutToken } from "./session.ts";

/** `reason` of a failure is without subject. */
export type GotBytes =
  | { readonly kind: "got"; readonly bytes: Buffer }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly reason: string };

const HEADERS = { accept: "*/*", "accept-encoding": "gzip" };

/** @throws the signal's reason when the run was stopped */
export async function getBytes(session: Session, url: string, maxBytes: number): Promise<GotBytes> {
  const tried = await withRetries(session, () => fetchBytes(session, url, maxBytes));
  if (tried.kind === "done") return tried.value;
  return { kind: "failed", reason: withoutToken(session, tried.reason) };
}

async function fetchBytes(session: Session, url: string, maxBytes: number): Promise<Try<GotBytes>> {
  const answer = await ask(session, url, HEADERS);
  if (answer.kind !== "answer") return answer;
  if (isMissing(answer)) return { kind: "done", value: { kind: "missing" } };
  if (answer.status !== 200) return givenUp(session, answer);
  try {
    const bytes = Buffer.concat(await Array.fromAsync(readBody(session, answer, maxBytes)));
    return { kind: "done", value: { kind: "got", bytes } };
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    return error.code === "unreachable" ? again(error.message) : { kind: "failed", reason: error.message };
  }
}
