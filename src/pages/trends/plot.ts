/**
 * Draws lines over years as SVG, without a library, because the pages' content security policy forbids style attributes.
 *
 * Heights are in pixels; widths are percentages, so that letters keep their size on a phone. The stylesheet sets colour and
 * dashes by the line's number, also for the swatches elsewhere on the page.
 */

import { type Html, markup } from "../markup.ts";
import { shortened } from "../words.ts";

/** A line: its values by year. A null value interrupts the line. */
export interface PlotLine {
  readonly label: string;
  readonly points: readonly { readonly year: number; readonly value: number | null }[];
}

export interface Plot {
  readonly lines: readonly PlotLine[];
  /** What the plot shows, in words, for those who do not see it. */
  readonly label: string;
  /** Of the axis of values. */
  readonly unit: string;
  /** Between two names of that axis, at least: 1 where there are no halves. */
  readonly leastStep: number;
}

/** Height of the area that the lines are drawn in, in pixels. */
const HEIGHT = 260;
const LABEL_HEIGHT = 17;
const MAX_LABEL = 22;
const MOST_YEARS = 6;
/** A line of few years marks each value. */
const FEW_POINTS = 40;

interface Scale {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
}

/** The plot, or null when no line has a value. */
export function plotHtml({ lines, label, unit, leastStep }: Plot): Html | null {
  const years = lines.flatMap(({ points }) => points.map(({ year }) => year));
  if (years.length === 0) return null;
  const most = lines.flatMap(({ points }) => points).reduce((max, { value }) => Math.max(max, value ?? 0), 0);
  const ticks = valueTicks(most, leastStep);
  // a single year is in the middle
  const [first, last] = [Math.min(...years), Math.max(...years)];
  const margin = first === last ? 1 : 0;
  const scale = { first: first - margin, last: last + margin, highest: ticks.at(-1) ?? 1 };
  const grid = ticks.map(
    (tick) => markup`<line x1="0" x2="100%" y1="${heightOf(tick, scale)}" y2="${heightOf(tick, scale)}"/>`,
  );
  return markup`<p class="plot-unit" aria-hidden="true">${unit}</p>
<div class="plot" role="img" aria-label="${label}">
<svg class="plot-values" width="52" height="${HEIGHT}">${ticks.map((tick) => valueTick(tick, scale))}</svg>
<svg class="plot-area" width="100%" height="${HEIGHT}">
<g class="plot-grid">${grid}</g>
${yearTicks(first, last, MOST_YEARS).map((year) => yearTick(year, scale))}
${lines.map((line, at) => lineHtml(line, at, scale))}
</svg>
<svg class="plot-labels" width="100%" height="${HEIGHT}">${labelsHtml(lines, scale)}</svg>
</div>`;
}

function valueTick(tick: number, scale: Scale): Html {
  return markup`<text class="plot-tick" x="44" y="${heightOf(tick, scale) + 4}" text-anchor="end">${tick.toLocaleString("en-US")}</text>`;
}

function yearTick(year: number, scale: Scale): Html {
  const x = `${partOf(year, scale)}%`;
  return markup`<text class="plot-tick" x="${x}" y="${HEIGHT + 20}" text-anchor="middle">${year}</text>`;
}

function lineHtml({ points }: PlotLine, at: number, scale: Scale): Html {
  const runs = runsOf(points);
  const few = points.length <= FEW_POINTS;
  const dots = runs.flatMap((run) => (few || run.length === 1 ? run : []));
  const path = runs
    .map(
      (run) =>
        `M${run.map(({ year, value }) => `${partOf(year, scale)} ${heightOf(value, scale)}`).join("L")}`,
    )
    .join("");
  return markup`<g class="plot-line line-${at + 1}">
<svg width="100%" height="${HEIGHT}" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" overflow="visible"><path d="${path}"/></svg>
${dots.map(({ year, value }) => markup`<circle r="2.5" cx="${partOf(year, scale)}%" cy="${heightOf(value, scale)}"/>`)}
</g>`;
}

interface Point {
  readonly year: number;
  readonly value: number;
}

/** The uninterrupted parts of a line. */
function runsOf(points: PlotLine["points"]): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const { year, value } of points) {
    const before = run.at(-1);
    if (run.length > 0 && (value === null || before?.year !== year - 1)) {
      runs.push(run);
      run = [];
    }
    if (value !== null) run.push({ year, value });
  }
  return run.length > 0 ? [...runs, run] : runs;
}

/** Each line's name at its end, moved apart where names would overlap. */
function labelsHtml(lines: readonly PlotLine[], scale: Scale): Html[] {
  const ends = lines.map(({ points, label }, at) => {
    const end = points.findLast(({ value }) => value !== null);
    return { at, label, y: heightOf(end?.value ?? 0, scale) + 4 };
  });
  let lowest = Number.NEGATIVE_INFINITY;
  const placed = ends
    .sort((a, b) => a.y - b.y)
    .map((one) => {
      lowest = Math.max(one.y, lowest + LABEL_HEIGHT);
      return { ...one, y: lowest };
    });
  const over = Math.max(0, lowest - HEIGHT - 4);
  return placed.map(
    ({ at, label, y }) =>
      markup`<text class="plot-label line-${at + 1}" x="8" y="${y - over}">${shortened(label, MAX_LABEL)}</text>`,
  );
}

/** Percent from the left, to two decimals. */
function partOf(year: number, { first, last }: Scale): number {
  return Math.round(((year - first) / (last - first)) * 10_000) / 100;
}

/** Pixels from the top, to one decimal. */
function heightOf(value: number, { highest }: Scale): number {
  return Math.round((1 - value / highest) * HEIGHT * 10) / 10;
}

/** Steps of an axis: from 0 up to at least the highest value, six at most. @param leastStep 1 where there are no halves */
export function valueTicks(highest: number, leastStep = 0): number[] {
  const step = Math.max(leastStep, roundStep(highest / 5));
  const count = Math.max(1, Math.ceil(highest / step - 1e-9));
  return Array.from({ length: count + 1 }, (_, at) => rounded(at * step));
}

/** Years to name, within the first and the last, at most `most` of them. */
export function yearTicks(first: number, last: number, most: number): number[] {
  const step = Math.max(1, roundStep((last - first) / most));
  const from = Math.ceil(first / step) * step;
  return Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, at) => from + at * step);
}

/** The next of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … */
function roundStep(atLeast: number): number {
  if (!(atLeast > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const step = [1, 2, 5, 10].find((one) => one * power >= atLeast * (1 - 1e-9)) ?? 10;
  return rounded(step * power);
}

/** Without the last digits that sums of fractions leave. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}
