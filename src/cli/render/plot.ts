/** Bars in the terminal, with a resolution of an eighth of a line: a column for a year, or for several years. */

/** In this year, `count` of `total` decisions match. */
export interface PlottedYear {
  readonly year: number;
  readonly count: number;
  readonly total: number;
}

export interface PlotSize {
  /** Characters of a line. */
  readonly width: number;
  /** Lines of the bars. */
  readonly height: number;
}

interface Bar {
  readonly from: number;
  readonly value: number;
}

const BARS = " ▁▂▃▄▅▆▇█";
const EIGHTHS = 8;
/** Characters of the scale at the left. */
const SCALE = 9;

/**
 * Bars of `count` per 10,000 of `total`; a column has as many years as the width requires.
 *
 * @param years ascending
 * @param most the value of the highest bar, the same for several plots so that they can be compared; see `highestBar`
 * @returns the bars, a line below them, and the first and last year; nothing without years
 */
export function plotYears(
  years: readonly PlottedYear[],
  { width, height }: PlotSize,
  most: number,
): string[] {
  const bars = barsOf(years, width - SCALE);
  const [first] = bars;
  const last = years.at(-1);
  if (first === undefined || last === undefined) return [];
  const top = most === 0 ? 1 : most;
  const lines = Array.from({ length: height }, (_, line) => {
    const below = (height - 1 - line) * EIGHTHS;
    const cells = bars.map(({ value }) => BARS[within(heightOf(value, top, height) - below)] ?? " ");
    return `${labelOf(line, height, top)}┤${cells.join("")}`.trimEnd();
  });
  const years_ = `${first.from}`.padEnd(
    Math.max(bars.length - `${last.year}`.length, `${first.from}`.length + 1),
  );
  const ends = first.from === last.year ? `${first.from}` : `${years_}${last.year}`;
  return [...lines, `${" ".repeat(SCALE - 1)}└${"─".repeat(bars.length)}`, `${" ".repeat(SCALE)}${ends}`];
}

/** The highest bar of a plot of this width. */
export function highestBar(years: readonly PlottedYear[], width: number): number {
  return barsOf(years, width - SCALE).reduce((most, { value }) => Math.max(most, value), 0);
}

/** Years of a column. */
export function yearsPerColumn(years: readonly PlottedYear[], width: number): number {
  const span = (years.at(-1)?.year ?? 0) - (years[0]?.year ?? 0) + 1;
  return Math.max(1, Math.ceil(span / Math.max(width - SCALE, 1)));
}

function barsOf(years: readonly PlottedYear[], columns: number): Bar[] {
  const [first] = years;
  const last = years.at(-1);
  if (first === undefined || last === undefined) return [];
  const step = yearsPerColumn(years, columns + SCALE);
  const length = Math.ceil((last.year - first.year + 1) / step);
  const sums = Array.from({ length }, (_, at) => ({ from: first.year + at * step, count: 0, total: 0 }));
  for (const { year, count, total } of years) {
    const sum = sums[Math.floor((year - first.year) / step)];
    if (sum === undefined) continue;
    sum.count += count;
    sum.total += total;
  }
  return sums.map(({ from, count, total }) => ({ from, value: total === 0 ? 0 : (count * 10_000) / total }));
}

/** In eighths of a line; at least one for a value above 0. */
function heightOf(value: number, top: number, height: number): number {
  return value === 0 ? 0 : Math.max(1, Math.round((value / top) * height * EIGHTHS));
}

function within(eighths: number): number {
  return Math.min(Math.max(eighths, 0), EIGHTHS);
}

/** The scale: the highest value next to the first line, 0 next to the last. */
function labelOf(line: number, height: number, top: number): string {
  const label = line === 0 ? shown(top) : line === height - 1 ? "0" : "";
  return label.padStart(SCALE - 2).padEnd(SCALE - 1);
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Math.round(value * 100) / 100);
}
