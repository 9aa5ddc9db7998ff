/**
 * What holds for every request before the framework sees it: the headers of every answer, the method, the limit of
 * the address, the count and the log. So nothing that the framework answers by itself lacks them.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { unreadablePage } from "../pages/failure-page.ts";
import { rootOf, wholePage } from "../pages/page.ts";
import { MAX_URL_BYTES } from "./limits.ts";
import { HTML_TYPE, JSON_TYPE } from "./readers/protocol.ts";
import type { ServiceContext } from "./service-context.ts";

/** A request that was answered, for the log. Holds no header, and no text that could be a token. */
export interface RequestEvent {
  readonly kind: "request";
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly ms: number;
  readonly client: string;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** `Vary` names what an answer depends on: credentials show more (docs/interface.md, "Access to case bodies"). */
const COMMON_HEADERS = {
  Vary: "Accept, Authorization",
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "*",
  "X-Content-Type-Options": "nosniff",
};

/** The answer to a browser that asks whether a page of another site may send a token; `*` does not include `Authorization`. */
const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Headers": "Authorization, *",
  "Access-Control-Max-Age": "86400",
};

export const CHECK_PATH = "/check/";
export const MCP_PATH = "/mcp";

const USUAL_METHODS: readonly string[] = ["GET", "HEAD", "OPTIONS"];
/** The methods of the paths that accept a body. */
const METHODS: ReadonlyMap<string, readonly string[]> = new Map([
  [CHECK_PATH, [...USUAL_METHODS, "POST"]],
  [MCP_PATH, ["POST"]],
]);

/** The routes of requests, noted once they are known. */
export const routes = new WeakMap<IncomingMessage, string>();

export function guardRequests(
  handler: Handler,
  context: ServiceContext,
  onRequest: (event: RequestEvent) => void,
): Handler {
  const { metrics } = context;
  return (request, response) => {
    const began = performance.now();
    const { method = "", url: raw = "/" } = request;
    metrics.running.inc();
    response.once("close", () => {
      const ms = performance.now() - began;
      const status = response.statusCode;
      const route = routes.get(request) ?? "other";
      metrics.running.dec();
      metrics.requests.inc({ route, status });
      metrics.durations.observe({ route }, ms / 1000);
      const client = request.socket.remoteAddress ?? "";
      onRequest({ kind: "request", method, url: withoutTokens(raw), status, ms: Math.round(ms), client });
    });
    for (const [name, value] of Object.entries(COMMON_HEADERS)) response.setHeader(name, value);
    const methods = METHODS.get(raw.split("?")[0] ?? "") ?? USUAL_METHODS;
    const allowed = methods.join(", ");
    response.setHeader("Allow", allowed);
    const refusal = methods.includes(method) ? refusalOf(raw) : refusalOfMethod(method);
    if (refusal !== null) {
      const [refused, detail] = refusal;
      if (refused === 405 || !readsPages(request))
        return send(response, refused, JSON_TYPE, JSON.stringify({ detail }));
      const root = rootOf(context.baseUrl);
      setPageHeaders(response);
      return send(response, refused, HTML_TYPE, wholePage(unreadablePage(refused, detail, root), root).html);
    }
    if (method === "OPTIONS") {
      response.writeHead(204, { ...PREFLIGHT_HEADERS, "Access-Control-Allow-Methods": allowed });
      response.end();
      return undefined;
    }
    request.url = plainUrl(raw) ?? "/";
    return handler(request, response);
  };
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  const body = Buffer.from(text, "utf8");
  response.writeHead(status, { "Content-Type": type, "Content-Length": body.length });
  response.end(body);
}

function refusalOfMethod(method: string): [405, string] {
  return [405, `Method "${method}" not allowed.`];
}

function refusalOf(url: string): [400 | 414, string] | null {
  if (url.length > MAX_URL_BYTES) return [414, `The URL is longer than ${MAX_URL_BYTES} bytes.`];
  return plainUrl(url) === null ? [400, "The URL is not valid percent-encoded UTF-8."] : null;
}

/** Whoever put a token into the address shall not find it in a log. */
function withoutTokens(url: string): string {
  return url.replace(/[0-9a-f]{40,}/gi, "…").replace(/\b(token|api_key|authorization)=[^&]*/gi, "$1=…");
}

/** A page loads only files of this service; the text of a case cannot add a script, style or frame. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  // pictures of printed pages are data URLs in the text
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Programs of other sites may not read this answer. */
export function closeToOtherSites(response: ServerResponse): void {
  for (const name of Object.keys(COMMON_HEADERS))
    if (name.startsWith("Access-Control-")) response.removeHeader(name);
}

export function setPageHeaders(response: ServerResponse): void {
  closeToOtherSites(response);
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("Referrer-Policy", "no-referrer");
}

/** Whether an error is sent as a page: to clients that accept HTML, but never below `/v1/`. */
export function readsPages({ url = "/", headers }: IncomingMessage): boolean {
  return !/^\/v1(?:\/|$)/.test(pathOf(url)) && /\btext\/html\b/i.test(headers.accept ?? "");
}

/**
 * Path and query of a request line, which the parser accepts in ASCII only. The host of an absolute URL is removed, because
 * links must not follow it (docs/faults.md, "H10"). Null if the path is not valid percent-encoded UTF-8.
 */
export function plainUrl(raw: string): string | null {
  const local = raw.replace(/^https?:\/\/[^/?#]*/i, "").replace(/#.*$/s, "");
  const url = local.startsWith("/") ? local : `/${local}`;
  try {
    decodeURIComponent(pathOf(url));
    return url;
  } catch {
    return null;
  }
}

export function pathOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? url : url.slice(0, mark);
}

/** The text after the `?`; empty without a `?`. */
export function queryTextOf(url: string): string {
  const mark = url.indexOf("?");
  return mark < 0 ? "" : url.slice(mark + 1);
}

export function slashedUrl(baseUrl: string, url: string): string {
  const query = queryTextOf(url);
  return `${baseUrl}${pathOf(url)}/${query === "" ? "" : `?${query}`}`;
}

/** The list of the cases with a citation; the request's other parameters are kept (docs/interface.md, "Paths"). */
export function citationUrl(baseUrl: string, cite: string, queryText: string): string {
  const query = new URLSearchParams(queryText);
  query.delete("cite");
  const rest = query.size === 0 ? "" : `&${query}`;
  return `${baseUrl}/v1/cases/?${new URLSearchParams({ cite })}${rest}`;
}
