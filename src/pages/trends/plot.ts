/**
 * Draws lines over years as SVG: for the trends page, and as a file of its own for a text or a slide.
 *
 * Both have the same elements. Their looks are attributes, so that the file needs no stylesheet and no font; on the page the
 * stylesheet has the colours instead, for light and dark. The page's widths are percentages, so that letters keep their size on a phone.
 */
import { type Html, markup } from "../page.ts";
import { shortened } from "../words.ts";

/** A line: its values by ascending year. It is interrupted at each year without a value. */
interface PlotLine {
  readonly label: string;
  readonly points: readonly PlotPoint[];
}

interface PlotPoint {
  readonly year: number;
  readonly value: number;
  /** Whether it counts so few cases that it says little; it is then drawn lighter. */
  readonly isOfFew?: boolean;
}

export interface Plot {
  readonly lines: readonly PlotLine[];
  /** Years from a point to the next. */
  readonly step: number;
  readonly label: string;
  readonly unit: string;
  /** Between two names of that axis, at least: 1 where there are no halves. */
  readonly leastStep: number;
}

interface PlotFile extends Plot {
  readonly title: string;
  /** Where the numbers are from, one line each. */
  readonly source: readonly string[];
}

/** The area within the axes: its width is 100 % on the page, or pixels. */
interface Area {
  readonly width: number;
  readonly unit: "%" | "";
  readonly height: number;
  readonly labelHeight: number;
  readonly mostYears: number;
}

const ON_PAGE: Area = { width: 100, unit: "%", height: 260, labelHeight: 17, mostYears: 6 };
const IN_FILE: Area = { width: 700, unit: "", height: 350, labelHeight: 20, mostYears: 8 };
/** Size of the file, in pixels. */
const PAGE = { width: 960, height: 540 };
/** Letters that fit. */
const [MAX_LABEL, MAX_TITLE, MAX_SOURCE] = [22, 84, 150] as const;
/** The light colours of the pages (assets/styles/tokens.css, plot.css). */
const INK = "#22201c";
const MUTED = "#625c52";
const RULE = "#ded8ca";
export const LINE_LOOKS = [
  ["#7c1d2b", "none"],
  ["#1f5c99", "8 3"],
  ["#92600a", "2 3"],
  ["#2e6b4a", "10 3 2 3"],
  ["#6a4c93", "4 2"],
] as const;

/** The plot, or null when no line has a value. */
export function plotHtml(plot: Plot): Html | null {
  const scale = scaleOf(plot, ON_PAGE);
  if (scale === null) return null;
  return markup`<p class="plot-unit" aria-hidden="true">${plot.unit}</p>
<div class="plot">
<svg class="plot-area" width="100%" height="${ON_PAGE.height}" role="img" aria-label="${plot.label}" data-first="${scale.first}" data-last="${scale.last}">
${plotMarkup(plot, scale, ON_PAGE)}
</svg>
<p class="plot-tip" aria-hidden="true" hidden></p>
</div>`;
}

