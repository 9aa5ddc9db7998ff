/** `caselaw cites ID|CITATION`: what a case cites, or with `--cited-by`, the cases that cite it. */
import type { V1Cited, V1Cites } from "../../v1/related.ts";
import { listPage, openAsked } from "../asking/ask.ts";
import { addFormatOption, type Flags, formatOf } from "../asking/flags.ts";
import { FORMATS, type Format, jsonLines, printList } from "../asking/print-list.ts";
import { casesOf, noCase, nothing, oneCase } from "../asking/resolve-case.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { type Columns, columnsOf, csvOf } from "../render/columns.ts";
import { plainTable } from "../render/table.ts";
import { escapeLine, shownValue, widthOf } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw cites 435800
  caselaw cites '1 Ill. 2d 100' --format csv > cites.csv
  caselaw cites '1 Ill. 2d 100' --cited-by

The citations are those of the source (cites_to). If the source has none, they are extracted from the text: full citations of
cases, not statutes or journals. "Id.", "supra" and short forms are counted with the citation that they refer to (mentions). A
citation is shown with its case, if the corpus has it.
--cited-by prints the same as \`caselaw list cases --cites-to\`; csv and jsonl print every case.`;

export const declareCites: Declare = (command, run) => {
  command
    .argument("<case...>", "id or citation of a case")
    .usage("ID|CITATION [options]")
    .option("--cited-by", "list the cases that cite it");
  addFormatOption(command, FORMATS)
    .addHelpText("after", EXAMPLES)
    .action(
      run((context, words: readonly string[]) => {
        const ask = context.options.citedBy === true ? citedBy : cites;
        return ask(words.join(" "), formatOf(FORMATS, context), context);
      }),
    );
};

async function cites(asked: string, format: Format, context: Context): Promise<number> {
  using v1 = await openAsked(context);
  const cannot = `list what "${shownValue(asked)}" cites`;
  const one = await oneCase(v1.corpus, asked, { cannot, verb: "ask for" }, context);
  if (typeof one === "number") return one;
  const answer = v1.cites(one.id);
  if (answer !== null) await context.stdout.write(printed(answer, format, widthOf(context.stdout)));
  return EXIT.done;
}

/** A case that is not in the corpus may still be cited. */
async function citedBy(asked: string, format: Format, context: Context): Promise<number> {
  using v1 = await openAsked(context);
  const isHere = casesOf(v1.corpus, asked).length > 0;
  const one = isHere ? await oneCase(v1.corpus, asked, { cannot: "", verb: "ask for" }, context) : null;
  if (typeof one === "number") return one;
  const question: Flags = [["cites_to", one === null ? asked : String(one.id)]];
  if (one === null && listPage(v1, "cases", question).envelope.results.length === 0)
    return nothing(
      `Cannot list what cites "${shownValue(asked)}": ${noCase(v1.corpus, asked)}, and none cites it`,
      context,
    );
  await printList(v1, { collection: "cases", question, format }, context);
  return EXIT.done;
}

function printed(answer: V1Cites, format: Format, width: number): string {
  if (format === "json") return `${JSON.stringify(answer)}\n`;
  if (format === "jsonl") return jsonLines(answer.cites);
  return format === "csv" ? csvOf(answer.cites, CSV) : tableOf(answer, width);
}

const CSV: Columns<V1Cited> = {
  ...columnsOf(["cite", "standard_cite", "volume", "reporter", "page", "pin_pages", "year"]),
  ...columnsOf(["times", "weight", "mentions", "opinion_index", "found_in"]),
  case_id: (one) => one.case?.id ?? null,
  case_name: (one) => one.case?.name_abbreviation ?? null,
  ...columnsOf(["case_ids"]),
};

const SHOWN: Columns<V1Cited> = {
  cite: (one) => one.cite,
  pages: (one) => one.pin_pages.join("; "),
  year: (one) => (one.year === null ? null : String(one.year)),
  mentions: (one) => (one.mentions === 1 ? null : one.mentions),
  id: (one) => one.case?.id ?? null,
  case: (one) => one.case?.name_abbreviation ?? null,
};

function tableOf({ id, name_abbreviation: name, cites: cited }: V1Cites, width: number): string {
  const inCorpus = cited.filter((one) => one.case !== null).length;
  const origin = cited[0]?.found_in === "text" ? ", found in the text" : "";
  const sum = `${escapeLine(name)} (${id}) cites ${cited.length}${origin}; ${inCorpus} of them in the corpus`;
  return `${[...plainTable(cited, SHOWN, width), sum].join("\n")}\n`;
}
