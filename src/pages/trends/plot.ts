/**
 * Draws lines over years as SVG, without a library, because the pages' content security policy forbids style attributes.
 *
 * Heights are in pixels; widths are percentages, so that letters keep their size on a phone. The stylesheet sets colour and
 * dashes by the line's number, also for the swatches elsewhere on the page. A script adds a link for each point, from the
 * numbers of the table (assets/trends.js).
 */

import { type Html, markup } from "../markup.ts";
import { shortened } from "../words.ts";
import {
  labelTops,
  leftOf,
  lightRuns,
  markedPoints,
  type PlotLine,
  type PlotPoint,
  type PlotScale,
  pathOf,
  runsOf,
  scaleOf,
  topOf,
} from "./plot-scale.ts";

export interface Plot {
  readonly lines: readonly PlotLine[];
  /** Years from a point to the next. */
  readonly step: number;
  /** What the plot shows, in words, for those who do not see it. */
  readonly label: string;
  /** Of the axis of values. */
  readonly unit: string;
  /** Between two names of that axis, at least: 1 where there are no halves. */
  readonly leastStep: number;
}

/** Of the area that the lines are drawn in, in pixels. */
const HEIGHT = 260;
const LABEL_HEIGHT = 17;
const MAX_LABEL = 22;
const MOST_YEARS = 6;

/** The plot, or null when no line has a value. */
export function plotHtml({ lines, step, label, unit, leastStep }: Plot): Html | null {
  const scale = scaleOf(lines, { leastStep, mostYears: MOST_YEARS });
  if (scale === null) return null;
  const { ticks, years, first, last, highest } = scale;
  const tops = labelTops(lines, scale, { height: HEIGHT, labelHeight: LABEL_HEIGHT });
  return markup`<p class="plot-unit" aria-hidden="true">${unit}</p>
<div class="plot">
<svg class="plot-values" width="52" height="${HEIGHT}" aria-hidden="true">${ticks.map((tick) => valueTick(tick, scale))}</svg>
<svg class="plot-area" width="100%" height="${HEIGHT}" role="img" aria-label="${label}">
<g class="plot-grid">${ticks.map((tick) => gridLine(tick, scale))}</g>
${years.map((year) => yearTick(year, scale))}
${lines.map((line, at) => lineHtml(line, at, scale, step))}
</svg>
<svg class="plot-labels" width="100%" height="${HEIGHT}" aria-hidden="true">${lines.map((line, at) => labelHtml(line, at, tops[at] ?? 0))}</svg>
<svg class="plot-points" width="100%" height="${HEIGHT}" data-first="${first}" data-last="${last}" data-highest="${highest}" data-step="${step}"></svg>
<p class="plot-tip" aria-hidden="true" hidden></p>
</div>`;
}

function gridLine(tick: number, scale: PlotScale): Html {
  const y = topOf(tick, scale, HEIGHT);
  return markup`<line x1="0" x2="100%" y1="${y}" y2="${y}"/>`;
}

function valueTick(tick: number, scale: PlotScale): Html {
  return markup`<text class="plot-tick" x="44" y="${topOf(tick, scale, HEIGHT) + 4}" text-anchor="end">${tick.toLocaleString("en-US", { maximumFractionDigits: 6 })}</text>`;
}

function yearTick(year: number, scale: PlotScale): Html {
  return markup`<text class="plot-tick" x="${leftOf(year, scale, 100)}%" y="${HEIGHT + 20}" text-anchor="middle">${year}</text>`;
}

function lineHtml({ points }: PlotLine, at: number, scale: PlotScale, step: number): Html {
  const pathIn = (runs: PlotPoint[][]): string => pathOf(runs, scale, { width: 100, height: HEIGHT });
  const firm = runsOf(
    points.filter(({ isOfFew }) => isOfFew !== true),
    step,
  );
  const light = lightRuns(points, step);
  return markup`<g class="plot-line line-${at + 1}">
<svg width="100%" height="${HEIGHT}" viewBox="0 0 100 ${HEIGHT}" preserveAspectRatio="none" overflow="visible"><path d="${pathIn(firm)}"/>${light.length === 0 ? null : markup`<path class="plot-few" d="${pathIn(light)}"/>`}</svg>
${markedPoints(runsOf(points, step)).map(({ year, value, isOfFew }) => markup`<circle r="2.5" cx="${leftOf(year, scale, 100)}%" cy="${topOf(value, scale, HEIGHT)}"${isOfFew === true ? FEW : null}/>`)}
</g>`;
}

const FEW = markup` class="plot-few"`;

function labelHtml({ label }: PlotLine, at: number, top: number): Html {
  return markup`<text class="plot-label line-${at + 1}" x="8" y="${top}">${shortened(label, MAX_LABEL)}</text>`;
}
