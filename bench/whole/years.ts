/** How many cases of the collection are decided in each year: the rising curve of the real collection. */

export const FIRST_YEAR = 1658;
export const LAST_YEAR = 2020;
/** Cases of the collection with all years. */
export const WHOLE_CASES = 6_900_000;

/** Cases a year at some years; straight lines between them, and the sum is scaled to `WHOLE_CASES`. */
const CURVE: readonly (readonly [year: number, cases: number])[] = [
  [1658, 2],
  [1780, 15],
  [1800, 1_000],
  [1850, 6_000],
  [1880, 22_000],
  [1900, 38_000],
  [1930, 60_000],
  [1950, 48_000],
  [1970, 75_000],
  [1990, 115_000],
  [2010, 125_000],
  [2018, 40_000],
  [2020, 12_000],
];
/** Year at which a smaller collection of the same density ends. */
const LATE_YEAR = 2010;

/** Both included. */
export interface Years {
  readonly from: number;
  readonly to: number;
}

export const ALL_YEARS: Years = { from: FIRST_YEAR, to: LAST_YEAR };

const SCALE = WHOLE_CASES / sumOf(ALL_YEARS, onCurve);

/** Cases of a year in the whole collection. */
export function casesOfYear(year: number): number {
  return SCALE * onCurve(year);
}

/** The years up to 2010, few enough that so many cases have about the density a day of the whole collection. */
export function yearsOf(cases: number): Years {
  if (cases >= WHOLE_CASES) return ALL_YEARS;
  let [from, left] = [LATE_YEAR, cases - casesOfYear(LATE_YEAR)];
  while (from > FIRST_YEAR && left > casesOfYear(from - 1) / 2) left -= casesOfYear(--from);
  return { from, to: LATE_YEAR };
}

/** Shares `cases` out over the years; the first is that of `from`, and the sum is exact. */
export function yearTotals(cases: number, years: Years): Int32Array {
  const weights = Array.from({ length: years.to - years.from + 1 }, (_, at) => casesOfYear(years.from + at));
  return shareExactly(cases, weights, 0.5);
}

/**
 * Shares a number out by weights, in whole numbers with exactly that sum.
 *
 * @param phase from 0 up to but without 1: which of several small weights get the few that there are
 */
export function shareExactly(total: number, weights: ArrayLike<number>, phase: number): Int32Array {
  const shares = new Int32Array(weights.length);
  const sum = Array.from(weights).reduce((all, weight) => all + weight, 0);
  let [reached, given] = [0, 0];
  for (let at = 0; at < weights.length; at++) {
    reached += weights[at] ?? 0;
    const upTo = sum === 0 ? 0 : Math.min(total, Math.floor((total * reached) / sum + phase));
    shares[at] = upTo - given;
    given = upTo;
  }
  if (given < total) shares[heaviest(weights)] = (shares[heaviest(weights)] ?? 0) + total - given;
  return shares;
}

function heaviest(weights: ArrayLike<number>): number {
  let best = 0;
  for (let at = 1; at < weights.length; at++) if ((weights[at] ?? 0) > (weights[best] ?? 0)) best = at;
  return best;
}

function onCurve(year: number): number {
  const after = Math.max(
    1,
    CURVE.findIndex(([known]) => known >= year),
  );
  const [[from, low], [to, high]] = [CURVE[after - 1] ?? [year, 0], CURVE[after] ?? [year, 0]];
  return low + ((high - low) * (year - from)) / Math.max(1, to - from);
}

function sumOf({ from, to }: Years, count: (year: number) => number): number {
  let sum = 0;
  for (let year = from; year <= to; year++) sum += count(year);
  return sum;
}
