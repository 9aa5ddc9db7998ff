/** Decisions per year that match, as a plot and as a table: the counting of `caselaw trends`. */
import type { Trend } from "../../corpus/trends.ts";
import { CaselawError } from "../../domain/errors.ts";
import { readCaseRequest } from "../../v1/case-request.ts";
import { valuesOf } from "../../v1/parameter.ts";
import { readTrendsQuery } from "../../v1/trends.ts";
import { type Html, markup } from "../markup.ts";
import { nameOf } from "../names.ts";
import type { Messages, Page, PageRequest } from "../page.ts";
import { counted, dateWords, numberWords, shortened } from "../words.ts";
import { type PlotLine, plotHtml } from "./plot.ts";
import { readTrends, type TrendsQuestion, type TrendsScale, trendsAddress } from "./trends-address.ts";
import { trendsForm } from "./trends-form.ts";

export function trendsPage(request: PageRequest): Page {
  const question = readTrends(request.query);
  try {
    const below = question.texts.length === 0 ? invited(question, request) : answered(question, request);
    return { ...page(question, {}, below, request), status: 200 };
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    const sorry = markup`<p role="alert">Nothing was counted: a value is invalid; the reason is next to its field.</p>`;
    return { ...page(question, error.parameters, sorry, request), status: 400 };
  }
}

/** @throws CaselawError `invalid` with `parameters` */
function answered(question: TrendsQuestion, request: PageRequest): Html {
  const { corpus } = request;
  const query = readTrendsQuery(corpus, question.texts, question.filters);
  return answer(corpus.trends(query).series, question, request);
}

/** Filters may be there before words are. @throws CaselawError `invalid` with `parameters` */
function invited({ filters }: TrendsQuestion, { corpus, root }: PageRequest): Html {
  readCaseRequest(valuesOf(filters), corpus);
  return invitation(root);
}

function page(
  question: TrendsQuestion,
  messages: Messages,
  below: Html,
  request: PageRequest,
): Omit<Page, "status"> {
  const main = markup`<h1>Trends</h1>
<p class="lead">In how many decisions of each year do words occur? Compare up to five searches.</p>
${trendsForm(question, messages, request)}
${below}`;
  return {
    title: [shortened(question.texts.join(", ")), "Trends"].filter((part) => part !== "").join(" · "),
    main,
  };
}

const EXAMPLES = [
  { texts: ["negligence", "trespass"], scale: "per 10,000" },
  { texts: ["carriage", "automobile"], scale: "decisions" },
  { texts: ['"due process"', '"equal protection"'], scale: "per 10,000" },
] as const;

function invitation(root: string): Html {
  const links = EXAMPLES.map(({ texts, scale }) => {
    const address = trendsAddress({ texts, filters: new URLSearchParams(), scale }, root);
    return markup`<li><a href="${address}">${texts.join(" and ")}</a></li>`;
  });
  return markup`<h2>For example</h2><ul class="trends-examples">${links}</ul>`;
}

function answer(series: readonly Trend[], question: TrendsQuestion, request: PageRequest): Html {
  const { root } = request;
  if (series.every(({ years }) => years.length === 0)) {
    return markup`<p>No dated decision matches the filters.</p>`;
  }
  const other: TrendsScale = question.scale === "decisions" ? "per 10,000" : "decisions";
  const unit = UNITS[question.scale];
  return markup`<figure class="trends-figure">
${plotHtml({ lines: series.map((one) => lineOf(one, question.scale)), label: described(series, question), unit, leastStep: question.scale === "decisions" ? 1 : 0 })}
<figcaption>${unit} by year${filterWords(question.filters, request)}. <a href="${trendsAddress({ ...question, scale: other }, root)}">Show ${OTHER_WORDS[other]}</a></figcaption>
</figure>
<h2 id="numbers">The numbers</h2>
${trendsTable(series, question, root)}`;
}

