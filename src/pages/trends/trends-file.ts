/** The answer of the trends page as a file: its numbers as CSV, or its plot as SVG. */

import type { Corpus } from "../../corpus/corpus.ts";
import type { Trend } from "../../corpus/trends.ts";
import { readTrendsQuery, trendsCsv } from "../../v1/trends.ts";
import { COUNT_ONLY, type PageRequest } from "../page.ts";
import { counted, dateWords, yearsDecided } from "../words.ts";
import { plotFile } from "./plot-file.ts";
import { readTrends, type TrendsQuestion, trendsAddress } from "./trends-address.ts";
import { filterWords, inSteps, plotOf, plotTitle } from "./trends-lines.ts";

/** The formats, by the value of `format`, which is also the ending of the file's name. */
export const TRENDS_FILES = {
  csv: { type: "text/csv; charset=utf-8" },
  svg: { type: "image/svg+xml" },
} as const;

export type TrendsFormat = keyof typeof TRENDS_FILES;

export function trendsFormat(name: string): TrendsFormat | null {
  return name === "csv" || name === "svg" ? name : null;
}

/** The content; null if there is nothing to count: no text, or no dated case. @throws CaselawError `invalid` with `parameters` */
export function trendsFile(format: TrendsFormat, request: PageRequest): string | null {
  const question = readTrends(request.query);
  if (question.texts.length === 0) return null;
  const { corpus } = request;
  const { series } = corpus.trends(readTrendsQuery(corpus, question.texts, question.filters));
  if (series.every(({ years }) => years.length === 0)) return null;
  return format === "csv" ? trendsCsv(series) : svgOf(series, question, request);
}

function svgOf(series: readonly Trend[], question: TrendsQuestion, request: PageRequest): string | null {
  const { texts, filters } = question;
  const { corpus, baseUrl } = request;
  return plotFile({
    title: `${texts.join(", ")}: ${lowerStart(plotTitle(question))}${filterWords(filters, corpus)}`,
    ...plotOf(inSteps(series, question.step), question),
    source: [`Source: ${corpusWords(corpus)}.`, trendsAddress(question, baseUrl)],
  });
}

/** `Caselaw Access Project, 305 cases in this corpus, decided from 1791 to 2012, changed on November 23, 2026`. */
function corpusWords(corpus: Corpus): string {
  const years = corpus.facet({}, "decision_date");
  const cases = corpus.cases({ filter: {}, ...COUNT_ONLY }).count ?? 0;
  const last = corpus.lastChange();
  const [change] = corpus.changes({ since: last - 1, until: last }, 1);
  const at = change === undefined ? "" : `, last changed on ${dateWords(change.at.slice(0, 10))}`;
  return `Caselaw Access Project, ${counted(cases, "case")} in this corpus${yearsDecided(years)}${at}`;
}

function lowerStart(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
