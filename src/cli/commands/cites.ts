/** `caselaw cites ID|CITATION`: what a case cites, or with `--cited-by`, the cases that cite it. */
import { briefName, citeOrDocket } from "../../domain/records.ts";
import type { V1Cited } from "../../v1/related.ts";
import { inParentheses, type SaidOfCase, saidOf } from "../../v1/said-of.ts";
import type { V1 } from "../../v1/v1.ts";
import { declareQuestion, listPage } from "../asking/ask.ts";
import { type Flags, formatOf } from "../asking/flags.ts";
import { FORMATS, jsonLines, printList } from "../asking/print-list.ts";
import { casesOf, noCase, notFound, onlyCase } from "../asking/resolve-case.ts";
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
    ask: async ({ v1, words: [text = ""], context }) => {
      if (context.options.citedBy === true) return citedBy(v1, text, context);
      const cannot = `list what "${shownValue(text)}" cites`;
      const record = await onlyCase(v1.corpus, text, { cannot, verb: "ask for" }, context);
      return typeof record === "number" ? record : (v1.cites(record.id) ?? EXIT.done);
    },
    table: ({ id, name_abbreviation: name, cites: cited }, width) => {
      const inCorpus = cited.filter((work) => work.case !== null).length;
      const origin = cited[0]?.found_in === "text" ? ", found in the text" : "";
      const sum = `${escapeLine(name)} (${id}) cites ${cited.length}${origin}; ${inCorpus} of them in the corpus`;
      return [...plainTable(cited, SHOWN, width), sum];
    },
    formats: { jsonl: ({ cites }) => jsonLines(cites), csv: ({ cites }) => csvOf(cites, CSV) },
    examples: EXAMPLES,
  });

/** A case that is not in the corpus may still be cited. */
async function citedBy(v1: V1, text: string, context: Context): Promise<number> {
  const isHere = casesOf(v1.corpus, text).length > 0;
  const record = isHere ? await onlyCase(v1.corpus, text, { cannot: "", verb: "ask for" }, context) : null;
  if (typeof record === "number") return record;
  const question: Flags = [["cites_to", record === null ? text : String(record.id)]];
  if (record === null && listPage(v1, "cases", question).envelope.results.length === 0)
    return notFound(
      `Cannot list what cites "${shownValue(text)}": ${noCase(v1.corpus, text)}, and none cites it`,
      context,
    );
  const format = formatOf(FORMATS, context);
  await printList(v1, { collection: "cases", question, format }, context);
  const said = record === null || format !== "table" ? [] : saidOf(v1.corpus, record);
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
  case_id: (work) => work.case?.id ?? null,
  case_name: (work) => work.case?.name_abbreviation ?? null,
  ...columnsOf(["case_ids"]),
};

const SHOWN: Columns<V1Cited> = {
  cite: ({ cite }) => cite,
  pages: ({ pin_pages }) => pin_pages.join("; "),
  year: ({ year }) => (year === null ? null : String(year)),
  mentions: ({ mentions }) => (mentions === 1 ? null : mentions),
  id: (work) => work.case?.id ?? null,
  case: (work) => work.case?.name_abbreviation ?? null,
};
