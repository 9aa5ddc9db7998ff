/** `caselaw trends TEXT…`: the matching decisions of each year, next to the year's total, as table, CSV, JSON or plot. */
import type { Trend, Trends } from "../../corpus/trends.ts";
import { MAX_TEXTS, readTrendsQuery, TRENDS_PARAMETERS, trendsCsv, v1Trends } from "../../v1/trends.ts";
import { declareQuestion } from "../asking/ask.ts";
import { printSearchNotes } from "../asking/print-list.ts";
import type { Declare } from "../context.ts";
import type { Columns } from "../render/columns.ts";
import { parted, plainTable } from "../render/table.ts";
import { escapeLine } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw trends '"right of privacy"' --format plot
  caselaw trends automobile carriage --decision-date-min 1890 --decision-date-max 1930
  caselaw trends negligen* --by jurisdiction --top 5 --format csv > negligence.csv
  caselaw trends trover --jurisdiction ill --json

Up to ${MAX_TEXTS} texts, each in the search language of "caselaw search"; quote a text of several words for the shell. Each year has the
number of matching decisions, the number of all decisions that match the filters, and the matches per 10,000 of these. Undated
decisions are in no year. The numbers are those of facet=decision_date.
Columns of csv, a line for each text, group and year: text, group, year, count, total, per_10000. A plot shows the matches per
10,000, with one scale for all texts and groups.`;

export const declareTrends: Declare = (command, run) =>
  declareQuestion(command, run, {
    usage: "TEXT... [filters] [options]",
    argument: {
      name: "<text...>",
      describes: `what to search for, up to ${MAX_TEXTS} texts`,
      parameter: "text",
      each: true,
    },
    parameters: TRENDS_PARAMETERS,
    ask: async ({ v1, words, flags, context }) => {
      const answer = v1.corpus.trends(readTrendsQuery(v1.corpus, words, flags));
      for (const text of words) await printSearchNotes([...flags, ["search", text]], context);
      return answer;
    },
    json: v1Trends,
    table: trendTable,
    formats: {
      csv: ({ series }) => trendsCsv(series),
      plot: (answer, _, { context }) => `${trendPlots(answer, context.stdout.columns).join("\n")}\n`,
    },
    examples: EXAMPLES,
  });

/** A line for each year, two columns for each text; a table for each group. */
function trendTable(answer: Trends, width: number): string[] {
  const groups = [...Map.groupBy(answer.series, ({ group }) => group)];
  const tables = groups.map(([group, series]) => [
    ...(group === null ? [] : [escapeLine(group)]),
    ...plainTable(rowsOf(series), columnsOf(series), width),
  ]);
  return [...orNothing(parted(tables)), ...moreGroups(answer)];
}

interface Row {
  readonly year: number | string;
  readonly total: number;
  readonly cells: readonly { readonly count: number; readonly per10000: number }[];
}

function rowsOf(series: readonly Trend[]): Row[] {
  const [first] = series;
  if (first === undefined || first.years.length === 0) return [];
  const years = first.years.map(({ year, total }, at) => ({
    year,
    total,
    cells: series.flatMap(({ years: ofText }) => ofText[at] ?? []),
  }));
  return [...years, { year: "all", total: first.total, cells: series }];
}

function columnsOf(series: readonly Trend[]): Columns<Row> {
  const texts = series.flatMap(({ text }, at): [string, Columns<Row>[string]][] => [
    // titles must differ, and two texts may be the same; numbers are aligned right, so the spaces do not show
    [`${" ".repeat(at)}${escapeLine(text)}`, ({ cells }) => cells[at]?.count ?? 0],
    [`${" ".repeat(at)}per 10,000`, ({ cells }) => cells[at]?.per10000 ?? 0],
  ]);
  return { year: (row) => row.year, decisions: (row) => row.total, ...Object.fromEntries(texts) };
}

function orNothing(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ["No decision with a date matches"] : lines;
}

function moreGroups({ by, groupsLeftOut: left }: Trends): string[] {
  if (left === 0) return [];
  return ["", `${left} more ${left === 1 ? by : `${by}s`}: --top`];
}

const BARS = " ▁▂▃▄▅▆▇█";
const EIGHTHS = 8;
const PLOT_LINES = 6;
const SCALE = 9;

/** The matches per 10,000 decisions; a bar has as many years as the width requires. */
interface Plot {
  readonly trend: Trend;
  readonly first: number;
  readonly last: number;
  readonly yearsPerBar: number;
  readonly bars: readonly number[];
}

/** A plot for each series, all with the same scale so that they can be compared. */
function trendPlots(answer: Trends, width: number): string[] {
  const plots = answer.series.flatMap((trend) => plotOf(trend, Math.max(width - SCALE, 1)));
  const top = plots.flatMap(({ bars }) => bars).reduce((most, bar) => Math.max(most, bar), 0) || 1;
  return [...orNothing(parted(plots.map((plot) => plotLines(plot, top)))), ...moreGroups(answer)];
}

function plotOf(trend: Trend, columns: number): Plot[] {
  const first = trend.years[0]?.year;
  const last = trend.years.at(-1)?.year;
  if (first === undefined || last === undefined) return [];
  const yearsPerBar = Math.ceil((last - first + 1) / columns);
  const sums = Array.from({ length: Math.ceil((last - first + 1) / yearsPerBar) }, () => ({
    count: 0,
    total: 0,
  }));
  for (const { year, count, total } of trend.years) {
    const sum = sums[Math.floor((year - first) / yearsPerBar)];
    if (sum === undefined) continue;
    sum.count += count;
    sum.total += total;
  }
  const bars = sums.map(({ count, total }) => (total === 0 ? 0 : (count * 10_000) / total));
  return [{ trend, first, last, yearsPerBar, bars }];
}

function plotLines({ trend, first, last, yearsPerBar, bars }: Plot, top: number): string[] {
  // a value above 0 has at least an eighth of a line
  const heights = bars.map((bar) =>
    bar === 0 ? 0 : Math.max(1, Math.round((bar / top) * PLOT_LINES * EIGHTHS)),
  );
  const lines = Array.from({ length: PLOT_LINES }, (_, line) => {
    const below = (PLOT_LINES - 1 - line) * EIGHTHS;
    const cells = heights.map((height) => BARS[Math.min(Math.max(height - below, 0), EIGHTHS)] ?? " ");
    const label = line === 0 ? rateText(top) : line === PLOT_LINES - 1 ? "0" : "";
    return `${label.padStart(SCALE - 2).padEnd(SCALE - 1)}┤${cells.join("")}`.trimEnd();
  });
  const gap = Math.max(bars.length - `${last}`.length, `${first}`.length + 1);
  const ends = first === last ? `${first}` : `${`${first}`.padEnd(gap)}${last}`;
  const axis = [`${" ".repeat(SCALE - 1)}└${"─".repeat(bars.length)}`, `${" ".repeat(SCALE)}${ends}`];
  return [titleOf(trend, yearsPerBar), ...lines, ...axis];
}

function titleOf({ text, group, count, total }: Trend, yearsPerBar: number): string {
  const suffix = group === null ? "" : `, ${group}`;
  const column = yearsPerBar === 1 ? "a column a year" : `${yearsPerBar} years a column`;
  return escapeLine(`${text}${suffix}: ${count} of ${total} decisions, per 10,000, ${column}`);
}

function rateText(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Math.round(value * 100) / 100);
}
