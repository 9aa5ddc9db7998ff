/** `caselaw changes`: the cases that were added, changed or removed since a point, with the runs that did it. */
import { CHANGES_PARAMETERS, type V1Change, type V1Changes } from "../../v1/changes.ts";
import { csvLine } from "../../v1/page-formats.ts";
import type { V1 } from "../../v1/v1.ts";
import { openAsked, withFlags } from "../asking/ask.ts";
import { FORMATS, type Format } from "../asking/print-everything.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import type { Columns } from "../render/columns.ts";
import { plainTable, widthOf } from "../render/plain-table.ts";
import { addFilterOptions, type Flags, lastIn } from "../settings/filter-options.ts";
import { addFormatOption, formatOf } from "../settings/format-option.ts";

/** Lines of one write. */
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

const COLUMNS = ["number", "kind", "case_id", "at", "run_id"] as const satisfies readonly (keyof V1Change)[];

export const declareChanges: Declare = (command, run) => {
  const question = addFilterOptions(command, CHANGES_PARAMETERS);
  addFormatOption(command, FORMATS, ": the first changes; jsonl, csv: every change")
    .addHelpText("after", EXAMPLES)
    .action(() => run(command, (context) => changes(question, formatOf(FORMATS, command, context), context)));
};

async function changes(question: Flags, format: Format, context: Context): Promise<number> {
  const { stdout } = context;
  using v1 = await openAsked(context);
  if (format === "jsonl" || format === "csv") {
    await printAll(v1, question, format, context);
    return EXIT.done;
  }
  const answer = withFlags(v1, question, () => v1.changes(question));
  const isNet = lastIn(question, "net") === "true";
  const text =
    format === "json" ? JSON.stringify(answer) : tableOf(answer, isNet ? "net" : "rows", widthOf(stdout));
  await stdout.write(`${text}\n`);
  return EXIT.done;
}

async function printAll(
  v1: V1,
  question: Flags,
  format: "jsonl" | "csv",
  { stdout }: Context,
): Promise<void> {
  const isCsv = format === "csv";
  const lineOf = (change: V1Change): string =>
    isCsv ? csvLine(COLUMNS.map((column) => change[column])) : `${JSON.stringify(change)}\n`;
  let text = isCsv ? csvLine(COLUMNS) : "";
  let lines = 0;
  const all = v1.eachChange(question);
  // the first step reads the question
  for (let one = withFlags(v1, question, () => all.next()); one.done !== true; one = all.next()) {
    text += lineOf(one.value);
    if (++lines % LINES !== 0) continue;
    await stdout.write(text);
    text = "";
  }
  if (text !== "") await stdout.write(text);
}

const SHOWN: Columns<V1Change> = {
  number: (one) => one.number,
  kind: (one) => one.kind,
  case: (one) => one.case_id,
  at: (one) => one.at.slice(0, 19).replace("T", " "),
  run: (one) => one.run_id,
};

function tableOf({ results, since, until, more }: V1Changes, of: "net" | "rows", width: number): string {
  const last = results.at(-1)?.number ?? until;
  const goOn = of === "net" ? "more: --limit" : `more: --since ${last}`;
  const footer =
    results.length === 0
      ? `No change since ${since}; the newest is ${until}`
      : `${results.length} ${results.length === 1 ? "change" : "changes"} since ${since}; ${more ? goOn : `the newest is ${until}`}`;
  return [...plainTable(results, SHOWN, width), footer].join("\n");
}
