/**
 * One GET request with its redirects, or one POST.
 *
 * The token is sent to the origin of the base URL only. After a redirect to another origin it is not sent again, not even to
 * the first origin (docs/faults.md, "N7").
 */
import type { Dispatcher } from "undici";
import { messageOf, systemCodeOf } from "../domain/errors.ts";
import { type Body, dispatch } from "./dispatch.ts";
import { type Again, again, type Failure } from "./retry.ts";
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
type NoAnswer = Again | Failure;

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
    const answer = await askOnce(session, current, trusted ? withToken(session, headers) : headers);
    if (answer.kind !== "answer" || !REDIRECTS.has(answer.status)) return answer;
    answer.body.destroy();
    const { maxRedirects, maxRunRedirects } = session.limits;
    if (hops >= maxRedirects) return refused(`more than ${hops} redirects`);
    if (session.counts.redirects >= maxRunRedirects)
      return refused(`more than ${maxRunRedirects} redirects in one run`);
    session.counts.redirects++;
    const next = nextHop(answer.header("location"), current);
    if (!(next instanceof URL)) return next;
    current = next;
  }
}

/** Sends a POST once, without the session's token. A redirect is not followed: it is an answer like others. */
export function post(
  session: Session,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer | NoAnswer> {
  return askOnce(session, url, headers, { method: "POST", body });
}

async function askOnce(
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
    const { status, headers: answered, body } = await dispatch(session.dispatcher, options, session.signal);
    const header = (name: string): string | null => [answered[name]].flat()[0] ?? null;
    return { kind: "answer", status, header, body };
  } catch (error) {
    session.signal.throwIfAborted();
    return isLasting(error) ? refused(causeOf(error)) : again(causeOf(error));
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
  if (next === null) return refused("a redirect to no address");
  if (next.protocol === "https:" || (next.protocol === "http:" && current.protocol === "http:")) return next;
  return refused(`a redirect from "${current.protocol}" to "${next.protocol}"`);
}

function refused(reason: string): NoAnswer {
  return { kind: "failed", reason };
}

/** The system's message for a broken connection; of several addresses that were tried, the message for the first. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return causeOf(error.errors[0]);
  const message = messageOf(error);
  return message === "" ? (systemCodeOf(error) ?? "the connection broke") : message;
}

function isLasting(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return [error, cause].some((one) => LASTING.test(systemCodeOf(one) ?? ""));
}

/** Discards an answer with the status of an error; another try may help or not. */
export function givenUp(session: Session, answer: Answer): NoAnswer {
  answer.body.destroy();
  const reason = `the server answered ${answer.status}`;
  if (PASSING.has(answer.status)) return again(reason, retryAfterMs(session, answer.header("retry-after")));
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
