/** `caselaw list COLLECTION`: any of the seven collections, as table, JSON, JSON lines or CSV. */
import { type Command, Option } from "commander";
import { COLLECTIONS, type Collection, parametersOf } from "../../v1/collections.ts";
import { openForReading } from "../asking/ask.ts";
import { addFilterOptions, formatOf } from "../asking/flags.ts";
import { EXPLAIN, FORMATS, printList, printPlan } from "../asking/print-list.ts";
import type { Declare, Runner } from "../context.ts";

const SUMMARIES: Readonly<Record<Collection, string>> = {
  cases: "cases, by decision date; with --search by relevance",
  courts: "courts, by name",
  jurisdictions: "jurisdictions, by name",
  reporters: "reporters, by full name",
  volumes: "volumes, by barcode",
  citations: "citations, by case",
  bulk: "bulk files in the corpus, the newest of each kind",
};

const EXAMPLE_FILTERS: Readonly<Record<Collection, readonly string[]>> = {
  cases: [
    "--jurisdiction ill --decision-date-min 1850 --decision-date-max 1859",
    "--cite '1 Ill. 2d 100' --full-case --format json",
    "--search '\"gold letters\"' --format csv > gold-letters.csv",
  ],
  courts: ["--jurisdiction ill", "--name supreme --format csv"],
  jurisdictions: ["--whitelisted true"],
  reporters: ["--jurisdictions ill", "--full-name reports --format json"],
  volumes: ["--reporter 315 --volume-number 12"],
  citations: ["--cite '1 Ill. 2d 100'", "--case-id 435800 --format jsonl"],
  bulk: ["--body-format xml", "--with-old"],
};

const EXAMPLES = `
Examples:
  caselaw list jurisdictions
  caselaw list cases --name-abbreviation "smith v." --page-size 20
  caselaw list cases --jurisdiction ill --jurisdiction ind --format jsonl > cases.jsonl

Each collection has its own filters: caselaw list cases --help`;

export const declareList: Declare = async (command, run, args) => {
  command.usage("COLLECTION [filters] [options]").addHelpText("after", EXAMPLES);
  for (const collection of COLLECTIONS) {
    const subcommand = command.command(collection).description(SUMMARIES[collection]);
    if (!args.includes(collection)) continue;
    declareCollection(subcommand, collection, run);
    if (args.some((arg) => arg === "--help" || arg === "-h"))
      subcommand.addHelpText("after", await helpAfter(collection));
  }
};

function declareCollection(command: Command, collection: Collection, run: Runner): void {
  const question = addFilterOptions(command, parametersOf(collection));
  const formats =
    "table (default on a terminal), json (default otherwise): one page; jsonl, csv: every match";
  if (collection === "cases") command.option(...EXPLAIN);
  command.addOption(new Option("--format <format>", formats).choices(FORMATS)).action(
    run(async (context) => {
      using v1 = await openForReading(context);
      if (context.options.explain === true) await printPlan(v1, question, context);
      else await printList(v1, { collection, question, format: formatOf(FORMATS, context) }, context);
    }),
  );
}

async function helpAfter(collection: Collection): Promise<string> {
  const { CSV_COLUMNS } = await import("../render/csv-columns.ts");
  const examples = EXAMPLE_FILTERS[collection].map((filters) => `  caselaw list ${collection} ${filters}`);
  return `
Examples:
${examples.join("\n")}

Columns of csv: ${Object.keys(CSV_COLUMNS[collection]).join(", ")}`;
}
