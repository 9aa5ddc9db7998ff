import { expect, test } from "vitest";
import { randomFrom } from "../../bench/synthetic/random.ts";
import { jurisdictionAtSpot } from "../../bench/whole/case.ts";
import { openCited } from "../../bench/whole/cited.ts";
import { JURISDICTIONS } from "../../bench/whole/jurisdictions.ts";
import { openLayout, type Spot, spotOf } from "../../bench/whole/layout.ts";
import { spotsOf } from "../../bench/whole/lines.ts";
import { citeOf, parallelOf, placeInYear, printOf, reporterAt } from "../../bench/whole/print.ts";
import { REPORTER_LIST } from "../../bench/whole/reporters.ts";
import { ALL_YEARS, casesOfYear, WHOLE_CASES, yearsOf, yearTotals } from "../../bench/whole/years.ts";

const CASES = 30_000;
const layout = openLayout({ cases: CASES, years: { from: 1931, to: 1932 }, seed: 1 });
const spots: readonly { readonly spot: Spot; readonly j: number }[] = [...JURISDICTIONS.keys()].flatMap((j) =>
  [...spotsOf(layout, j)].map((spot) => ({ spot, j })),
);
const prints = spots.map(({ spot }) => printOf(layout, spot));

function momentOf(spot: Spot): number {
  return spot.year + placeInYear(layout, spot);
}

test("JURISDICTIONS and REPORTER_LIST have the real numbers, each with its own slug, court, name", () => {
  const courts = JURISDICTIONS.flatMap(({ courts: { supreme, appellate, trial } }) => [
    ...new Set([supreme, ...appellate, ...trial]),
  ]);
  expect(JURISDICTIONS).toHaveLength(60);
  expect(courts).toHaveLength(2_500);
  expect(new Set(courts.map(({ id }) => id)).size).toBe(2_500);
  expect(new Set(courts.map(({ slug }) => slug)).size).toBe(2_500);
  expect(new Set(REPORTER_LIST.map(({ shortName }) => shortName)).size).toBe(1_200);
});

test("spotsOf has each case once, in the order of its jurisdiction's ids", () => {
  expect(spots).toHaveLength(CASES);
  expect(new Set(prints.map(({ id }) => id)).size).toBe(CASES);
  const falling = spots.filter(
    ({ j }, at) => spots[at - 1]?.j === j && (prints[at]?.id ?? 0) <= (prints[at - 1]?.id ?? 0),
  );
  expect(falling).toEqual([]);
});

test("spotOf numbers the same cases by their years", () => {
  const numbered = Array.from({ length: CASES }, (_, number) => spotOf(layout, number));
  expect(new Set(numbered.map((spot) => printOf(layout, spot).id))).toEqual(
    new Set(prints.map(({ id }) => id)),
  );
  expect(numbered.every((spot, at) => at === 0 || spot.year >= (numbered[at - 1]?.year ?? 0))).toBe(true);
});

test("jurisdictionAtSpot takes a regional reporter's cases from its members only", () => {
  const others = spots.filter(({ spot, j }) => {
    const reporter = reporterAt(spot.reporter);
    return jurisdictionAtSpot(layout, reporter, spot) !== j || !reporter.jurisdictions.includes(j);
  });
  expect(others).toEqual([]);
});

test("about 3 % of cases share their first citation, a third has a parallel one, which is its own", () => {
  const counts = Map.groupBy(prints.map(citeOf), (cite) => cite);
  const shared = [...counts.values()].filter(({ length }) => length > 1).flat().length;
  expect(shared / CASES).toBeGreaterThan(0.02);
  expect(shared / CASES).toBeLessThan(0.045);
  const parallel = spots.flatMap(({ spot }) => parallelOf(layout, spot) ?? []);
  expect(parallel.length / CASES).toBeGreaterThan(0.25);
  expect(parallel.length / CASES).toBeLessThan(0.45);
  expect(new Set(parallel).size).toBe(parallel.length);
  expect(parallel.filter((cite) => counts.has(cite))).toEqual([]);
});

test("openCited names older cases by citations and ids that they have", () => {
  const draw = openCited(layout);
  const byId = new Map(
    spots.map(({ spot }) => [printOf(layout, spot).id, { print: printOf(layout, spot), spot }]),
  );
  const cites = new Set(prints.map(citeOf));
  const entries = spots.flatMap(({ spot, j }) =>
    draw(randomFrom(spot.nth), spot, j).map((one) => ({ spot, ...one })),
  );
  expect(entries.filter(({ cite }) => !cites.has(cite))).toEqual([]);
  const wrong = entries.filter(({ cite, case_ids: ids = [], spot }) =>
    ids.some((id) => {
      const cited = byId.get(id);
      return cited === undefined || citeOf(cited.print) !== cite || momentOf(cited.spot) >= momentOf(spot);
    }),
  );
  expect(wrong).toEqual([]);
  expect(entries.length / CASES).toBeGreaterThan(2);
  expect(entries.length / CASES).toBeLessThan(3.5);
  // a few are cited by many, most by few
  const times = Map.groupBy(entries, ({ cite }) => cite);
  expect(Math.max(...[...times.values()].map(({ length }) => length))).toBeGreaterThan(150);
  expect(times.size).toBeLessThan(0.7 * CASES);
});

test.for([100_000, 1_000_000, WHOLE_CASES])("%d cases have the density of the whole collection", (cases) => {
  const years = yearsOf(cases);
  const totals = yearTotals(cases, years);
  expect(totals.reduce((sum, count) => sum + count, 0)).toBe(cases);
  for (const [at, total] of totals.entries()) {
    // the first years have few
    if (total < 100) continue;
    expect(total / casesOfYear(years.from + at)).toBeGreaterThan(0.75);
    expect(total / casesOfYear(years.from + at)).toBeLessThan(1.35);
  }
  if (cases === WHOLE_CASES) expect(years).toEqual(ALL_YEARS);
});
