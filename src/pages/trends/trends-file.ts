/** The answer of the trends page as a file: its numbers as CSV, or its plot as SVG. */
import type { Corpus } from "../../corpus/corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import { readTrendsQuery, trendsCsv } from "../../v1/trends.ts";
import { COUNT_ONLY, type PageRequest, pageRequest, wholePage } from "../page.ts";
import { counted, dateWords, yearsDecided } from "../words.ts";
import { plotFile } from "./plot.ts";
import { trendsPage } from "./trends-page.ts";
import { filterWords, inSteps, plotOf, plotTitle, readTrends, trendsAddress } from "./trends-question.ts";

/** The formats, by the value of `format`, which is also the ending of the file's name. */
export const TRENDS_FILES = {
  csv: { type: "text/csv; charset=utf-8" },
  svg: { type: "image/svg+xml" },
} as const;

export type TrendsFormat = keyof typeof TRENDS_FILES;

export function trendsFormat(name: string): TrendsFormat | null {
  return name === "csv" || name === "svg" ? name : null;
}

/** The content, or the page that says what is wrong. @param corpus as the reader sees it @param baseUrl as in `PageRequest` */
export function trendsFileAnswer(
  corpus: Corpus,
  { format, query }: { readonly format: TrendsFormat; readonly query: string },
  baseUrl: string,
) {
  const request = pageRequest(corpus, query, baseUrl);
  return corpus.snapshot(() => {
    const content = contentOf(format, request);
    if (content !== null) return { status: 200, content };
    const page = trendsPage(request);
    const { html } = wholePage({ ...page, section: "trends" }, request.root);
    return { status: page.status === 200 ? 404 : page.status, content: html };
  });
}

/** Null without a text or a dated case, and for wrong parameters, which the page names. */
function contentOf(format: TrendsFormat, { corpus, query, baseUrl }: PageRequest): string | null {
  const question = readTrends(query);
  const { texts, filters, step } = question;
  if (texts.length === 0) return null;
  try {
    const { series } = corpus.trends(readTrendsQuery(corpus, texts, filters));
    if (series.every(({ years }) => years.length === 0)) return null;
    if (format === "csv") return trendsCsv(series);
    const title = plotTitle(question);
    return plotFile({
      title: `${texts.join(", ")}: ${title.charAt(0).toLowerCase()}${title.slice(1)}${filterWords(filters, corpus)}`,
      ...plotOf(inSteps(series, step), question),
      source: [`Source: ${corpusWords(corpus)}.`, trendsAddress(question, baseUrl)],
    });
  } catch (error) {
    if (error instanceof CaselawError && error.parameters !== undefined) return null;
    throw error;
  }
}

/** `Caselaw Access Project, 305 cases in this corpus, decided from 1791 to 2012, last changed on November 23, 2026`. */
function corpusWords(corpus: Corpus): string {
  const years = corpus.facet({}, "decision_date");
  const cases = corpus.cases({ filter: {}, ...COUNT_ONLY }).count ?? 0;
  const last = corpus.lastChange();
  const [change] = corpus.changes({ since: last - 1, until: last }, 1);
  const at = change === undefined ? "" : `, last changed on ${dateWords(change.at.slice(0, 10))}`;
  return `Caselaw Access Project, ${counted(cases, "case")} in this corpus${yearsDecided(years)}${at}`;
}
