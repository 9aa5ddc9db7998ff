/**
 * Where each case of the collection is printed. A table has the number of cases of each reporter in each year; everything else
 * is computed from it. So a case can name the citation, the id and the date of any other case, and no case is kept in memory.
 */
import { mixSeeds, randomFrom } from "../synthetic/random.ts";
import { JURISDICTIONS, type Jurisdiction } from "./jurisdictions.ts";
import { REPORTER_LIST, regionalReporter } from "./reporters.ts";
import { shareExactly, type Years, yearTotals } from "./years.ts";

export interface LayoutPlan {
  readonly cases: number;
  readonly years: Years;
  readonly seed: number;
}

/** A case, by its reporter and its place among the reporter's cases of a year, in the order of their dates. */
export interface Spot {
  /** Index in `REPORTER_LIST`. */
  readonly reporter: number;
  readonly year: number;
  readonly nth: number;
  /** Cases of the reporter in that year. */
  readonly of: number;
}

export interface Layout extends LayoutPlan {
  /** Cases of each year and, within it, of each reporter before this one: `years × (reporters + 1)`. */
  readonly reached: Int32Array;
  /** Cases of each reporter before each year: `reporters × (years + 1)`. */
  readonly before: Int32Array;
  /** Cases of all years before each year. */
  readonly yearStarts: Int32Array;
  /** The number of each reporter's first volume among all. */
  readonly firstVolumes: Int32Array;
  /** The id of each volume's first case. */
  readonly volumeIds: Int32Array;
  /** Volumes a year of each reporter where it prints cases of others again. */
  readonly parallelVolumes: Int32Array;
  readonly parallels: Parallels;
}

/** Which reporter prints a case again, by the first reporter and the region's three series. */
interface Parallels {
  /** Place of a reporter among those whose cases the regional one prints again, from 1 on; 0 for none. */
  readonly places: Int32Array;
  /** How many of them there are for each regional reporter, and one for its own cases. */
  readonly counts: Int32Array;
  /** Index of the regional reporter by reporter and year; -1 for none. */
  readonly reporters: Int16Array;
}

const R = REPORTER_LIST.length;
/** Ids that a volume leaves out after its cases, at most: real ids have gaps. */
const MAX_GAP = 220;
/** Cases of one reporter that the regional volume of a year prints again, at most. */
const PARALLEL_CASES = 90;

export function openLayout(plan: LayoutPlan): Layout {
  const { cases, years, seed } = plan;
  const totals = yearTotals(cases, years);
  const reached = new Int32Array(totals.length * (R + 1));
  const before = new Int32Array((totals.length + 1) * R);
  const yearStarts = new Int32Array(totals.length + 1);
  for (const [y, total] of totals.entries()) {
    const counts = shareExactly(total, weightsIn(years.from + y), (mixSeeds(seed, y, 31) >>> 0) / 2 ** 32);
    yearStarts[y + 1] = at(yearStarts, y) + total;
    for (const [r, count] of counts.entries()) {
      reached[y * (R + 1) + r + 1] = at(reached, y * (R + 1) + r) + count;
      before[r * (totals.length + 1) + y + 1] = at(before, r * (totals.length + 1) + y) + count;
    }
  }
  const layout = { ...plan, reached, before, yearStarts };
  const firstVolumes = new Int32Array(R + 1);
  for (const [r, { volumeCases }] of REPORTER_LIST.entries()) {
    firstVolumes[r + 1] = at(firstVolumes, r) + Math.ceil(casesOfReporter(layout, r) / volumeCases);
  }
  const parallels = findParallels(layout);
  const parallelVolumes = new Int32Array(R);
  for (let r = 0; r < R; r++) {
    for (let y = 0; y < totals.length; y++) {
      const again = at(parallels.reporters, r * totals.length + y);
      if (again < 0) continue;
      const needed = Math.ceil(countOf(layout, r, y) / PARALLEL_CASES);
      parallelVolumes[again] = Math.max(at(parallelVolumes, again), needed);
    }
  }
  const volumeIds = idsOfVolumes(layout, firstVolumes);
  return { ...layout, firstVolumes, volumeIds, parallels, parallelVolumes };
}

/** Each reporter's share of a year: its jurisdictions' weights, shared out among the reporters that appear then. */
function weightsIn(year: number): Float64Array {
  const appears = REPORTER_LIST.map(({ from, to }) => year >= from && year <= to);
  const sums = new Float64Array(JURISDICTIONS.length);
  for (const [r, { jurisdictions, weight }] of REPORTER_LIST.entries()) {
    if (appears[r]) for (const j of jurisdictions) sums[j] = at(sums, j) + weight;
  }
  return Float64Array.from(REPORTER_LIST, ({ jurisdictions, weight }, r) => {
    if (!appears[r]) return 0;
    return jurisdictions.reduce((sum, j) => sum + (shareOf(j, year) * weight) / (at(sums, j) || 1), 0);
  });
}

