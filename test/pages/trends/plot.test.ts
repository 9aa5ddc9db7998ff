import { describe, expect, test } from "vitest";
import { plotHtml } from "../../../src/pages/trends/plot.ts";

describe("plotHtml", () => {
  const line = (label: string, ...values: (number | null)[]) => ({
    label,
    points: values.flatMap((value, at) => (value === null ? [] : [{ year: 1900 + at, value }])),
  });
  const plot = (...lines: ReturnType<typeof line>[]): string =>
    String(plotHtml({ lines, step: 1, label: "All <of> it", unit: "Decisions", leastStep: 1 }));

  test("draws each line in its own dash and colour, broken where a year has no value", () => {
    const html = plot(line("a", 0, 4, null, 2, 0), line("b", 1, 1, 1, 1, 1));
    expect(html).toContain('<g class="plot-line line-1">');
    expect(html).toContain('d="M0 260L25 0M75 130L100 260"');
    expect(html).toContain('<g class="plot-line line-2">');
    expect(html).not.toContain("style=");
  });

  test("draws what leads to and from points of few cases lighter", () => {
    const points = [1900, 1901, 1902, 1903].map((year) => ({ year, value: 1, isOfFew: year === 1903 }));
    const html = plot({ label: "a", points });
    expect(html).toContain('<path d="M0 0L33.33 0L66.67 0"/><path class="plot-few" d="M66.67 0L100 0"/>');
  });

  test("says in words what it shows, escaped", () => {
    expect(plot(line("a", 1))).toContain('role="img" aria-label="All &lt;of&gt; it"');
  });

  test("names that would stand on each other are moved apart, within the plot", () => {
    const html = plot(line("a", 0), line("b", 0), line("c", 0), line("<d>", 0));
    const heights = [...html.matchAll(/class="plot-label[^>]* y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(heights).toEqual([213, 230, 247, 264]);
    expect(html).toContain(">&lt;d&gt;</text>");
  });

  test("a single year, and a year by itself, are dots", () => {
    expect(plot(line("a", 3)).match(/<circle/g)).toHaveLength(1);
    const long = line(
      "a",
      ...Array.from({ length: 60 }, (_, at) => (at === 29 ? null : at < 45 || at === 50 ? 1 : null)),
    );
    expect(plot(long).match(/<circle/g)).toHaveLength(1);
  });

  test("a name longer than its room is cut, by whole characters", () => {
    expect(plot(line("😀".repeat(30), 1))).toContain(`>${"😀".repeat(21)}…</text>`);
  });

  test("nothing to draw is no plot", () => {
    expect(plotHtml({ lines: [], step: 1, label: "", unit: "", leastStep: 0 })).toBeNull();
  });
});
