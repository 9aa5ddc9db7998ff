/** What makes an answer a page: for whom, and with which headers. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pathOf } from "./request-url.ts";

export const HTML_TYPE = "text/html; charset=utf-8";

/** A page loads nothing but what is ours; no script, style or frame gets in by its text. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  // pictures of a printed page stand in the text itself
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** No page is for programs of other sites, so none may read it. */
export function setPageHeaders(response: ServerResponse): void {
  response.removeHeader("Access-Control-Allow-Origin");
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("Referrer-Policy", "no-referrer");
}

/** Whether a refusal is better a page: to who reads pages, but below `/v1/` never. */
export function readsPages({ url = "/", headers }: IncomingMessage): boolean {
  return !/^\/v1(?:\/|$)/.test(pathOf(url)) && /\btext\/html\b/i.test(headers.accept ?? "");
}
