/** What a page of the reading room is made from, and what it comes to. */
import type { Setting } from "../corpus/collections.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import { withoutEnd } from "../domain/without-end.ts";
import type { Html } from "./markup.ts";

/** A request for a page. */
export interface PageRequest {
  readonly corpus: Corpus;
  /** Parameters of the address. */
  readonly query: URLSearchParams;
  /** The base URL of links into `/v1/`, and whose bodies are shown. */
  readonly setting: Setting;
  /**
   * What stands before the path of every link to a page: empty, or `/caselaw` where the base URL has a path. Links to
   * pages are without a host, so that they hold under whatever name the service is reached.
   */
  readonly root: string;
}

/** What the head of every page leads to. */
export type Section = "browse" | "trends";

/** A page, still without what all pages share. */
export interface Page {
  readonly status: 200 | 400 | 404 | 414 | 500 | 503;
  /** Of the window; the name of the site follows. */
  readonly title: string;
  /** What stands in the search box of the page's head. */
  readonly searchFor?: string;
  /** The part of the site that it belongs to. */
  readonly section?: Section;
  /** The page has a search box of its own, in place of the head's. */
  readonly hasOwnSearch?: true;
  readonly main: Html;
}

/** The path of a base URL, without a slash at the end. */
export function rootOf({ baseUrl }: Pick<Setting, "baseUrl">): string {
  return URL.canParse(baseUrl) ? withoutEnd(new URL(baseUrl).pathname, /\//) : "";
}
