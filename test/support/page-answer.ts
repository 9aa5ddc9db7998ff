/** Pages of a corpus as a reader process makes them, without HTTP. */
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { renderPage } from "../../src/pages/render-page.ts";
import type { Setting } from "../../src/v1/v1.ts";
import { makeCorpus } from "./corpus.ts";

export interface AnsweredPage {
  readonly status: number;
  /** Or the content of a file. */
  readonly html: string;
  /** What a reader sees, tags out and white space evened. */
  readonly text: string;
}

/** Answers addresses out of a corpus of these records. */
export type AskPage = (address: string, setting?: Partial<Setting>) => AnsweredPage;

export function pagesOf(records: readonly unknown[], path = makeCorpus(records)): AskPage {
  return (address, { baseUrl = "http://127.0.0.1:8000", access = "anyone" } = {}) => {
    using corpus = openCorpus(path, { access });
    const [place = "/", query = ""] = address.split("?");
    const answer = renderPage(corpus, { path: place, query, baseUrl });
    const { status, html } = "content" in answer ? { status: 200, html: answer.content } : answer;
    return { status, html, text: textOf(html) };
  };
}

/** What stands between the tags of a page. */
export function textOf(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .trim();
}

/** The addresses of a page's links whose text holds a word. */
export function linksTo(html: string, word: string): string[] {
  const links = html.matchAll(/<a\b[^>]*\bhref="(?<href>[^"]*)"[^>]*>(?<shown>.*?)<\/a>/gs);
  return [...links]
    .filter(({ groups }) => textOf(groups?.shown ?? "").includes(word))
    .map(({ groups }) => (groups?.href ?? "").replaceAll("&amp;", "&"));
}
