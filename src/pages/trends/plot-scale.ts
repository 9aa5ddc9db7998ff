/** The lines of a plot over years, its axes, and where each value is drawn. */

/** A line: its values by ascending year. It is interrupted at each year without a value. */
export interface PlotLine {
  readonly label: string;
  readonly points: readonly PlotPoint[];
}

export interface PlotPoint {
  readonly year: number;
  readonly value: number;
  /** Of so few cases that it says little: it is drawn lighter. */
  readonly isOfFew?: boolean;
}

export interface PlotScale {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  /** Values with a line of the grid, ascending from 0. */
  readonly ticks: readonly number[];
  /** Years with a name below the plot. */
  readonly years: readonly number[];
}

/** The scale of all lines; null when no line has a point. @param leastStep between two ticks: 1 where there are no halves */
export function scaleOf(
  lines: readonly PlotLine[],
  { leastStep, mostYears }: { readonly leastStep: number; readonly mostYears: number },
): PlotScale | null {
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const most = points.reduce((max, { value }) => Math.max(max, value), 0);
  const ticks = valueTicks(most, leastStep);
  const years = points.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  // a single year is in the middle
  const margin = first === last ? 1 : 0;
  return {
    first: first - margin,
    last: last + margin,
    highest: ticks.at(-1) ?? 1,
    ticks,
    years: yearTicks(first, last, mostYears),
  };
}

/** From 0 at the first year to `width` at the last, to two decimals. */
export function leftOf(year: number, { first, last }: PlotScale, width: number): number {
  return Math.round(((year - first) / (last - first)) * width * 100) / 100;
}

/** From 0 at the highest value to `height` at 0, to one decimal. */
export function topOf(value: number, { highest }: PlotScale, height: number): number {
  return Math.round((1 - value / highest) * height * 10) / 10;
}

/** The uninterrupted parts of a line. @param step years from a point to the next */
export function runsOf(points: readonly PlotPoint[], step = 1): PlotPoint[][] {
  const runs: PlotPoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.at(-1)?.year === point.year - step) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The parts of a line that are drawn lighter: from and to points of few cases. */
export function lightRuns(points: readonly PlotPoint[], step: number): PlotPoint[][] {
  const isNear = (at: number): boolean =>
    [at - 1, at, at + 1].some((other) => points[other]?.isOfFew === true);
  return runsOf(
    points.filter((_, at) => isNear(at)),
    step,
  );
}

/** A line of few years, or of short parts, marks each value. */
const FEW_POINTS = 40;
const SHORT_RUN = 6;

/**
 * The points with a mark: others are seen as corners of their line, but a point by itself has none. At 0, where several lines lie,
 * marks would hide all lines but one.
 */
export function markedPoints(runs: readonly (readonly PlotPoint[])[]): PlotPoint[] {
  const isSparse = runs.flat().length <= Math.max(FEW_POINTS, SHORT_RUN * runs.length);
  return runs.flatMap((run) =>
    run.length === 1 ? run : isSparse ? run.filter(({ value }) => value > 0) : [],
  );
}

/** The parts of a line as the path of an SVG. */
export function pathOf(
  runs: readonly (readonly PlotPoint[])[],
  scale: PlotScale,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const at = ({ year, value }: PlotPoint): string =>
    `${leftOf(year, scale, width)} ${topOf(value, scale, height)}`;
  return runs.map((run) => `M${run.map(at).join("L")}`).join("");
}

/** Each line's name at its end, moved apart where names would overlap. @returns the top of each, in the order of the lines */
export function labelTops(
  lines: readonly PlotLine[],
  scale: PlotScale,
  { height, labelHeight }: { readonly height: number; readonly labelHeight: number },
): number[] {
  const tops = lines.map(({ points }) => topOf(points.at(-1)?.value ?? 0, scale, height) + 4);
  const order = tops.map((_, at) => at).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0));
  let lowest = Number.NEGATIVE_INFINITY;
  for (const at of order) {
    lowest = Math.max(tops[at] ?? 0, lowest + labelHeight);
    tops[at] = lowest;
  }
  const over = Math.max(0, lowest - height - 4);
  return tops.map((top) => top - over);
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
