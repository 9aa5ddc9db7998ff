/** `caselaw search TEXT`: `list cases --search TEXT`, made for reading. */
import { type Command, Option } from "commander";
import { type Collection, parametersOf } from "../../corpus/collections.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { printEverything } from "../render/print-everything.ts";
import { tellCited, tellSearch } from "../render/search-notes.ts";
import { searchResults } from "../render/search-results.ts";
import { addFilterOptions } from "../settings/filter-options.ts";
import { listPage, openAsked, tellRanking } from "./ask.ts";

const FORMATS = ["text", "json", "jsonl", "csv"] as const;
type Format = (typeof FORMATS)[number];

const CASES: Collection = "cases";
/** Cases shown at a time for reading: two screens. */
const READING_PAGE_SIZE = "20";

const EXAMPLES = `
Examples:
  caselaw search gold letters
  caselaw search '"gold letters" -mining' --jurisdiction ga
  caselaw search 'appell* | "writ of error"~3' --decision-date-min 1850 --ordering decision_date
  caselaw search negligence --format json
  caselaw search -- --text                a text that begins like an option

a b: both   "a b": the phrase   "a b"~5: within 5 words   a | b: either   -a: without   appell*: begins so   ( ): groups`;

export const declareSearch: Declare = (command, run) => {
  const parameters = parametersOf(CASES).filter(({ name }) => name !== "search");
  command.argument("<text...>", "what to search for").usage("TEXT [filters] [options]").allowUnknownOption(); // `-a` is text; what begins like an option is refused below
  const question = addFilterOptions(command, parameters);
  command
    .addOption(
      new Option("--format <format>", "text for reading; json: one page; jsonl, csv: every match")
        .choices(FORMATS)
        .default("text"),
    )
    .addHelpText("after", EXAMPLES)
    .action((text: readonly string[]) => {
      return run(command, (context) => {
        refuseUnknownOptions(command, text, context);
        question.set("search", text.join(" "));
        return search(question, formatOf(command.getOptionValue("format")), context);
      });
    });
};

/** Words of the text that begin with two hyphens, unless they follow `--`. */
function refuseUnknownOptions(command: Command, text: readonly string[], { args }: Context): void {
  const literal = args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
  const unknown = text.find((word) => /^--\w/.test(word) && !literal.includes(word));
  if (unknown !== undefined) command.error(`error: unknown option '${unknown}'`);
}

async function search(question: URLSearchParams, format: Format, context: Context): Promise<number> {
  const { stdout } = context;
  using corpus = openAsked(context);
  if (format === "jsonl" || format === "csv") {
    await printEverything(corpus, { collection: CASES, question, format }, context);
  } else if (format === "json") {
    const page = listPage(corpus, "cases", question);
    await tellRanking(page, context);
    await tellSearch(question, context);
    await stdout.write(`${JSON.stringify(page)}\n`);
  } else {
    const page = listPage(corpus, "cases", readingQuestion(question));
    await tellRanking(page, context);
    await tellSearch(question, context);
    await tellCited(corpus, question.get("search") ?? "", context);
    await stdout.write(searchResults(page, question.get("search") ?? "", stdout.columns));
  }
  return EXIT.done;
}

/** With the text of each case, for the line around the match. */
function readingQuestion(question: URLSearchParams): URLSearchParams {
  const reading = new URLSearchParams(question);
  if (!reading.get("page_size")) reading.set("page_size", READING_PAGE_SIZE);
  reading.set("full_case", "true");
  reading.set("body_format", "text");
  return reading;
}

function formatOf(value: unknown): Format {
  return FORMATS.find((one) => one === value) ?? "text";
}
