/**
 * Draws the picture of docs/exports.md, "From corpus to an answer", from the file of figures that the commands there
 * make: `node test/support/draw-ages.ts data/ages.csv > data/ages.svg`. The same figures give the same bytes.
 */
import { readFileSync } from "node:fs";

export interface Age {
  readonly yearsLater: number;
  readonly citations: number;
}

const SPAN = 25;
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [640, 240, 20, 40, 40];
const GAP = 6;

/** @param csv with a header; years and citations are its first two columns */
export function readAges(csv: string): Age[] {
  const records = csv.trim().split(/\r?\n/).slice(1);
  return records.map((record) => {
    const [yearsLater, citations] = record.split(",").map(Number);
    return { yearsLater: yearsLater ?? Number.NaN, citations: citations ?? Number.NaN };
  });
}

/** Bars with their numbers, in colours that a light and a dark page both bear. */
export function drawAges(ages: readonly Age[]): string {
  const most = Math.max(...ages.map(({ citations }) => citations));
  const width = (WIDTH - 2 * LEFT) / ages.length;
  const bars = ages.flatMap(({ yearsLater, citations }, at) => {
    const height = Math.round(((HEIGHT - TOP - BOTTOM) * citations) / most);
    const [x, y] = [Math.round(LEFT + at * width), HEIGHT - BOTTOM - height];
    const middle = Math.round(x + (width - GAP) / 2);
    return [
      `<rect x="${x}" y="${y}" width="${Math.round(width - GAP)}" height="${height}" fill="#4477aa"/>`,
      `<text x="${middle}" y="${y - 6}">${citations}</text>`,
      `<text x="${middle}" y="${HEIGHT - BOTTOM + 18}">${yearsLater}–${yearsLater + SPAN - 1}</text>`,
    ];
  });
  const title = "Citations by the years between the decision cited and the one that cites it";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}"`,
    '     font-family="sans-serif" font-size="13" text-anchor="middle" fill="#808080">',
    `<text x="${WIDTH / 2}" y="18">${title}</text>`,
    ...bars,
    "</svg>",
    "",
  ].join("\n");
}

const [, program = "", path] = process.argv;
if (import.meta.filename === program && path !== undefined)
  process.stdout.write(drawAges(readAges(readFileSync(path, "utf8"))));
