/** JSON by URL: the listings of a source. */
import { CaselawError, messageOf } from "../domain/errors.ts";
import { readBody } from "./body.ts";
import { quoted } from "./first-bytes.ts";
import { type Answer, ask, givenUp, isMissing } from "./request.ts";
import { again, type Try, withRetries } from "./retry.ts";
import { type Session, withoutToken } from "./session.ts";

const HEADERS = { accept: "application/json", "accept-encoding": "gzip" };

/** Bytes of an answer that is not JSON that an error quotes. */
const QUOTED_BYTES = 80;

/** @throws CaselawError as `Web.getJson` in domain/bulk-file; the signal's reason when the run was stopped */
export async function getJson(session: Session, url: string): Promise<unknown> {
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw problem(session, "invalid", url, "not an http or https URL");
  const tried = await withRetries(session, () => fetchJson(session, url));
  if (tried.kind === "done") return tried.value;
  const hint =
    tried.cause === "credentials" ? "Give a credential with CASELAW_TOKEN or --token-file." : undefined;
  throw problem(session, "unreachable", url, tried.reason, hint);
}

async function fetchJson(session: Session, url: string): Promise<Try<unknown>> {
  const late = session.lists.timeFault;
  if (late !== null) throw problem(session, "unreachable", url, late);
  const answer = await ask(session, url, HEADERS);
  if (answer.kind !== "answer") return answer;
  if (isMissing(answer)) {
    throw problem(session, "not_found", url, `the server answered ${answer.status}`);
  }
  if (answer.status !== 200) return givenUp(session, answer);
  const body = await bodyOf(session, url, answer);
  return body.kind === "done" ? { kind: "done", value: parsed(session, url, body.value) } : body;
}

async function bodyOf(session: Session, url: string, answer: Answer): Promise<Try<Buffer>> {
  try {
    const body = readBody(session, answer, session.limits.maxListBytes);
    return { kind: "done", value: Buffer.concat(await Array.fromAsync(session.lists.guard(body))) };
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    if (error.code === "unreachable") return again(error.message);
    throw problem(session, "corrupt", url, error.message);
  }
}

function parsed(session: Session, url: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    const found = bytes.length === 0 ? "nothing" : quoted(bytes.subarray(0, QUOTED_BYTES));
    throw problem(session, "corrupt", url, `not JSON, it begins with ${found}`);
  }
}

function problem(
  session: Session,
  code: "invalid" | "not_found" | "unreachable" | "corrupt",
  url: string,
  found: string,
  hint?: string,
): CaselawError {
  const message = `Cannot read ${shownUrl(url)}: ${messageOf(found)}`;
  return new CaselawError(code, withoutToken(session, message), { hint });
}

/** The URL without user name and password. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return url;
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
