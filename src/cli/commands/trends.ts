/** `caselaw trends TEXT…`: the matching decisions of each year, next to the year's total, as table, CSV, JSON or plot. */
import type { Trends } from "../../corpus/trends.ts";
import { MAX_TEXTS, readTrendsQuery, TRENDS_PARAMETERS, trendsCsv, v1Trends } from "../../v1/trends.ts";
import { openAsked, withFlags } from "../asking/ask.ts";
import { printSearchNotes } from "../asking/search-notes.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { widthOf } from "../render/plain-table.ts";
import { trendPlots, trendTable } from "../render/trend-lines.ts";
import { addFilterOptions, type Flags } from "../settings/filter-options.ts";
import { addFormatOption, formatOf } from "../settings/format-option.ts";

const FORMATS = ["table", "json", "csv", "plot"] as const;
type Format = (typeof FORMATS)[number];

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

export const declareTrends: Declare = (command, run) => {
  command
    .argument("<text...>", `what to search for, up to ${MAX_TEXTS} texts`)
    .usage("TEXT... [filters] [options]");
  const question = addFilterOptions(command, TRENDS_PARAMETERS);
  addFormatOption(command, FORMATS, ", csv, plot")
    .addHelpText("after", EXAMPLES)
    .action((texts: readonly string[]) => {
      if (texts.length > MAX_TEXTS) command.error(`error: ${texts.length} texts, ${MAX_TEXTS} at most`);
      return run(command, (context) => trends(texts, question, formatOf(FORMATS, command, context), context));
    });
};

async function trends(
  texts: readonly string[],
  question: Flags,
  format: Format,
  context: Context,
): Promise<number> {
  using v1 = await openAsked(context);
  const asked: Flags = [...question, ...texts.map((text): [string, string] => ["text", text])];
  const query = withFlags(v1, asked, () => readTrendsQuery(v1.corpus, texts, question));
  const answer = v1.corpus.trends(query);
  for (const text of texts) await printSearchNotes([["search", text]], context);
  await context.stdout.write(printed(answer, format, context));
  return EXIT.done;
}

function printed(answer: Trends, format: Format, { stdout }: Context): string {
  if (format === "json") return `${JSON.stringify(v1Trends(answer))}\n`;
  if (format === "csv") return trendsCsv(answer.series);
  const lines = format === "plot" ? trendPlots(answer, stdout.columns) : trendTable(answer, widthOf(stdout));
  return `${lines.join("\n")}\n`;
}
