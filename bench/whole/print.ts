/** What is printed of a case at its spot: volume, page, citation, id, the place of its date in the year. */
import { mixSeeds } from "../synthetic/random.ts";
import { at, type Layout, type Spot, yearCount } from "./layout.ts";
import { REPORTER_LIST, type Reporter } from "./reporters.ts";

export interface Print {
  readonly id: number;
  readonly reporter: Reporter;
  readonly volume: number;
  readonly page: number;
}

/** Pages from one case's first page to the next one's, unless pages of other reporters are in between. */
const PAGES_EACH = 6;
/** Share of cases at odd places that begin on the page of the one before. */
const SHARED_PAGE = 0.03;
/** Share of volumes with a list of refused appeals: many cases on one page. */
const LISTS = 0.05;
const LIST = { from: 100, to: 112 };
/** Share of cases that the regional reporter prints again, of those that it may. */
const PRINTED_AGAIN = 0.62;

/** A number of chance from 0 up to but without 1, the same for the same numbers. */
export function chanceOf(a: number, b: number, c: number, salt: number): number {
  return (mixSeeds(a, b, c, salt) >>> 0) / 2 ** 32;
}

export function printOf(layout: Layout, spot: Spot): Print {
  const { reporter: r, nth } = spot;
  const reporter = reporterAt(r);
  const k = at(layout.before, r * (yearCount(layout.years) + 1) + spot.year - layout.years.from) + nth;
  const volume = Math.floor(k / reporter.volumeCases);
  const place = k % reporter.volumeCases;
  const id = at(layout.volumeIds, at(layout.firstVolumes, r) + volume) + place;
  return { id, reporter, volume: 1 + volume, page: pageOf(layout, { r, volume, place }) };
}

export function citeOf({ reporter, volume, page }: Omit<Print, "id">): string {
  return `${volume} ${reporter.shortName} ${page}`;
}

function pageOf({ seed, parallels }: Layout, spot: { r: number; volume: number; place: number }): number {
  const { r, volume } = spot;
  let { place } = spot;
  if (place > LIST.from && place < LIST.to && chanceOf(seed, r, volume, 41) < LISTS) place = LIST.from;
  else if (place % 2 === 1 && chanceOf(seed, r, volume * 256 + place, 42) < SHARED_PAGE) place--;
  const step = at(parallels.counts, r);
  if (step > 1) return 1 + place * step;
  return 1 + place * PAGES_EACH + Math.floor(PAGES_EACH * chanceOf(seed, r, volume * 256 + place, 43));
}

/** The citation of the regional reporter that prints the case again; null where none does. */
export function parallelOf(layout: Layout, { reporter: r, year, nth, of }: Spot): string | null {
  const { parallels, years, seed, parallelVolumes } = layout;
  const y = year - years.from;
  const again = at(parallels.reporters, r * yearCount(years) + y);
  const place = at(parallels.places, r);
  if (again < 0 || place === 0 || chanceOf(seed, r * 512 + y, nth, 44) >= PRINTED_AGAIN) return null;
  const reporter = reporterAt(again);
  const volumes = at(parallelVolumes, again);
  const volume = Math.floor((nth * volumes) / of);
  const inVolume = nth - Math.ceil((volume * of) / volumes);
  const page = 1 + inVolume * at(parallels.counts, again) + place;
  return citeOf({ reporter, volume: 1 + (year - reporter.from) * volumes + volume, page });
}

/** The case's place in its year, `0` up to but without `1`; it ascends with the case's place in its reporter. */
export function placeInYear({ seed }: Layout, { reporter, year, nth, of }: Spot): number {
  return (nth + chanceOf(seed, reporter * 512 + (year - 1600), nth, 45)) / of;
}

export function reporterAt(r: number): Reporter {
  const reporter = REPORTER_LIST[r];
  if (reporter === undefined) throw new Error(`No reporter ${r}`);
  return reporter;
}
