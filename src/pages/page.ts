/** A reading page: what it is made from, HTML by templates that escape every value, and what all pages share: head, search box, landmarks. */

import { html, raw } from "hono/html";
import type { Corpus } from "../corpus/corpus.ts";
import { withoutEnd } from "../domain/citation.ts";
import { OLDEST } from "../domain/query.ts";
import { ICON, SCRIPT, STYLESHEET } from "./assets.ts";

export interface PageRequest {
  /** As this reader sees it. */
  readonly corpus: Corpus;
  readonly query: URLSearchParams;
  /** What links into `/v1/` start with; no slash at the end. */
  readonly baseUrl: string;
  /**
   * The prefix of the path of every link to a page: empty, or `/caselaw` where the base URL has a path. Links to
   * pages are without a host, so that they hold under whatever name the service is reached.
   */
  readonly root: string;
}

export type Section = keyof typeof SECTIONS;

export interface Page {
  readonly status: 200 | 302 | 400 | 403 | 404 | 413 | 414 | 415 | 500 | 503;
  /** Title of the window; the name of the site follows. */
  readonly title: string;
  readonly section?: Section;
  /** The page has a search box of its own, in place of the head's. */
  readonly hasOwnSearch?: true;
  readonly main: Html;
  /** More elements of the head. */
  readonly head?: Html;
  /** The address to go to; with status 302 only. */
  readonly location?: string;
  /** The canonical address of the content, whatever address was requested. */
  readonly canonical?: string;
}

export function movedPage(location: string): Page {
  return { status: 302, title: "Moved", location, main: markup`<p><a href="${location}">Go on</a></p>` };
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
export const COUNT_ONLY = { ...OLDEST, pageSize: 1 };

/** HTML that is safe without escaping. */
export type Html = ReturnType<typeof raw>;

/** Builds HTML: texts are escaped, HTML and lists of HTML are inserted unchanged, null, undefined and booleans are left out. */
export function markup(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  const made = html(strings, ...values);
  // the result is a promise only if one of the values is a promise
  if (made instanceof Promise) throw new Error("a promise was put into HTML");
  return made;
}

/** Declares a text as safe HTML: only for what `casebody/` has sanitised or `text/snippets` has escaped. */
export function trusted(html: string): Html {
  return raw(html);
}

/** The values that are not null, undefined or false. */
export function present<T>(...values: readonly (T | null | false | undefined)[]): T[] {
  return values.filter((value): value is T => value !== null && value !== false && value !== undefined);
}

const SITE = "caselaw";
/** The description of the search, from which a browser can add it to its own. */
export const OPENSEARCH_PATH = "/opensearch.xml";
export const OPENSEARCH_TYPE = "application/opensearchdescription+xml";
const SECTIONS = { browse: "Browse", trends: "Trends", check: "Check" } as const;
const DOCTYPE = trusted("<!doctype html>");

function layout(page: Page, root: string): Html {
  return markup`${DOCTYPE}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · ${SITE}</title>
<link rel="stylesheet" href="${root}${STYLESHEET.path}">
<link rel="icon" href="${root}${ICON.path}">
<link rel="search" type="${OPENSEARCH_TYPE}" title="${SITE}" href="${root}${OPENSEARCH_PATH}">
<script src="${root}${SCRIPT.path}" defer></script>
${canonicalLink(page)}${page.head}</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header class="site site-head">
<a class="site-name" href="${root}/">${SITE}</a>
${page.hasOwnSearch ? null : searchBox(root)}
<nav class="site-nav" aria-label="Site">${Object.entries(SECTIONS).map(([section, name]) => markup`<a href="${root}/${section}/"${section === page.section ? markup` aria-current="true"` : null}>${name}</a> `)}</nav>
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
<footer class="site site-foot">
<p>Cases of the <a href="https://case.law/">Caselaw Access Project</a> and, where marked, of CourtListener, served by this machine. For programs: <a href="${root}/v1/">JSON</a>, <a href="${root}/openapi.json">its description</a>.</p>
</footer>
</body>
</html>
`;
}

function canonicalLink({ canonical }: Page): Html | null {
  return canonical === undefined ? null : markup`<link rel="canonical" href="${canonical}">\n`;
}

function searchBox(root: string): Html {
  return markup`<form class="site-search" action="${root}/" role="search"><input type="search" name="search" value="" placeholder="Search" aria-label="Search cases" autocomplete="off"><button>Search</button></form>`;
}

export interface PageFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
  readonly canonical?: string;
}

export interface PageAnswer {
  readonly status: Page["status"];
  readonly html: string;
  readonly location: string | null;
  readonly canonical: string | null;
}

export function wholePage(page: Page, root: string): PageAnswer {
  const html = withoutControls(layout(page, root).toString());
  return { status: page.status, html, location: page.location ?? null, canonical: page.canonical ?? null };
}

export function withoutControls(html: string): string {
  return html.replace(CONTROLS, "\ufffd");
}

/** Control characters other than white space: they are errors in HTML. */
const CONTROLS = /(?![\t\n\f\r])\p{Cc}/gu;