/** `, Massachusetts, Supreme Judicial Court, from 1850 to 1899`: a print shows no fields. */
function filterWords(filters: URLSearchParams, request: PageRequest): string {
  const [from, to] = ["decision_date_min", "decision_date_max"].map((name) => filters.get(name));
  const parts = [
    filters
      .getAll("jurisdiction")
      .map((slug) => nameOf("jurisdiction", slug, request.corpus))
      .join(" or "),
    filters
      .getAll("court")
      .map((slug) => nameOf("court", slug, request.corpus))
      .join(" or "),
    [from ? `from ${dateWords(from)}` : "", to ? `to ${dateWords(to)}` : ""]
      .filter((one) => one !== "")
      .join(" "),
  ];
  return parts
    .filter((part) => part !== "")
    .map((part) => `, ${part}`)
    .join("");
}

const UNITS: Readonly<Record<TrendsScale, string>> = {
  decisions: "Matching decisions",
  "per 10,000": "Matches per 10,000 decisions",
};
const OTHER_WORDS: Readonly<Record<TrendsScale, string>> = {
  decisions: "the number of matching decisions",
  "per 10,000": "matches per 10,000 decisions",
};

/** Years without decisions have no matches, and no share. */
function lineOf({ text, years }: Trend, scale: TrendsScale): PlotLine {
  if (scale === "per 10,000") {
    return { label: text, points: years.map(({ year, per10000: value }) => ({ year, value })) };
  }
  const counts = new Map(years.map(({ year, count }) => [year, count]));
  const [first = 0, last = -1] = [years[0]?.year, years.at(-1)?.year];
  const points = Array.from({ length: last - first + 1 }, (_, at) => ({
    year: first + at,
    value: counts.get(first + at) ?? 0,
  }));
  return { label: text, points };
}

/** `Matching decisions, by year, 1819 to 2017. negligence: 312 decisions, most in 1903 (12). …` */
function described(series: readonly Trend[], { scale }: TrendsQuestion): string {
  const years = series[0]?.years ?? [];
  const lines = series.map(({ text, count, years: own }) => {
    const value = (one: (typeof own)[number]): number => (scale === "decisions" ? one.count : one.per10000);
    const top = own.reduce((best, one) => (value(one) > value(best) ? one : best), own[0] ?? NO_YEAR);
    const most = value(top) === 0 ? "none" : `most in ${top.year} (${value(top)})`;
    return `${text}: ${counted(count, "decision")}, ${most}.`;
  });
  return [`${UNITS[scale]}, by year, ${years[0]?.year} to ${years.at(-1)?.year}.`, ...lines].join(" ");
}

const NO_YEAR = { year: 0, count: 0, total: 0, per10000: 0 };

/** The numbers: a row for each year, a column for each text, and the total. */
function trendsTable(series: readonly Trend[], { filters, scale }: TrendsQuestion, root: string): Html {
  const years = series[0]?.years ?? [];
  const shown = (one: { readonly count: number; readonly per10000: number }): string =>
    scale === "decisions" ? numberWords(one.count) : one.per10000.toLocaleString("en-US", TWO_PLACES);
  const heads = series.map(({ text }, at) => {
    const query = new URLSearchParams([["search", text], ...filters]);
    return markup`<th scope="col" class="number"><svg class="swatch line-${at + 1}" width="28" height="12" aria-hidden="true"><path d="M0 6H28"/></svg> <a href="${root}/?${query}"><bdi>${text}</bdi></a></th>`;
  });
  const rows = years.map(
    ({ year, total }, row) =>
      markup`<tr><th scope="row">${year}</th>${series.map((one) => markup`<td class="number">${shown(one.years[row] ?? NONE)}</td>`)}<td class="number">${numberWords(total)}</td></tr>\n`,
  );
  const sums = series.map((one) => markup`<td class="number">${shown(one)}</td>`);
  return markup`<div class="trends-table" role="region" aria-labelledby="numbers" tabindex="0">
<table aria-labelledby="numbers"><thead><tr><th scope="col">Year</th>${heads}<th scope="col" class="number">All decisions</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">All years</th>${sums}<td class="number">${numberWords(series[0]?.total ?? 0)}</td></tr></tfoot></table></div>`;
}

const TWO_PLACES = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const NONE = { count: 0, per10000: 0 };
