/** The answer of the trends page as a file: its numbers as CSV, or its plot as SVG. */
import type { Corpus } from "../../corpus/corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import { readTrendsQuery, trendsCsv } from "../../v1/trends.ts";
import { COUNT_ONLY, type Page, type PageFile, type PageRequest } from "../page.ts";
import { counted, dateWords, yearsDecided } from "../words.ts";
import { plotFile } from "./plot.ts";
import { trendsPage } from "./trends-page.ts";
import { filterWords, inSteps, plotOf, plotTitle, readTrends, trendsAddress } from "./trends-question.ts";

/** The formats, by the value of `format`, which is also the ending of the file's name. */
const TYPES = { csv: "text/csv; charset=utf-8", svg: "image/svg+xml" } as const;

type TrendsFormat = keyof typeof TYPES;

/** The page, or the file that the parameter `format` asks for; if there is none, the page that says what is wrong. */
export function trendsAnswer(request: PageRequest): Page | PageFile {
  const format = request.query.get("format");
  if (format !== "csv" && format !== "svg") return trendsPage(request);
  const content = contentOf(format, request);
  if (content !== null) return { name: `trends.${format}`, type: TYPES[format], content };
  const page = trendsPage(request);
  return page.status === 200 ? { ...page, status: 404 } : page;
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