/** A jurisdiction's weight in a year: a young one has few cases. */
export function shareOf(j: number, year: number): number {
  const jurisdiction = JURISDICTIONS[j];
  if (jurisdiction === undefined || year < jurisdiction.firstYear || year > jurisdiction.lastYear) return 0;
  return jurisdiction.weight * Math.min(1, (year - jurisdiction.firstYear + 2) / 50);
}

/** Volumes get their ids in an order of chance, so that ids do not follow dates, and neighbours stay neighbours. */
function idsOfVolumes(
  layout: Pick<Layout, "before" | "years" | "seed">,
  firstVolumes: Int32Array,
): Int32Array {
  const volumes = at(firstVolumes, R);
  const order = Int32Array.from({ length: volumes }, (_, nth) => nth);
  const random = randomFrom(mixSeeds(layout.seed, 32));
  for (let last = volumes - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [at(order, other), at(order, last)];
  }
  const sizes = new Int32Array(volumes);
  for (const [r, { volumeCases }] of REPORTER_LIST.entries()) {
    const all = casesOfReporter(layout, r);
    for (let first = 0, v = at(firstVolumes, r); first < all; first += volumeCases, v++) {
      sizes[v] = Math.min(volumeCases, all - first);
    }
  }
  const ids = new Int32Array(volumes);
  let next = 1;
  for (const v of order) {
    ids[v] = next;
    next += at(sizes, v) + Math.floor(random() * MAX_GAP);
  }
  return ids;
}

function findParallels({ years }: Pick<Layout, "years">): Parallels {
  const count = yearCount(years);
  const places = new Int32Array(R);
  const counts = new Int32Array(R).fill(1);
  const reporters = new Int16Array(R * count).fill(-1);
  const known = new Map<Jurisdiction, readonly number[]>();
  for (const [r, { bench, jurisdictions, shortName }] of REPORTER_LIST.entries()) {
    const jurisdiction = JURISDICTIONS[jurisdictions[0] ?? -1];
    const isAgain = (bench === "supreme" || bench === "appellate") && shortName !== "S. Ct.";
    if (jurisdiction === undefined || !isAgain) continue;
    if (jurisdiction.name === "U.S." && bench !== "supreme") continue;
    const regional =
      known.get(jurisdiction) ??
      Array.from({ length: count }, (_, y) => regionalReporter(jurisdiction, years.from + y));
    known.set(jurisdiction, regional);
    reporters.set(regional, r * count);
    const seen = new Set(regional.filter((again) => again >= 0));
    // one place for all series of the region, so that a page belongs to one reporter
    const place = Math.max(0, ...[...seen].map((again) => at(counts, again)));
    if (seen.size > 0) places[r] = place;
    for (const again of seen) counts[again] = place + 1;
  }
  return { places, counts, reporters };
}

export function casesOfReporter({ before, years }: Pick<Layout, "before" | "years">, r: number): number {
  const width = yearCount(years) + 1;
  return at(before, r * width + width - 1);
}

/** Cases of a reporter in the year with this index. */
export function countOf({ reached }: Pick<Layout, "reached">, r: number, y: number): number {
  return at(reached, y * (R + 1) + r + 1) - at(reached, y * (R + 1) + r);
}

export function yearCount({ from, to }: Years): number {
  return to - from + 1;
}

/** A number of a table; 0 outside of it. */
export function at(table: ArrayLike<number>, index: number): number {
  return table[index] ?? 0;
}

/** The last index of an ascending part of a table, `from` to before `to`, whose number is not above this one. */
export function lastUpTo(
  table: ArrayLike<number>,
  [from, to]: readonly [number, number],
  value: number,
): number {
  let [low, high] = [from, to - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at(table, middle) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The spot of a case by its number among all cases, which ascends with the years. */
export function spotOf({ yearStarts, reached, years }: Layout, number: number): Spot {
  const y = lastUpTo(yearStarts, [0, yearCount(years)], number);
  return spotInYear({ reached, years }, y, number - at(yearStarts, y));
}

/** @param y the year's index */
export function spotInYear(
  { reached, years }: Pick<Layout, "reached" | "years">,
  y: number,
  number: number,
): Spot {
  const row = y * (R + 1);
  const found = lastUpTo(reached, [row, row + R], number);
  return {
    reporter: found - row,
    year: years.from + y,
    nth: number - at(reached, found),
    of: at(reached, found + 1) - at(reached, found),
  };
}
