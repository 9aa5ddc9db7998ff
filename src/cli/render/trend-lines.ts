/** Trends for terminals: a table of years, or bars. */
import type { Trend, Trends } from "../../corpus/trends.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import type { Columns } from "./columns.ts";
import { plainTable } from "./plain-table.ts";
import { highestBar, plotYears, yearsPerColumn } from "./plot.ts";

/** Lines of the bars of one series. */
const PLOT_LINES = 6;
const NOTHING = "No decision with a date matches";

/** A line for each year, two columns for each text; a table for each group. */
export function trendTable(answer: Trends, width: number): string[] {
  const groups = [...Map.groupBy(answer.series, ({ group }) => group)];
  const tables = groups.map(([group, series]) => [
    ...(group === null ? [] : [escapeLine(group)]),
    ...plainTable(rowsOf(series), columnsOf(series), width),
  ]);
  return [...parted(tables.filter(({ length }) => length > 0)), ...leftOut(answer)];
}

/** A plot for each series, all with the same scale. */
export function trendPlots(answer: Trends, width: number): string[] {
  const filled = answer.series.filter(({ years }) => years.length > 0);
  const most = filled.reduce((highest, { years }) => Math.max(highest, highestBar(years, width)), 0);
  const plots = filled.map((trend) => [
    titleOf(trend, width),
    ...plotYears(trend.years, { width, height: PLOT_LINES }, most),
  ]);
  return [...parted(plots), ...leftOut(answer)];
}

/** A year: its total, and the counts of each text. */
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

function titleOf({ text, group, count, total, years }: Trend, width: number): string {
  const step = yearsPerColumn(years, width);
  const of = group === null ? "" : `, ${group}`;
  const column = step === 1 ? "a column a year" : `${step} years a column`;
  return escapeLine(`${text}${of}: ${count} of ${total} decisions, per 10,000, ${column}`);
}

function parted(parts: readonly (readonly string[])[]): string[] {
  if (parts.length === 0) return [NOTHING];
  return parts.flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));
}

function leftOut({ by, groupsLeftOut: left }: Trends): string[] {
  if (left === 0) return [];
  return ["", `${left} more ${left === 1 ? by : `${by}s`}: --top`];
}
