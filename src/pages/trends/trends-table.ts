/** The numbers of a trends plot: a row for each year, a column for each text, and the total. */
import type { Trend } from "../../corpus/trends.ts";
import { type Html, markup } from "../markup.ts";
import { numberWords } from "../words.ts";
import type { TrendsAsked } from "./trends-asked.ts";

/** @param root as in `PageRequest` */
export function trendsTable(series: readonly Trend[], { filters, scale }: TrendsAsked, root: string): Html {
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
