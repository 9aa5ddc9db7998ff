/** Downloads a small file into memory: one that a volume's zip lacks and the site has separately. */
import { CaselawError } from "../domain/errors.ts";
import { readBody } from "./body.ts";
import { ask } from "./request.ts";
import { again, givenUp, type Try, withRetries } from "./retry.ts";
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
  if (answer.kind === "none") {
    return answer.again === "later" ? again(answer.reason) : { kind: "failed", reason: answer.reason };
  }
  if (answer.status === 404 || answer.status === 410) {
    answer.body.destroy();
    return { kind: "done", value: { kind: "missing" } };
  }
  if (answer.status !== 200) return givenUp(session, answer);
  try {
    const bytes = await wholeBody(readBody(session, answer, maxBytes));
    return { kind: "done", value: { kind: "got", bytes } };
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    return error.code === "unreachable" ? again(error.message) : { kind: "failed", reason: error.message };
  }
}

/** @throws what reading the body throws */
export async function wholeBody(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