/** The text of the file; null when no line has a value. */
export function plotFile(plot: PlotFile): string | null {
  const scale = scaleOf(plot, IN_FILE);
  if (scale === null) return null;
  const { width, height } = PAGE;
  const svg = markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title summary" font-family="system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif" font-size="14" fill="${MUTED}">
<title id="title">${plot.title}</title>
<desc id="summary">${plot.label}</desc>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="24" y="38" font-size="20" font-weight="600" fill="${INK}">${shortened(plot.title, MAX_TITLE)}</text>
<text x="24" y="62">${plot.unit}</text>
<g transform="translate(64 84)">
${plotMarkup(plot, scale, IN_FILE)}
</g>
${plot.source.map((line, at) => markup`<text x="24" y="${height - 20 - 18 * (plot.source.length - 1 - at)}" font-size="12">${shortened(line, MAX_SOURCE)}</text>\n`)}</svg>
`;
  return svg.toString().replace(NO_XML_CHARACTERS, "\ufffd");
}

/** A search may contain them; no XML parser takes them. */
const NO_XML_CHARACTERS = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

function plotMarkup({ lines, step }: Plot, scale: Scale, area: Area): Html {
  const tops = labelTops(lines, scale, area);
  return markup`<g stroke="${RULE}" class="plot-grid">${scale.ticks.map((tick) => gridLine(topOf(tick, scale, area), area))}</g>
${scale.ticks.map((tick) => markup`<text class="plot-tick" x="-8" y="${topOf(tick, scale, area) + 4}" text-anchor="end">${tick.toLocaleString("en-US", { maximumFractionDigits: 6 })}</text>`)}
${scale.years.map((year) => markup`<text class="plot-tick" x="${leftOf(year, scale, area)}" y="${area.height + 22}" text-anchor="middle">${year}</text>`)}
${lines.map((line, at) => lineHtml(line, at, { step, scale, area }))}
${lines.map(({ label }, at) => markup`<text class="plot-label line-${at + 1}" x="${area.width}${area.unit}" dx="10" y="${tops[at] ?? 0}" font-weight="600" fill="${looksOf(at)[0]}">${shortened(label, MAX_LABEL)}</text>`)}`;
}

function looksOf(at: number): (typeof LINE_LOOKS)[number] {
  return LINE_LOOKS[at] ?? LINE_LOOKS[0];
}

function gridLine(y: number, { width, unit }: Area): Html {
  return markup`<line x2="${width}${unit}" y1="${y}" y2="${y}"/>`;
}

interface Drawing {
  readonly step: number;
  readonly scale: Scale;
  readonly area: Area;
}

function lineHtml({ points }: PlotLine, at: number, { step, scale, area }: Drawing): Html {
  const [color, dashes] = looksOf(at);
  const firm = runsOf(
    points.filter(({ isOfFew }) => isOfFew !== true),
    step,
  );
  const light = lightRuns(points, step);
  const paths = markup`<path d="${pathOf(firm, scale, area)}"/>${light.length === 0 ? null : markup`<path${FEW} d="${pathOf(light, scale, area)}"/>`}`;
  // percentages are not allowed in a path
  const stretched =
    area.unit === ""
      ? paths
      : markup`<svg width="100%" height="${area.height}" viewBox="0 0 100 ${area.height}" preserveAspectRatio="none" overflow="visible">${paths}</svg>`;
  return markup`<g class="plot-line line-${at + 1}"><g fill="none" stroke="${color}" stroke-width="2.25" stroke-linejoin="round" stroke-dasharray="${dashes}">${stretched}</g>
${markedPoints(runsOf(points, step)).map((point) => markup`<circle r="2.5" cx="${leftOf(point.year, scale, area)}" cy="${topOf(point.value, scale, area)}" fill="${color}"${point.isOfFew === true ? FEW : null}/>`)}</g>`;
}

const FEW = markup` class="plot-few" opacity="0.35"`;

interface Scale {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  /** Values with a line of the grid, ascending from 0. */
  readonly ticks: readonly number[];
  /** Years with a name below the plot. */
  readonly years: readonly number[];
}

/** The scale of all lines; null when no line has a point. */
function scaleOf({ lines, leastStep }: Plot, { mostYears }: Area): Scale | null {
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  const ticks = valueTicks(
    points.reduce((max, { value }) => Math.max(max, value), 0),
    leastStep,
  );
  const years = points.map(({ year }) => year);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  // a single year is in the middle
  const margin = first === last ? 1 : 0;
  const named = yearTicks(first, last, mostYears);
  return { first: first - margin, last: last + margin, highest: ticks.at(-1) ?? 1, ticks, years: named };
}

/** From 0 at the first year to the width at the last, to two decimals, with its unit. */
function leftOf(year: number, { first, last }: Scale, { width, unit }: Area): string {
  return `${Math.round(((year - first) / (last - first)) * width * 100) / 100}${unit}`;
}

/** From 0 at the highest value to the height at 0, to one decimal. */
function topOf(value: number, { highest }: Scale, { height }: Area): number {
  return Math.round((1 - value / highest) * height * 10) / 10;
}

/** The uninterrupted parts of a line. @param step years from a point to the next */
function runsOf(points: readonly PlotPoint[], step: number): PlotPoint[][] {
  const runs: PlotPoint[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run?.at(-1)?.year === point.year - step) run.push(point);
    else runs.push([point]);
  }
  return runs;
}

/** The parts of a line that are drawn lighter: from and to points of few cases. */
function lightRuns(points: readonly PlotPoint[], step: number): PlotPoint[][] {
  const isNear = (at: number): boolean =>
    [at - 1, at, at + 1].some((index) => points[index]?.isOfFew === true);
  return runsOf(
    points.filter((_, at) => isNear(at)),
    step,
  );
}

/** A line of few years, or of short parts, marks each value. */
const [FEW_POINTS, SHORT_RUN] = [40, 6] as const;

/**
 * The points with a mark. Other points are visible as corners of their line; a single point has no line. At 0, where several lines lie,
 * marks would hide all lines but one.
 */
function markedPoints(runs: readonly (readonly PlotPoint[])[]): PlotPoint[] {
  const isSparse = runs.flat().length <= Math.max(FEW_POINTS, SHORT_RUN * runs.length);
  return runs.flatMap((run) =>
    run.length === 1 ? run : isSparse ? run.filter(({ value }) => value > 0) : [],
  );
}

function pathOf(runs: readonly (readonly PlotPoint[])[], scale: Scale, area: Area): string {
  const at = ({ year, value }: PlotPoint): string =>
    `${leftOf(year, scale, { ...area, unit: "" })} ${topOf(value, scale, area)}`;
  return runs.map((run) => `M${run.map(at).join("L")}`).join("");
}

/** Each line's name at its end, moved apart where names would overlap. @returns the top of each, in the order of the lines */
function labelTops(lines: readonly PlotLine[], scale: Scale, area: Area): number[] {
  const tops = lines.map(({ points }) => topOf(points.at(-1)?.value ?? 0, scale, area) + 4);
  const order = tops.map((_, at) => at).sort((a, b) => (tops[a] ?? 0) - (tops[b] ?? 0));
  let lowest = Number.NEGATIVE_INFINITY;
  for (const at of order) {
    lowest = Math.max(tops[at] ?? 0, lowest + area.labelHeight);
    tops[at] = lowest;
  }
  const over = Math.max(0, lowest - area.height - 4);
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
  const step = [1, 2, 5, 10].find((factor) => factor * power >= atLeast * (1 - 1e-9)) ?? 10;
  return rounded(step * power);
}

/** Without the last digits that sums of fractions leave. */
function rounded(value: number): number {
  return Number(value.toPrecision(10));
}
