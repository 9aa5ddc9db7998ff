/**
 * A small histogram of the years of the matches, above the fields of the dates. A script lets a reader drag over it to fill
 * the fields (assets/pages.js); without it the fields do the same.
 */
import type { FacetCount } from "../../domain/query.ts";
import { type Html, markup } from "../markup.ts";
import { counted } from "../words.ts";

/** Years of a bar: the first that gives no more bars than fit. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
const MAX_BARS = 60;
/** Of the picture, which is as wide as its column. */
const HEIGHT = 40;
const BAR_WIDTH = 10;
/** A few cases among thousands still show. */
const LEAST_HEIGHT = 1.5;

/** @param years all years with matches, also those outside of the requested dates, ascending; null: only one year, or none */
export function yearRange(years: readonly FacetCount[], parameters: URLSearchParams): Html | null {
  const [first, last] = [years[0]?.value, years.at(-1)?.value];
  if (first === undefined || last === undefined || first === last) return null;
  const step = STEPS.find((one) => barsBetween(first, last, one) <= MAX_BARS) ?? 500;
  const start = Math.floor(first / step) * step;
  const counts = new Array<number>(barsBetween(first, last, step)).fill(0);
  for (const { value, count } of years) {
    const at = (value - start) / step;
    counts[Math.floor(at)] = (counts[Math.floor(at)] ?? 0) + count;
  }
  const most = Math.max(...counts);
  const [from, to] = [yearOf(parameters, "decision_date_min"), yearOf(parameters, "decision_date_max")];
  const bars = counts.map((count, at) => {
    const year = start + at * step;
    const isOut = (from !== null && year + step - 1 < from) || (to !== null && year > to);
    const height = count === 0 ? 0 : Math.max(LEAST_HEIGHT, (HEIGHT * count) / most);
    const drawn = height.toFixed(1);
    return markup`<rect x="${at * BAR_WIDTH}" y="${(HEIGHT - height).toFixed(1)}" width="${BAR_WIDTH - 1}" height="${drawn}"${isOut ? markup` class="out"` : null}/>`;
  });
  const cases = counted(
    years.reduce((sum, { count }) => sum + count, 0),
    "case",
  );
  return markup`<figure class="year-range">
<svg viewBox="0 0 ${counts.length * BAR_WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${cases} from ${first} to ${last}" data-first="${start}" data-step="${step}">${bars}</svg>
<figcaption><span>${first}</span> <span class="needs-script">drag to choose years</span> <span>${last}</span></figcaption>
</figure>`;
}

function barsBetween(first: number, last: number, step: number): number {
  return Math.floor(last / step) - Math.floor(first / step) + 1;
}

function yearOf(parameters: URLSearchParams, name: string): number | null {
  const year = /^\d{4}/.exec(parameters.get(name) ?? "")?.[0];
  return year === undefined ? null : Number(year);
}
