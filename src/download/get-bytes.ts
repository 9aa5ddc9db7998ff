/** Downloads a small file into memory: one that a volume's zip lacks and the site has separately. */
import { CaselawError } from "../domain/errors.ts";
import { readBody } from "./body.ts";
import { type Answer, ask, givenUp } from "./request.ts";
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
  const tried = await withRetries(session, () =>
    requestBytes(session, url, HEADERS, (answer) => readBody(session, answer, maxBytes)),
  );
  if (tried.kind === "done") return { kind: "got", bytes: tried.value };
  if (tried.cause === "missing") return { kind: "missing" };
  return { kind: "failed", reason: withoutToken(session, tried.reason) };
}

/** Requests a URL once and reads the body of its answer with status 200. */
export async function requestBytes(
  session: Session,
  url: string,
  headers: Readonly<Record<string, string>>,
  bodyOf: (answer: Answer) => AsyncIterable<Buffer>,
): Promise<Try<Buffer>> {
  const answer = await ask(session, url, headers);
  if (answer.kind !== "answer") return answer;
  if (answer.status !== 200) return givenUp(session, answer);
  try {
    return { kind: "done", value: Buffer.concat(await Array.fromAsync(bodyOf(answer))) };
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    if (error.code === "unreachable") return again(error.message);
    return { kind: "failed", reason: error.message, cause: "corrupt" };
  }
}
