/** `caselaw cites ID|CITATION`: what a case cites, or with `--cited-by`, the cases that cite it. */
import { briefName, citeOrDocket } from "../../domain/records.ts";
import type { V1Cited } from "../../v1/related.ts";
import { inParentheses, type SaidOfCase, saidOf } from "../../v1/said-of.ts";
import type { V1 } from "../../v1/v1.ts";
import { declareQuestion, listPage } from "../asking/ask.ts";
import { type Flags, formatOf } from "../asking/flags.ts";
import { FORMATS, jsonLines, printList } from "../asking/print-list.ts";
import { casesOf, noCase, nothing, oneCase } from "../asking/resolve-case.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { type Columns, columnsOf, csvOf } from "../render/columns.ts";
import { plainTable } from "../render/table.ts";
import { escapeLine, shownValue, widthOf, wrapBehind } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw cites 435800
  caselaw cites '1 Ill. 2d 100' --format csv > cites.csv
  caselaw cites '1 Ill. 2d 100' --cited-by

The citations are those of the source (cites_to). If the source has none, they are extracted from the text: full citations of
cases, not statutes or journals. "Id.", "supra" and short forms are counted with the citation that they refer to (mentions). A
citation is shown with its case, if the corpus has it.
--cited-by prints the same as \`caselaw list cases --cites-to\`; csv and jsonl print every case.`;

export const declareCites: Declare = (command, run) =>
  declareQuestion(command.option("--cited-by", "list the cases that cite it"), run, {
    usage: "ID|CITATION [options]",
    argument: { name: "<case...>", describes: "id or citation of a case", parameter: "case" },
    parameters: [],
    ask: async ({ v1, words: [asked = ""], context }) => {
      if (context.options.citedBy === true) return citedBy(v1, asked, context);
      const cannot = `list what "${shownValue(asked)}" cites`;
      const one = await oneCase(v1.corpus, asked, { cannot, verb: "ask for" }, context);
      return typeof one === "number" ? one : (v1.cites(one.id) ?? EXIT.done);
    },
    table: ({ id, name_abbreviation: name, cites: cited }, width) => {
      const inCorpus = cited.filter((one) => one.case !== null).length;
      const origin = cited[0]?.found_in === "text" ? ", found in the text" : "";
      const sum = `${escapeLine(name)} (${id}) cites ${cited.length}${origin}; ${inCorpus} of them in the corpus`;
      return [...plainTable(cited, SHOWN, width), sum];
    },
    formats: { jsonl: ({ cites }) => jsonLines(cites), csv: ({ cites }) => csvOf(cites, CSV) },
    examples: EXAMPLES,
  });

/** A case that is not in the corpus may still be cited. */
async function citedBy(v1: V1, asked: string, context: Context): Promise<number> {
  const isHere = casesOf(v1.corpus, asked).length > 0;
  const one = isHere ? await oneCase(v1.corpus, asked, { cannot: "", verb: "ask for" }, context) : null;
  if (typeof one === "number") return one;
  const question: Flags = [["cites_to", one === null ? asked : String(one.id)]];
  if (one === null && listPage(v1, "cases", question).envelope.results.length === 0)
    return nothing(
      `Cannot list what cites "${shownValue(asked)}": ${noCase(v1.corpus, asked)}, and none cites it`,
      context,
    );
  const format = formatOf(FORMATS, context);
  await printList(v1, { collection: "cases", question, format }, context);
  const said = one === null || format !== "table" ? [] : saidOf(v1.corpus, one);
  if (said.length > 0)
    await context.stdout.write(`\n${saidLines(said, widthOf(context.stdout)).join("\n")}\n`);
  return EXIT.done;
}

function saidLines(said: readonly SaidOfCase[], width: number): string[] {
  return [
    "What other decisions say of it:",
    ...said.map(({ text, by, page }) => {
      const from = by === null ? [] : [briefName(by), citeOrDocket(by), page, `id ${by.id}`];
      const line = [inParentheses(text), from.filter(Boolean).join(", ")].join(" ").trimEnd();
      return wrapBehind("  ", escapeLine(line), width);
    }),
  ];
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
