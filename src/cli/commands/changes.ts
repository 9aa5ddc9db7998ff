/** `caselaw changes`: the cases that were added, changed or removed since a point, with the runs that did it. */
import { CHANGES_PARAMETERS, type V1Change, type V1Changes } from "../../v1/changes.ts";
import { openForReading, withFlags } from "../asking/ask.ts";
import { addFilterOptions, addFormatOption, type Flags, formatOf, lastIn } from "../asking/flags.ts";
import { FORMATS, type Format, jsonLines } from "../asking/print-list.ts";
import type { Context, Declare } from "../context.ts";
import { type Columns, columnsOf, csvOf, csvRecords } from "../render/columns.ts";
import { plainTable } from "../render/table.ts";
import { widthOf } from "../terminal-text.ts";

const LINES = 1_000;

const EXAMPLES = `
Examples:
  caselaw changes
  caselaw changes --since 1200                    after change number 1200
  caselaw changes --since 2024-03-01              on or after this day
  caselaw changes --since 1200 --net --format csv > changed-cases.csv

Each added, changed or removed case has a number in the change log. "stats" reports the newest number: use it with --since the
next time. A number above the newest is an error, because it comes from another corpus. --net shows one net change for each
case; cases that were added and removed again are left out. table and json show --limit changes; jsonl and csv all of them,
unless --limit is given.
Columns of csv: number, kind, case_id, at, run_id (of "stats").`;

const CSV = columnsOf(["number", "kind", "case_id", "at", "run_id"] satisfies (keyof V1Change)[]);

export const declareChanges: Declare = (command, run) => {
  const question = addFilterOptions(command, CHANGES_PARAMETERS);
  addFormatOption(command, FORMATS, ": the first changes; jsonl, csv: every change")
    .addHelpText("after", EXAMPLES)
    .action(run((context) => changes(question, formatOf(FORMATS, context), context)));
};

async function changes(question: Flags, format: Format, context: Context): Promise<undefined> {
  const { stdout } = context;
  using v1 = await openForReading(context);
  if (format === "table" || format === "json") {
    const answer = withFlags(v1, question, () => v1.changes(question));
    const isNet = lastIn(question, "net") === "true";
    await stdout.write(
      `${format === "json" ? JSON.stringify(answer) : tableOf(answer, isNet, widthOf(stdout))}\n`,
    );
    return;
  }
  const print = format === "csv" ? (rows: V1Change[]) => csvRecords(rows, CSV) : jsonLines;
  const all = v1.eachChange(question);
  // the first step reads the question
  let step = withFlags(v1, question, () => all.next());
  if (format === "csv") await stdout.write(csvOf([], CSV));
  while (step.done !== true) {
    const rows: V1Change[] = [];
    for (; step.done !== true && rows.length < LINES; step = all.next()) rows.push(step.value);
    await stdout.write(print(rows));
  }
}

const SHOWN: Columns<V1Change> = {
  number: ({ number }) => number,
  kind: ({ kind }) => kind,
  case: ({ case_id }) => case_id,
  at: ({ at }) => at.slice(0, 19).replace("T", " "),
  run: ({ run_id }) => run_id,
};

function tableOf({ results, since, until, more }: V1Changes, isNet: boolean, width: number): string {
  const last = results.at(-1)?.number ?? until;
  const goOn = isNet ? "more: --limit" : `more: --since ${last}`;
  const footer =
    results.length === 0
      ? `No change since ${since}; the newest is ${until}`
      : `${results.length} ${results.length === 1 ? "change" : "changes"} since ${since}; ${more ? goOn : `the newest is ${until}`}`;
  return [...plainTable(results, SHOWN, width), footer].join("\n");
}
