import { expect, test } from "vitest";
import { yearRange } from "../../../src/pages/search/search-rail.ts";
import { oneCase, textBody } from "../../http/records.ts";
import { pagesOf, textOf } from "../../support/page-answer.ts";

function range(years: Readonly<Record<number, number>>, query = ""): string {
  const counts = Object.entries(years).map(([value, count]) => ({ value: Number(value), count }));
  return yearRange(counts, new URLSearchParams(query))?.toString() ?? "";
}

function heightsIn(html: string): number[] {
  return [...html.matchAll(/height="([\d.]+)"/g)].map(([, height]) => Number(height));
}

test("yearRange draws a bar for each year of a short time, as high as its share of the greatest", () => {
  const html = range({ 1850: 10, 1852: 5, 1853: 1 });
  expect(heightsIn(html)).toEqual([40, 0, 20, 4]);
  expect(html).toContain('data-first="1850" data-step="1"');
  expect(html).toContain('aria-label="16 cases from 1850 to 1853"');
  expect(textOf(html)).toBe("1850 drag to choose years 1853");
});

test("yearRange joins years so that there are no more than 60 bars, however far apart they are", () => {
  for (const [first, last, step] of [
    [1801, 1860, 1],
    [1801, 1861, 2],
    [1658, 2020, 10],
    [1, 9999, 200],
  ] as const) {
    const html = range({ [first]: 1, [last]: 2 });
    expect(heightsIn(html).length).toBeLessThanOrEqual(60);
    expect(html).toContain(`data-step="${step}"`);
    expect(heightsIn(html).filter((height) => height > 0)).toEqual([20, 40]);
  }
});

test("yearRange shows which bars are outside of the requested dates", () => {
  const out = (query: string): number =>
    range({ 1850: 1, 1851: 1, 1852: 1, 1853: 1 }, query).split('"out"').length - 1;
  expect(out("decision_date_min=1851-06&decision_date_max=1852")).toBe(2);
  expect(out("decision_date_max=1850-12-31")).toBe(3);
  expect(out("decision_date_min=soon")).toBe(0);
});

test("a search draws the years of its matches, also those that the dates leave out; one year is no range", () => {
  const records = [1850, 1860, 1870].map((year, at) =>
    oneCase(at + 1, {
      decision_date: `${year}`,
      casebody: textBody("x", at === 0 ? "The dam." : "The mill."),
    }),
  );
  const ask = pagesOf(records);
  expect(ask("/?search=mill").html).toContain("2 cases from 1860 to 1870");
  expect(ask("/?decision_date_min=1860").html).toContain("3 cases from 1850 to 1870");
  expect(ask("/?search=dam").html).not.toContain("year-range");
  expect(ask("/?search=horse").html).not.toContain("year-range");
});
