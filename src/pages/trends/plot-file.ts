/**
 * Draws a plot as an SVG file of its own: for a text or a slide. All its looks are attributes of its elements, so that it needs no
 * stylesheet and no font.
 */
import { type Html, markup } from "../markup.ts";
import { shortened } from "../words.ts";
import type { Plot } from "./plot.ts";
import {
  labelTops,
  leftOf,
  lightRuns,
  markedPoints,
  type PlotScale,
  pathOf,
  runsOf,
  scaleOf,
  topOf,
} from "./plot-scale.ts";

export interface PlotFile extends Plot {
  readonly title: string;
  /** Where the numbers are from, one line each. */
  readonly source: readonly string[];
}

/** In pixels; the plot is drawn inside of the margins. */
const PAGE = { width: 960, height: 540 };
const AREA = { left: 64, top: 84, width: 700, height: 350 };
const LABEL_HEIGHT = 20;
const MOST_YEARS = 8;
/** Letters that fit. */
const MAX_TITLE = 84;
const MAX_LABEL = 22;
const MAX_SOURCE = 150;
/** Of the light pages (assets/styles/tokens.css, plot.css), on white. */
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

/** The text of the file; null when no line has a value. */
export function plotFile(plot: PlotFile): string | null {
  const scale = scaleOf(plot.lines, { leastStep: plot.leastStep, mostYears: MOST_YEARS });
  if (scale === null) return null;
  const { width, height } = PAGE;
  const svg = markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title summary" font-family="system-ui, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif" font-size="14" fill="${MUTED}">
<title id="title">${plot.title}</title>
<desc id="summary">${plot.label}</desc>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="24" y="38" font-size="20" font-weight="600" fill="${INK}">${shortened(plot.title, MAX_TITLE)}</text>
<text x="24" y="62">${plot.unit}</text>
<g transform="translate(${AREA.left} ${AREA.top})">
${scale.ticks.map((tick) => valueTick(tick, scale))}
${scale.years.map((year) => yearTick(year, scale))}
${linesHtml(plot, scale)}
</g>
${plot.source.map((line, at) => markup`<text x="24" y="${height - 20 - 18 * (plot.source.length - 1 - at)}" font-size="12">${shortened(line, MAX_SOURCE)}</text>\n`)}</svg>
`;
  return svg.toString().replace(NO_XML_CHARACTERS, "\ufffd");
}

/** A search may contain them; no XML parser takes them. */
const NO_XML_CHARACTERS = /(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu;

function valueTick(tick: number, scale: PlotScale): Html {
  const y = topOf(tick, scale, AREA.height);
  const number = tick.toLocaleString("en-US", { maximumFractionDigits: 6 });
  return markup`<line x2="${AREA.width}" y1="${y}" y2="${y}" stroke="${RULE}"/><text x="-10" y="${y + 5}" text-anchor="end">${number}</text>\n`;
}

function yearTick(year: number, scale: PlotScale): Html {
  const x = leftOf(year, scale, AREA.width);
  return markup`<text x="${x}" y="${AREA.height + 26}" text-anchor="middle">${year}</text>\n`;
}

const LIGHT = markup` opacity="0.35"`;

function linesHtml({ lines, step }: Plot, scale: PlotScale): Html[] {
  const tops = labelTops(lines, scale, { height: AREA.height, labelHeight: LABEL_HEIGHT });
  return lines.map(({ points, label }, at) => {
    const [color, dashes] = LINE_LOOKS[at] ?? LINE_LOOKS[0];
    const firm = runsOf(
      points.filter(({ isOfFew }) => isOfFew !== true),
      step,
    );
    const paths = [firm, lightRuns(points, step)].map((runs) => pathOf(runs, scale, AREA));
    return markup`<g fill="none" stroke="${color}" stroke-width="2.25" stroke-linejoin="round" stroke-dasharray="${dashes}"><path d="${paths[0]}"/><path d="${paths[1]}" opacity="0.35"/></g>
${markedPoints(runsOf(points, step)).map(({ year, value, isOfFew }) => markup`<circle r="2.5" cx="${leftOf(year, scale, AREA.width)}" cy="${topOf(value, scale, AREA.height)}" fill="${color}"${isOfFew === true ? LIGHT : null}/>`)}
<text x="${AREA.width + 12}" y="${tops[at] ?? 0}" font-weight="600" fill="${color}">${shortened(label, MAX_LABEL)}</text>
`;
  });
}
