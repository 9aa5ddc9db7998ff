/** The answer to a request for trends as a file: its content, or the page that says what is wrong. */
import type { Corpus } from "../../corpus/corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import { wholePage } from "../failure-page.ts";
import { type PageRequest, pageRequest } from "../page.ts";
import { type TrendsFormat, trendsFile } from "./trends-file.ts";
import { trendsPage } from "./trends-page.ts";

export interface AskedTrends {
  readonly format: TrendsFormat;
  /** The text behind the `?`. */
  readonly query: string;
}

/** @param corpus as the reader sees it @param baseUrl as in `PageRequest` @returns null as content: there is no such file */
export function trendsFileAnswer(corpus: Corpus, { format, query }: AskedTrends, baseUrl: string) {
  const request = pageRequest(corpus, query, baseUrl);
  return corpus.snapshot(() => {
    const content = contentOf(format, request);
    if (content !== null) return { status: 200, content };
    const page = trendsPage(request);
    const { html } = wholePage({ ...page, section: "trends" }, request.root);
    return { status: page.status === 200 ? 404 : page.status, content: html };
  });
}

/** Null for wrong parameters too: the page names them. */
function contentOf(format: TrendsFormat, request: PageRequest): string | null {
  try {
    return trendsFile(format, request);
  } catch (error) {
    if (error instanceof CaselawError && error.parameters !== undefined) return null;
    throw error;
  }
}
