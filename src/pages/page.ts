/** What a page of the reading room is made from, and what it comes to. */
import type { Setting } from "../corpus/collections.ts";
import type { Corpus } from "../corpus/open-corpus.ts";
import type { Html } from "./markup.ts";

/** A request for a page. */
export interface Visit {
  readonly corpus: Corpus;
  /** Parameters of the address. */
  readonly query: URLSearchParams;
  /** The base URL of links into `/v1/`, and whose bodies are shown. */
  readonly setting: Setting;
}

/** A page, still without what all pages share. */
export interface Page {
  readonly status: 200 | 400 | 404;
  /** Of the window; the name of the site follows. */
  readonly title: string;
  /** What stands in the search box of the page's head. */
  readonly searchFor?: string;
  readonly main: Html;
}
