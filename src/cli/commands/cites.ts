/** `caselaw cites ID|CITATION`: what a case cites, or with `--cited-by`, the cases that cite it. */
import type { V1Cited, V1Cites } from "../../v1/related.ts";
import { listPage, openAsked } from "../asking/ask.ts";
import { FORMATS, type Format } from "../asking/print-everything.ts";
import { printList } from "../asking/print-list.ts";
import { casesOf, listSeveral, noCase, nothing } from "../asking/resolve-case.ts";
import type { Context, Declare } from "../context.ts";
import { escapeLine, shownValue } from "../escape-for-terminal.ts";
import { EXIT } from "../exit-code.ts";
import { type Columns, csvOf } from "../render/columns.ts";
import { plainTable, widthOf } from "../render/plain-table.ts";
import type { Flags } from "../settings/filter-options.ts";
import { addFormatOption, formatOf } from "../settings/format-option.ts";

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
  addFormatOption(command, FORMATS, ", jsonl, csv")
    .addHelpText("after", EXAMPLES)
    .action((asked: readonly string[]) => {
      const { citedBy } = command.opts();
      const direction = citedBy === true ? "cited by" : "cites";
      return run(command, (context) =>
        cites(asked.join(" "), { direction, format: formatOf(FORMATS, command, context) }, context),
      );
    });
};

interface Asked {
  readonly direction: "cites" | "cited by";
  readonly format: Format;
}

async function cites(asked: string, { direction, format }: Asked, context: Context): Promise<number> {
  using v1 = await openAsked(context);
  const found = casesOf(v1.corpus, asked);
  const [only, ...others] = found;
  // a case that is not in the corpus may still be cited
  if (direction === "cited by" && others.length === 0) {
    const question: Flags = [["cites_to", only === undefined ? asked : String(only.id)]];
    if (only === undefined && listPage(v1, "cases", question).envelope.results.length === 0)
      return nothing(
        `Cannot list what cites "${shownValue(asked)}": ${noCase(v1.corpus, asked)}, and none cites it`,
        context,
      );
    await printList(v1, { collection: "cases", question, format }, context);
    return EXIT.done;
  }
  if (only === undefined)
    return nothing(`Cannot list what "${shownValue(asked)}" cites: ${noCase(v1.corpus, asked)}`, context);
  if (others.length > 0) return listSeveral(asked, found, "ask for", context);
  const answer = v1.cites(only.id);
  if (answer !== null) await context.stdout.write(printed(answer, format, widthOf(context.stdout)));
  return EXIT.done;
}

function printed(answer: V1Cites, format: Format, width: number): string {
  if (format === "json") return `${JSON.stringify(answer)}\n`;
  if (format === "jsonl") return answer.cites.map((one) => `${JSON.stringify(one)}\n`).join("");
  return format === "csv" ? csvOf(answer.cites, CITED_COLUMNS) : tableOfCites(answer, width);
}

const CITED_COLUMNS: Columns<V1Cited> = {
  cite: (one) => one.cite,
  standard_cite: (one) => one.standard_cite,
  volume: (one) => one.volume,
  reporter: (one) => one.reporter,
  page: (one) => one.page,
  pin_pages: (one) => one.pin_pages.join("; "),
  year: (one) => one.year,
  times: (one) => one.times,
  weight: (one) => one.weight,
  mentions: (one) => one.mentions,
  opinion_index: (one) => one.opinion_index,
  found_in: (one) => one.found_in,
  case_id: (one) => one.case?.id ?? null,
  case_name: (one) => one.case?.name_abbreviation ?? null,
  case_ids: (one) => one.case_ids.join("; "),
};

const SHOWN: Columns<V1Cited> = {
  cite: (one) => one.cite,
  pages: (one) => one.pin_pages.join("; "),
  year: (one) => (one.year === null ? null : String(one.year)),
  mentions: (one) => (one.mentions === 1 ? null : one.mentions),
  id: (one) => one.case?.id ?? null,
  case: (one) => one.case?.name_abbreviation ?? null,
};

function tableOfCites({ id, name_abbreviation: name, cites: cited }: V1Cites, width: number): string {
  const inCorpus = cited.filter((one) => one.case !== null).length;
  const origin = cited[0]?.found_in === "text" ? ", found in the text" : "";
  const sum = `${escapeLine(name)} (${id}) cites ${cited.length}${origin}; ${inCorpus} of them in the corpus`;
  return `${[...plainTable(cited, SHOWN, width), sum].join("\n")}\n`;
}
