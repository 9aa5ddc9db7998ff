/** JSON by URL: the listings of a source. */
import { CaselawError, messageOf } from "../domain/errors.ts";
import { readBody } from "./body.ts";
import { quoted } from "./first-bytes.ts";
import { requestBytes } from "./get-bytes.ts";
import { withRetries } from "./retry.ts";
import { type Session, withoutToken } from "./session.ts";

const HEADERS = { accept: "application/json", "accept-encoding": "gzip" };

/** Bytes of an answer that is not JSON that an error quotes. */
const QUOTED_BYTES = 80;

/** @throws CaselawError as `Web.getJson` in domain/bulk-file; the signal's reason when the run was stopped */
export async function getJson(session: Session, url: string): Promise<unknown> {
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw problem(session, "invalid", url, "not an http or https URL");
  const tried = await withRetries(session, () => {
    const late = session.lists.timeFault;
    if (late !== null) throw problem(session, "unreachable", url, late);
    return requestBytes(session, url, HEADERS, (answer) =>
      session.lists.guard(readBody(session, answer, session.limits.maxListBytes)),
    );
  });
  if (tried.kind === "done") return parsed(session, url, tried.value);
  const { cause, reason } = tried;
  const code = cause === "missing" ? "not_found" : cause === "corrupt" ? "corrupt" : "unreachable";
  const hint = cause === "credentials" ? "Give the source's credential with `token`." : undefined;
  throw problem(session, code, url, reason, hint);
}

/** Whether the parser found no fault before the end. */
function isCut(error: unknown, bytes: Buffer): boolean {
  const message = messageOf(error);
  const [, position] = /^Expected .* at position (\d+)/.exec(message) ?? [];
  const isAtEnd = position !== undefined && Number(position) >= bytes.toString().length;
  return bytes.length > 0 && (isAtEnd || /^(?:Unexpected end of JSON|Unterminated string)/.test(message));
}

function parsed(session: Session, url: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const found = bytes.length === 0 ? "nothing" : quoted(bytes.subarray(0, QUOTED_BYTES));
    const reason = isCut(error, bytes)
      ? `the JSON is cut after ${bytes.length} bytes`
      : `not JSON, it begins with ${found}`;
    throw problem(session, "corrupt", url, reason);
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
  const shown = URL.parse(url);
  if (shown === null) return url;
  shown.username = "";
  shown.password = "";
  return shown.href;
}
