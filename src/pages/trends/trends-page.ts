/** Cases per year that match, as a plot and as a table, on a page or in a file: the counting of `caselaw trends`. */

import type { Corpus } from "../../corpus/corpus.ts";
import type { Trend } from "../../corpus/trends.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { CaseFilter } from "../../domain/query.ts";
import { readCaseRequest } from "../../v1/case-parameters.ts";
import { valuesOf } from "../../v1/parameter.ts";
import { readTrendsQuery, trendsCsv } from "../../v1/trends.ts";
import { COUNT_ONLY, type Html, markup, type Page, type PageFile, type PageRequest } from "../page.ts";
import { SWAPPED } from "../search-address.ts";
import { counted, dateWords, numberWords, shortened, yearsDecided } from "../words.ts";
import { plotFile, plotHtml } from "./plot.ts";
import { type FormState, trendsForm } from "./trends-form.ts";
import {
  casesAddress,
  casesOfYearAddress,
  decimalsOf,
  FEW_CASES,
  filterWords,
  inSteps,
  plotOf,
  plotTitle,
  readTrends,
  shareWords,
  type TrendsQuestion,
  trendsAddress,
} from "./trends-question.ts";

function trendsPage(request: PageRequest): Page {
  const question = readTrends(request.query);
  const { texts, filters, step } = question;
  const { corpus } = request;
  try {
    if (texts.length === 0) {
      // filters may be there before words are
      const { filter } = readCaseRequest(valuesOf(filters), corpus);
      const shown = { messages: {}, years: yearsOf(corpus, filter) };
      return { ...page(question, shown, examplesHtml(request), request), status: 200 };
    }
    const { series } = corpus.trends(readTrendsQuery(corpus, texts, filters));
    const shown = { messages: {}, years: (series[0]?.years ?? []).map(({ year }) => year) };
    return {
      ...page(question, shown, answer(inSteps(series, step), question, request), request),
      status: 200,
    };
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    const sorry = markup`<p role="alert">Nothing was counted: a value is invalid; the reason is next to its field.</p>`;
    const shown = { messages: error.parameters, years: yearsOf(corpus, {}) };
    return { ...page(question, shown, sorry, request), status: 400 };
  }
}

function yearsOf(corpus: Corpus, filter: CaseFilter): number[] {
  return corpus.facet(filter, "decision_date").map(({ value }) => value);
}

function page(
  question: TrendsQuestion,
  shown: FormState,
  below: Html | null,
  request: PageRequest,
): Omit<Page, "status"> {
  const main = markup`<h1>Trends</h1>
<p class="lead">In which share of each year's cases do words occur? Compare up to five searches.</p>
${question.isSwapped ? SWAPPED : null}
${trendsForm(question, shown, request)}
${below}`;
  const title = [shortened(question.texts.join(", ")), "Trends"].filter((part) => part !== "").join(" · ");
  return { title, main };
}

const EXAMPLES = [
  ["negligence", "trespass"],
  ["carriage", "automobile"],
  ['"due process"', '"equal protection"'],
] as const;

function examplesHtml({ corpus, root }: PageRequest): Html | null {
  const known = EXAMPLES.filter((texts) =>
    texts.every((search) => (corpus.counts([{ search }], 1)[0] ?? 0) > 0),
  );
  if (known.length === 0) return null;
  const links = known.map((texts) => {
    const address = trendsAddress({ texts, filters: new URLSearchParams(), scale: "share", step: 1 }, root);
    return markup`<li><a href="${address}">${texts.join(" and ")}</a></li>`;
  });
  return markup`<h2>For example</h2><ul class="trends-examples">${links}</ul>`;
}

function answer(series: readonly Trend[], question: TrendsQuestion, request: PageRequest): Html {
  const { corpus, root } = request;
  if (series.every(({ years }) => years.length === 0)) {
    return markup`<p>No dated case matches the filters.</p>`;
  }
  const hasFew = series[0]?.years.some(({ total }) => total < FEW_CASES);
  return markup`<figure class="trends-figure">
${plotHtml(plotOf(series, question))}
<figcaption>${plotTitle(question)}${filterWords(question.filters, corpus)}. ${question.step === 1 ? "Years" : "Decades"} without cases are gaps${hasFew === true ? `; with fewer than ${FEW_CASES}, they are lighter` : ""}. <span class="needs-script no-print">Point at a year for its numbers; a click leads to its row in the table.</span></figcaption>
</figure>
${ways(question, root)}
<h2 id="numbers">The numbers</h2>
${trendsTable(series, question, root)}`;
}

