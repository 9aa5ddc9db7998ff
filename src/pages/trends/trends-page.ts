/** Cases per year that match, as a plot and as a table: the counting of `caselaw trends`. */
import type { Trend } from "../../corpus/trends.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { FacetCount } from "../../domain/query.ts";
import { readCaseRequest } from "../../v1/case-parameters.ts";
import { type Messages, valuesOf } from "../../v1/parameter.ts";
import { readTrendsQuery } from "../../v1/trends.ts";
import { type Html, markup } from "../markup.ts";
import type { Page, PageRequest } from "../page.ts";
import { SWAPPED } from "../search-address.ts";
import { shortened } from "../words.ts";
import { plotHtml } from "./plot.ts";
import { readTrends, type TrendsQuestion, type TrendsScale, trendsAddress } from "./trends-address.ts";
import { trendsForm, type YearSpan } from "./trends-form.ts";
import { FEW_CASES, filterWords, inSteps, plotOf, plotTitle } from "./trends-lines.ts";
import { trendsTable } from "./trends-table.ts";

export function trendsPage(request: PageRequest): Page {
  const question = readTrends(request.query);
  try {
    const { below, span } =
      question.texts.length === 0 ? invited(question, request) : answered(question, request);
    return { ...page(question, { messages: {}, span }, below, request), status: 200 };
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    const sorry = markup`<p role="alert">Nothing was counted: a value is invalid; the reason is next to its field.</p>`;
    const span = spanOf(request.corpus.facet({}, "decision_date").map(({ value }) => value));
    return { ...page(question, { messages: error.parameters, span }, sorry, request), status: 400 };
  }
}

interface Answered {
  readonly below: Html | null;
  /** The years of the cases that the filters leave. */
  readonly span: YearSpan | null;
}

/** @throws CaselawError `invalid` with `parameters` */
function answered(question: TrendsQuestion, request: PageRequest): Answered {
  const { corpus } = request;
  const query = readTrendsQuery(corpus, question.texts, question.filters);
  const { series } = corpus.trends(query);
  const span = spanOf((series[0]?.years ?? []).map(({ year }) => year));
  return { below: answer(inSteps(series, question.step), question, request), span };
}

/** Filters may be there before words are. @throws CaselawError `invalid` with `parameters` */
function invited({ filters }: TrendsQuestion, request: PageRequest): Answered {
  const { corpus } = request;
  const { filter } = readCaseRequest(valuesOf(filters), corpus);
  const years: FacetCount[] = corpus.facet(filter, "decision_date");
  return { below: invitation(request), span: spanOf(years.map(({ value }) => value)) };
}

/** @param years ascending */
function spanOf(years: readonly number[]): YearSpan | null {
  const [first, last] = [years[0], years.at(-1)];
  return first === undefined || last === undefined ? null : { first, last };
}

function page(
  question: TrendsQuestion,
  shown: { readonly messages: Messages; readonly span: YearSpan | null },
  below: Html | null,
  request: PageRequest,
): Omit<Page, "status"> {
  const main = markup`<h1>Trends</h1>
<p class="lead">In which share of each year's cases do words occur? Compare up to five searches.</p>
${question.isSwapped ? SWAPPED : null}
${trendsForm(question, shown, request)}
${below}`;
  return {
    title: [shortened(question.texts.join(", ")), "Trends"].filter((part) => part !== "").join(" · "),
    main,
  };
}

const EXAMPLES = [
  ["negligence", "trespass"],
  ["carriage", "automobile"],
  ['"due process"', '"equal protection"'],
] as const;

/** Those of which each text is in the corpus. */
function invitation({ corpus, root }: PageRequest): Html | null {
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
<figcaption>${plotTitle(question)}${filterWords(question.filters, corpus)}. ${question.step === 1 ? "Years" : "Decades"} without cases are gaps${hasFew === true ? `; with fewer than ${FEW_CASES}, they are lighter` : ""}. <span class="needs-script no-print">Each point leads to its cases<span class="needs-keys">: point at it, or press Tab and the arrow keys</span>.</span></figcaption>
</figure>
${ways(question, root)}
<h2 id="numbers">The numbers</h2>
${trendsTable(series, question, root)}`;
}

const OTHER_WORDS: Readonly<Record<TrendsScale, string>> = {
  cases: "Show the number of cases",
  share: "Show the share of each year's cases",
};

/** The other scale, and the plot and its numbers as files. */
function ways(question: TrendsQuestion, root: string): Html {
  const other: TrendsScale = question.scale === "share" ? "cases" : "share";
  const own = trendsAddress(question, root);
  const step = question.step === 1 ? 10 : 1;
  return markup`<ul class="trends-ways no-print">
<li><a href="${trendsAddress({ ...question, scale: other }, root)}">${OTHER_WORDS[other]}</a></li>
<li><a href="${trendsAddress({ ...question, step }, root)}">Show ${step === 1 ? "years" : "decades"}</a></li>
<li><a href="${own}&amp;format=csv" download>Download the numbers (CSV)</a></li>
<li><a href="${own}&amp;format=svg" download>Download the plot (SVG)</a></li>
</ul>`;
}
