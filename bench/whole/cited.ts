/**
 * Which older cases a case cites: a few famous ones, whose in-degree follows a power law, and cases of its own
 * jurisdiction of the years before, some of them much more often than their neighbours.
 */
import { longTailed, mixSeeds, type Random } from "../synthetic/random.ts";
import { at, type Layout, lastUpTo, type Spot, spotInYear, spotOf, yearCount } from "./layout.ts";
import { citeOf, printOf } from "./print.ts";
import { REPORTER_LIST } from "./reporters.ts";

/** An entry of `cites_to` (docs/formats.md, "Lines of a bulk file"). */
export interface Cited {
  readonly cite: string;
  readonly case_ids?: readonly number[];
}

/** Draws the cases that one case cites. */
export type DrawCited = (random: Random, spot: Spot, jurisdiction: number) => Cited[];

/** Share of entries that name a famous case. */
const FAMOUS_SHARE = 0.3;
/** How many such cases there are, and the share of all cases they are at most. */
const FAMOUS = { most: 100_000, share: 0.0145 };
/** The nth is cited as often as `(n + SHIFT) ** -0.75`: the exponent and the shift give some 10,000 times at most. */
const SHIFT = 20;
const POWER = 0.25;
/** Years between a case and the ones it cites, in the mean. */
const MEAN_AGE = 12;
/** Part of a year that lies between them at least, so that the cited case is older by its date too. */
const LEAST_AGE = 0.02;
/** Cases of which the first is cited much more often than the last. */
const NEIGHBOURS = 16;
/** Share of entries with the id of the cited case. */
const WITH_IDS = 0.7;
const TRIES = 6;
/** The median is 2. */
const MEAN_ENTRIES = 3.2;
const MOST_ENTRIES = 400;

export function openCited(layout: Layout): DrawCited {
  const famous = famousCases(layout);
  const ranges = rangesOfJurisdictions();
  return (random, spot, jurisdiction) => {
    const count = Math.min(MOST_ENTRIES, Math.floor(longTailed(random, MEAN_ENTRIES)));
    const moment = spot.year + spot.nth / spot.of;
    const entries = new Map<string, Cited>();
    for (let nth = 0; nth < count; nth++) {
      const found =
        (random() < FAMOUS_SHARE ? drawFamous(random, famous, moment) : null) ??
        drawNeighbour(random, layout, { moment, range: ranges[jurisdiction] ?? [0, 0] });
      if (found === null) continue;
      const print = printOf(layout, found);
      const cite = citeOf(print);
      entries.set(cite, random() < WITH_IDS ? { cite, case_ids: [print.id] } : { cite });
    }
    return [...entries.values()];
  };
}

function famousCases(layout: Layout): readonly Spot[] {
  const { cases, seed } = layout;
  const count = Math.max(1, Math.min(FAMOUS.most, Math.floor(cases * FAMOUS.share)));
  return Array.from({ length: count }, (_, rank) =>
    spotOf(layout, Math.floor(((mixSeeds(seed, rank, 51) >>> 0) / 2 ** 32) * cases)),
  );
}

function drawFamous(random: Random, famous: readonly Spot[], moment: number): Spot | null {
  const [low, high] = [SHIFT ** POWER, (famous.length + SHIFT) ** POWER];
  for (let tries = 0; tries < TRIES; tries++) {
    const rank = Math.floor((low + random() * (high - low)) ** (1 / POWER) - SHIFT);
    const spot = famous[rank];
    if (spot !== undefined && latestOf(spot) < moment - LEAST_AGE) return spot;
  }
  return null;
}

/** The range of each jurisdiction's own reporters in the list: first, and last plus one. */
function rangesOfJurisdictions(): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const [r, { jurisdictions }] of REPORTER_LIST.entries()) {
    const [j, ...others] = jurisdictions;
    if (j === undefined || others.length > 0) continue;
    const range = ranges[j];
    if (range === undefined) ranges[j] = [r, r + 1];
    else range[1] = r + 1;
  }
  return ranges;
}

interface Around {
  readonly moment: number;
  /** The jurisdiction's reporters. */
  readonly range: readonly [number, number];
}

function drawNeighbour(random: Random, layout: Layout, { moment, range }: Around): Spot | null {
  const { years, reached, seed } = layout;
  const span = moment - LEAST_AGE - years.from;
  if (span <= 0) return null;
  for (let tries = 0; tries < TRIES; tries++) {
    const age = LEAST_AGE - MEAN_AGE * Math.log(1 - random());
    const wanted = moment - age > years.from ? moment - age : years.from + random() * span;
    const y = Math.min(Math.floor(wanted) - years.from, yearCount(years) - 1);
    const row = y * (REPORTER_LIST.length + 1);
    const [before, upTo] = [at(reached, row + range[0]), at(reached, row + range[1])];
    if (before === upTo) continue;
    const r = lastUpTo(
      reached,
      [row + range[0], row + range[1]],
      before + Math.floor(random() * (upTo - before)),
    );
    const of = at(reached, r + 1) - at(reached, r);
    const near = Math.floor((wanted % 1) * of);
    const first = near - (near % NEIGHBOURS);
    const nth = first + skewed(random, mixSeeds(seed, r, first), Math.min(NEIGHBOURS, of - first));
    const found = spotInYear(layout, y, at(reached, r) + nth);
    if (latestOf(found) < moment - LEAST_AGE / 2) return found;
  }
  return null;
}

/** A number below `count`: one of them, which the seed names, much more often than the others. */
function skewed(random: Random, seed: number, count: number): number {
  return (Math.floor(count * random() ** 3) + (seed >>> 7)) % count;
}

/** The end of the part of its year in which the case is decided; `placeInYear` says when exactly. */
function latestOf({ year, nth, of }: Spot): number {
  return year + (nth + 1) / of;
}
