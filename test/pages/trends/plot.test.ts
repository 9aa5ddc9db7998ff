import { expect, test } from "vitest";
import { plotHtml, valueTicks, yearTicks } from "../../../src/pages/trends/plot.ts";

const line = (label: string, ...values: (number | null)[]) => ({
  label,
  points: values.flatMap((value, at) => (value === null ? [] : [{ year: 1900 + at, value }])),
});
const plot = (...lines: ReturnType<typeof line>[]): string =>
  String(plotHtml({ lines, step: 1, label: "All <of> it", unit: "Decisions", leastStep: 1 }));

test("each line has its own dash and colour, and is broken where a year has no value", () => {
  const html = plot(line("a", 0, 4, null, 2, 0), line("b", 1, 1, 1, 1, 1));
  expect(html).toContain('<g class="plot-line line-1">');
  expect(html).toContain('d="M0 260L25 0M75 130L100 260"');
  expect(html).toContain('<g class="plot-line line-2">');
  expect(html).not.toContain("style=");
  expect(html).toContain('role="img" aria-label="All &lt;of&gt; it"');
});

test("what leads to and from points of few cases is lighter", () => {
  const points = [1900, 1901, 1902, 1903].map((year) => ({ year, value: 1, isOfFew: year === 1903 }));
  expect(plot({ label: "a", points })).toContain(
    '<path d="M0 0L33.33 0L66.67 0"/><path class="plot-few" opacity="0.35" d="M66.67 0L100 0"/>',
  );
});

test("names of lines are moved apart, within the plot, and cut by whole characters", () => {
  const html = plot(line("a", 0), line("b", 0), line("c", 0), line("<d>", 0));
  const heights = [...html.matchAll(/class="plot-label[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
  expect(heights).toEqual([213, 230, 247, 264]);
  expect(html).toContain(">&lt;d&gt;</text>");
  expect(plot(line("😀".repeat(30), 1))).toContain(`>${"😀".repeat(21)}…</text>`);
});

test("a single year, and a year by itself, are dots; without a value there is no plot", () => {
  expect(plot(line("a", 3)).match(/<circle/g)).toHaveLength(1);
  const values = Array.from({ length: 60 }, (_, at) => (at === 29 ? null : at < 45 || at === 50 ? 1 : null));
  expect(plot(line("a", ...values)).match(/<circle/g)).toHaveLength(1);
  expect(plot()).toBe("null");
});

test.each([
  [0, 0, [0, 1]],
  [4, 0, [0, 1, 2, 3, 4]],
  [7, 0, [0, 2, 4, 6, 8]],
  [0.12, 0, [0, 0.05, 0.1, 0.15]],
  [10_000, 0, [0, 2000, 4000, 6000, 8000, 10_000]],
  [2, 1, [0, 1, 2]],
])("values up to %d, in steps of %d at least, have round names", (highest, leastStep, ticks) => {
  expect(valueTicks(highest, leastStep)).toEqual(ticks);
});

test.each([
  [1791, 2012, [1800, 1850, 1900, 1950, 2000]],
  [1850, 1850, [1850]],
  [1851, 1854, [1851, 1852, 1853, 1854]],
])("years from %d to %d have round names within them", (first, last, ticks) => {
  expect(yearTicks(first, last, 6)).toEqual(ticks);
});
