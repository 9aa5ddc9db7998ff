/** The input and the result of a reading page. */

import type { Corpus } from "../corpus/corpus.ts";
import { withoutEnd } from "../domain/citation.ts";
import { type Html, markup } from "./markup.ts";

/** A request for a page. */
export interface PageRequest {
  /** As this reader sees it. */
  readonly corpus: Corpus;
  /** Parameters of the address. */
  readonly query: URLSearchParams;
  /** What links into `/v1/` start with; no slash at the end. */
  readonly baseUrl: string;
  /**
   * The prefix of the path of every link to a page: empty, or `/caselaw` where the base URL has a path. Links to
   * pages are without a host, so that they hold under whatever name the service is reached.
   */
  readonly root: string;
}

/** What the head of every page leads to. */
export type Section = "browse" | "trends" | "check";

/** A page, still without what all pages share. */
export interface Page {
  readonly status: 200 | 302 | 400 | 403 | 404 | 413 | 414 | 415 | 500 | 503;
  /** Of the window; the name of the site follows. */
  readonly title: string;
  /** The part of the site that it belongs to. */
  readonly section?: Section;
  /** The page has a search box of its own, in place of the head's. */
  readonly hasOwnSearch?: true;
  readonly main: Html;
  /** More elements of the head. */
  readonly head?: Html;
  /** Of the status 302: the address to go to. */
  readonly location?: string;
}

/** Leads to another page. */
export function movedPage(location: string): Page {
  return { status: 302, title: "Moved", location, main: markup`<p><a href="${location}">Go on</a></p>` };
}

/** @param corpus as the reader sees it @param query the text behind the `?` */
export function pageRequest(corpus: Corpus, query: string, baseUrl: string): PageRequest {
  return { corpus, query: new URLSearchParams(query), baseUrl, root: rootOf(baseUrl) };
}

/** The path of a base URL, without a slash at the end. */
export function rootOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? withoutEnd(new URL(baseUrl).pathname, /\//) : "";
}

/** Links to the pages before and after; null where there is none. @param label for screen readers */
export function pager(label: string, previous: string | null, next: string | null): Html | null {
  if (previous === null && next === null) return null;
  return markup`<nav class="pager" aria-label="${label}">
${previous === null ? null : markup`<a href="${previous}" rel="prev">← Previous</a>`}
${next === null ? null : markup`<a href="${next}" rel="next">Next →</a>`}
</nav>`;
}

/** For the count of a question: an order by date costs nothing, and the page of cases is not shown. */
export const COUNT_ONLY = {
  ordering: { by: "decision_date", descending: false },
  position: null,
  pageSize: 1,
} as const;
