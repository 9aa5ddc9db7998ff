/** The headers of a page, and the requests that get one. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOf } from "./request-url.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

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

/** Programs of other sites may not read pages. */
export function setPageHeaders(response: ServerResponse): void {
  response.removeHeader("Access-Control-Allow-Origin");
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("Referrer-Policy", "no-referrer");
}

/** Whether an error is sent as a page: to clients that accept HTML, but never below `/v1/`. */
export function readsPages({ url = "/", headers }: IncomingMessage): boolean {
  return !/^\/v1(?:\/|$)/.test(pathOf(url)) && /\btext\/html\b/i.test(headers.accept ?? "");
}
