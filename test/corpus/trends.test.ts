import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";

const GEORGIA = { id: 32, slug: "ga", name: "Ga.", name_long: "Georgia", whitelisted: true };
const GA_COURT = { id: 10, name: "Georgia Court", name_abbreviation: "Ga.", slug: "ga-1" };

function decided(id: number, date: string | null, text: string, more: object = {}): unknown {
  return bulkCase(id, { decision_date: date, casebody: textBody(text), ...more });
}

const RECORDS = [
  decided(1, "1901-02-03", "mill dam"),
  decided(2, "1901", "mill"),
  decided(3, "1901-12", "horse"),
  decided(4, "1903", "mill", { jurisdiction: GEORGIA, court: GA_COURT }),
  decided(5, "1904", "horse"),
  decided(6, null, "mill"),
];

test("trends sets matching decisions of each year beside all, undated ones left out", () => {
  using corpus = openV1(makeCorpus(RECORDS));
  const { by, series, groups_left_out } = corpus.trends(["mill", '"mill dam"']);
  expect({ by, groups_left_out }).toEqual({ by: null, groups_left_out: 0 });
  expect(series).toEqual([
    {
      text: "mill",
      group: null,
      count: 3,
      total: 5,
      per_10000: 6000,
      years: [
        { year: 1901, count: 2, total: 3, per_10000: 6666.67 },
        { year: 1903, count: 1, total: 1, per_10000: 10000 },
        { year: 1904, count: 0, total: 1, per_10000: 0 },
      ],
    },
    expect.objectContaining({ text: '"mill dam"', count: 1, total: 5 }),
  ]);
});

test("trends counts as facet=decision_date does, under the same filters", () => {
  using corpus = openV1(makeCorpus(RECORDS));
  for (const filters of [{}, { jurisdiction: "ill" }, { decision_date_min: "1902" }, { name: "case 4" }]) {
    const yearsOf = (question: object): Record<string, number> =>
      corpus.list("cases", { ...filters, ...question, facet: "decision_date" }).facets?.decision_date ?? {};
    const [trend] = corpus.trends(["mill"], filters).series;
    const told = trend?.years.map(({ year, count, total }) => [String(year), count, total]);
    const [matching, all] = [yearsOf({ search: "mill" }), yearsOf({})];
    expect(told).toEqual(Object.entries(all).map(([year, total]) => [year, matching[year] ?? 0, total]));
  }
});

test("trends by jurisdiction or court gives the groups with most matches first", () => {
  using corpus = openV1(makeCorpus(RECORDS));
  const groups = (question: Record<string, string | number>): unknown[] =>
    corpus
      .trends(["mill", "horse"], question)
      .series.map((one) => [one.group, one.text, one.count, one.total]);
  expect(groups({ by: "jurisdiction" })).toEqual([
    ["ill", "mill", 2, 4],
    ["ill", "horse", 2, 4],
    ["ga", "mill", 1, 1],
    ["ga", "horse", 0, 1],
  ]);
  expect(groups({ by: "court", jurisdiction: "ga" })).toEqual([
    ["ga-1", "mill", 1, 1],
    ["ga-1", "horse", 0, 1],
  ]);
  expect(corpus.trends(["mill"], { by: "court", top: 1 })).toMatchObject({
    by: "court",
    groups_left_out: 1,
    series: [{ group: "ill-1" }],
  });
  expect(corpus.trends(["nowhere"], { by: "court" }).series).toEqual([]);
});
