import { expect, test } from "vitest";
import { randomFrom } from "../../../bench/synthetic/random.ts";
import { jurisdictionAtSpot } from "../../../bench/whole/case.ts";
import { openCited } from "../../../bench/whole/cited.ts";
import { JURISDICTIONS } from "../../../bench/whole/jurisdictions.ts";
import { openLayout, type Spot, spotOf } from "../../../bench/whole/layout.ts";
import { spotsOf } from "../../../bench/whole/lines.ts";
import { citeOf, parallelOf, placeInYear, printOf, reporterAt } from "../../../bench/whole/print.ts";
import { REPORTER_LIST } from "../../../bench/whole/reporters.ts";

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
  for (const [at, { j }] of spots.entries()) {
    const [id, before] = [prints[at]?.id ?? 0, prints[at - 1]?.id ?? 0];
    if (spots[at - 1]?.j === j) expect(id).toBeGreaterThan(before);
  }
});

test("spotOf numbers the same cases by their years", () => {
  const numbered = Array.from({ length: CASES }, (_, number) => spotOf(layout, number));
  expect(new Set(numbered.map((spot) => printOf(layout, spot).id))).toEqual(
    new Set(prints.map(({ id }) => id)),
  );
  expect(numbered.every((spot, at) => at === 0 || spot.year >= (numbered[at - 1]?.year ?? 0))).toBe(true);
});

test("jurisdictionAtSpot takes a regional reporter's cases from its members only", () => {
  for (const { spot, j } of spots) {
    const reporter = reporterAt(spot.reporter);
    expect(reporter.jurisdictions).toContain(jurisdictionAtSpot(layout, reporter, spot));
    expect(reporter.jurisdictions).toContain(j);
  }
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
  const draw = openCited(layout, 100);
  const byId = new Map(prints.map((print, at) => [print.id, { print, spot: spots[at]?.spot }]));
  const cites = new Set(prints.map(citeOf));
  const times = new Map<string, number>();
  let entries = 0;
  for (const { spot, j } of spots) {
    for (const { cite, case_ids: ids = [] } of draw(randomFrom(spot.nth), spot, j)) {
      entries++;
      times.set(cite, (times.get(cite) ?? 0) + 1);
      expect(cites.has(cite)).toBe(true);
      for (const id of ids) {
        const cited = byId.get(id);
        expect(cited === undefined ? "" : citeOf(cited.print)).toBe(cite);
        expect(cited?.spot === undefined ? Infinity : momentOf(cited.spot)).toBeLessThan(momentOf(spot));
      }
    }
  }
  expect(entries / CASES).toBeGreaterThan(2);
  expect(entries / CASES).toBeLessThan(3.5);
  // a few are cited by many, most by few
  expect(Math.max(...times.values())).toBeGreaterThan(150);
  expect(times.size).toBeLessThan(0.7 * CASES);
});
