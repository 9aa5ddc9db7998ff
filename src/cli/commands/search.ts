/** `caselaw search TEXT`: `list cases --search TEXT`, with readable results. */
import { type Command, Option } from "commander";
import { parametersOf } from "../../v1/collections.ts";
import { closestName } from "../../v1/parameter.ts";
import { searchedCitation } from "../../v1/search-notes.ts";
import { listPage, openAsked } from "../asking/ask.ts";
import { printList } from "../asking/print-list.ts";
import { printCitationNotes, printPageNotes } from "../asking/search-notes.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { searchResults } from "../render/search-results.ts";
import { addFilterOptions, type Flags, lastIn } from "../settings/filter-options.ts";

const FORMATS = ["text", "json", "jsonl", "csv"] as const;
type Format = (typeof FORMATS)[number];

/** Cases shown at a time for reading: two screens. */
const READING_PAGE_SIZE = "20";

const EXAMPLES = `
Examples:
  caselaw search gold letters
  caselaw search '"gold letters" -mining' --jurisdiction ga
  caselaw search 'appell* | "writ of error"~3' --decision-date-min 1850 --ordering decision_date
  caselaw search '"gold letters" /5 (mining | county)'
  caselaw search negligence --format json
  caselaw search -- --text                a text that begins like an option

a b: both   "a b": the phrase   a | b: either   -a: without   appell*: words that begin so   ( ): grouping
a /5 b: within 5 words   a +5 b: in this order   a /s b: in one sentence   a /p b: in one paragraph
author:a   court:neb   name:"a v. b": as the options of these names`;

export const declareSearch: Declare = (command, run) => {
  const parameters = parametersOf("cases").filter(({ name }) => name !== "search");
  command.argument("<text...>", "what to search for").usage("TEXT [filters] [options]").allowUnknownOption(); // `-a` is text; unknown options are rejected below
  const question = addFilterOptions(command, parameters);
  command
    .addOption(
      new Option(
        "--format <format>",
        `text: readable results, ${READING_PAGE_SIZE} a page; json: one page; jsonl, csv: every match`,
      )
        .choices(FORMATS)
        .default("text"),
    )
    .addHelpText("after", EXAMPLES)
    .action((text: readonly string[]) => {
      return run(command, (context) => {
        refuseUnknownOptions(command, text, context);
        return search(
          [...question, ["search", text.join(" ")]],
          formatOf(command.getOptionValue("format")),
          context,
        );
      });
    });
};

/** Words of the text that begin with two hyphens, unless they follow `--`. */
function refuseUnknownOptions(command: Command, text: readonly string[], { args }: Context): void {
  const literal = args.includes("--") ? args.slice(args.indexOf("--") + 1) : [];
  const unknown = text.find((word) => /^--\w/.test(word) && !literal.includes(word));
  if (unknown === undefined) return;
  const similar = closestName(
    unknown,
    command.options.map(({ long }) => [long ?? null]),
  );
  const hint = similar === null ? "" : `\n(Did you mean ${similar}?)`;
  command.error(`error: unknown option '${unknown}'${hint}`);
}

export async function search(given: Flags, format: Format, context: Context): Promise<number> {
  const { stdout } = context;
  using v1 = await openAsked(context);
  const text = lastIn(given, "search") ?? "";
  const citation = searchedCitation(v1.corpus, text);
  // cases that contain the numbers of a citation are not what its author looks for
  const isAbsent = citation !== null && citation.absence !== null;
  const question = isAbsent ? citeQuestion(given, citation.cite) : given;
  if (isAbsent) await printCitationNotes(citation, context);
  if (format !== "text") {
    await printList(v1, { collection: "cases", question, format }, context);
    return EXIT.done;
  }
  const page = listPage(v1, "cases", readingQuestion(question));
  await printPageNotes(v1, page, question, context);
  // as the index has them, for the line around the match
  const items = v1.corpus.withBodies(page.page.items, { format: "joined text", preview: null });
  const results = { ...page, page: { ...page.page, items } };
  await stdout.write(searchResults(results, text, { columns: stdout.columns, baseUrl: v1.baseUrl }));
  return EXIT.done;
}

/** An order by relevance needs words. */
function citeQuestion(question: Flags, cite: string): Flags {
  return [...question.filter(([name]) => name !== "search" && name !== "ordering"), ["cite", cite]];
}

function readingQuestion(question: Flags): Flags {
  return lastIn(question, "page_size") ? question : [...question, ["page_size", READING_PAGE_SIZE]];
}

function formatOf(value: unknown): Format {
  return FORMATS.find((one) => one === value) ?? "text";
}