function ways(question: TrendsQuestion, root: string): Html {
  const address = trendsAddress(question, root);
  const scale = question.scale === "share" ? "cases" : "share";
  const step = question.step === 1 ? 10 : 1;
  return markup`<ul class="trends-ways no-print">
<li><a href="${trendsAddress({ ...question, scale }, root)}">Show the ${scale === "cases" ? "number of cases" : "share of each year's cases"}</a></li>
<li><a href="${trendsAddress({ ...question, step }, root)}">Show ${step === 1 ? "years" : "decades"}</a></li>
<li><a href="${address}&amp;format=csv" download>Download the numbers (CSV)</a></li>
<li><a href="${address}&amp;format=svg" download>Download the plot (SVG)</a></li>
</ul>`;
}

/** The numbers of a plot: a row for each year, two columns for each text, and all cases. The script reads them from it. */
function trendsTable(series: readonly Trend[], question: TrendsQuestion, root: string): Html {
  const years = series[0]?.years ?? [];
  const decimals = decimalsOf(series);
  const heads = series.map(
    ({ text }, at) =>
      markup`<th scope="colgroup" colspan="2"><svg class="swatch line-${at + 1}" width="28" height="12" aria-hidden="true"><path d="M0 6H28"/></svg> <a href="${casesAddress(text, question, root)}"><bdi>${text}</bdi></a></th>`,
  );
  const cells = ({ text, years: textYears }: Trend, row: number): Html => {
    const cell = textYears[row];
    if (cell === undefined) return markup`<td></td><td></td>`;
    const number = numberWords(cell.count);
    const count =
      cell.count > 0
        ? markup`<a href="${casesOfYearAddress(text, cell.year, question, root)}">${number}</a>`
        : number;
    return markup`<td>${count}</td><td>${shareWords(cell, decimals)}</td>`;
  };
  const rows = years.map(
    ({ year, total }, row) =>
      markup`<tr><th scope="row">${year}${question.step === 1 ? null : "s"}</th>${series.map((trend) => cells(trend, row))}<td>${numberWords(total)}</td></tr>\n`,
  );
  const sums = series.map(
    (trend) => markup`<td>${numberWords(trend.count)}</td><td>${shareWords(trend, decimals)}</td>`,
  );
  return markup`<div class="trends-table" role="region" aria-labelledby="numbers" tabindex="0">
<table aria-labelledby="numbers"><thead>
<tr><th scope="col" rowspan="2">${question.step === 1 ? "Year" : "Decade"}</th>${heads}<th scope="col" rowspan="2">All cases</th></tr>
<tr>${series.map(() => markup`<th scope="col">Cases</th><th scope="col">Share</th>`)}</tr>
</thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">All years</th>${sums}<td>${numberWords(series[0]?.total ?? 0)}</td></tr></tfoot></table></div>`;
}

/** The formats of the answer as a file (its numbers, or its plot), by the value of `format`, which is also the ending of the file's name. */
const TYPES = { csv: "text/csv; charset=utf-8", svg: "image/svg+xml" } as const;

type TrendsFormat = keyof typeof TYPES;

/** The page, or the file that the parameter `format` asks for. Where a file cannot be made, the page that says why. */
export function trendsAnswer(request: PageRequest): Page | PageFile {
  const format = request.query.get("format");
  if (format !== "csv" && format !== "svg") return trendsPage(request);
  const content = contentOf(format, request);
  if (content !== null) return { name: `trends.${format}`, type: TYPES[format], content };
  const page = trendsPage(request);
  return page.status === 200 ? { ...page, status: 404 } : page;
}

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
  const isListener = (unit: { readonly source: string; readonly casesImported: number }): boolean =>
    unit.source === "courtlistener" && unit.casesImported > 0;
  const sources = corpus.coverage().units.some(isListener) ? " and CourtListener" : "";
  return `Caselaw Access Project${sources}, ${counted(cases, "case")} in this corpus${yearsDecided(years)}${at}`;
}
