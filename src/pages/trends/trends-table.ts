/** The numbers of a plot: a row for each year, two columns for each text, and all cases. The script reads its points from it. */
import type { Trend } from "../../corpus/trends.ts";
import { type Html, markup } from "../markup.ts";
import { numberWords } from "../words.ts";
import { casesAddress, casesOfYearAddress, type TrendsQuestion } from "./trends-address.ts";
import { decimalsOf, shareWords } from "./trends-lines.ts";

/** Years with a link to their cases, so that the page stays below 100 kB. The points of the plot have theirs from a script. */
const MAX_LINKS = 500;

export function trendsTable(series: readonly Trend[], question: TrendsQuestion, root: string): Html {
  const years = series[0]?.years ?? [];
  const decimals = decimalsOf(series);
  const isLinked = series.length * years.length <= MAX_LINKS;
  const heads = series.map(
    ({ text }, at) =>
      markup`<th scope="colgroup" colspan="2"><svg class="swatch line-${at + 1}" width="28" height="12" aria-hidden="true"><path d="M0 6H28"/></svg> <a href="${casesAddress(text, question, root)}"><bdi>${text}</bdi></a></th>`,
  );
  const cells = ({ text, years: own }: Trend, row: number): Html => {
    const one = own[row];
    if (one === undefined) return markup`<td></td><td></td>`;
    const number = numberWords(one.count);
    const count =
      isLinked && one.count > 0
        ? markup`<a href="${casesOfYearAddress(text, one.year, question, root)}">${number}</a>`
        : number;
    return markup`<td>${count}</td><td>${shareWords(one, decimals)}</td>`;
  };
  const rows = years.map(
    ({ year, total }, row) =>
      markup`<tr><th scope="row">${year}${question.step === 1 ? null : "s"}</th>${series.map((one) => cells(one, row))}<td>${numberWords(total)}</td></tr>\n`,
  );
  const sums = series.map(
    (one) => markup`<td>${numberWords(one.count)}</td><td>${shareWords(one, decimals)}</td>`,
  );
  return markup`<div class="trends-table" role="region" aria-labelledby="numbers" tabindex="0">
<table aria-labelledby="numbers"><thead>
<tr><th scope="col" rowspan="2">${question.step === 1 ? "Year" : "Decade"}</th>${heads}<th scope="col" rowspan="2">All cases</th></tr>
<tr>${series.map(() => markup`<th scope="col">Cases</th><th scope="col">Share</th>`)}</tr>
</thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row">All years</th>${sums}<td>${numberWords(series[0]?.total ?? 0)}</td></tr></tfoot></table></div>`;
}
