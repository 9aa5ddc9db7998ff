/** `caselaw ngrams WORD…`: the cases of each year that have the words, as the service's `/v1/ngrams/` counted them. */
import { Option } from "commander";
import { NGRAM_PARAMETERS, type V1Ngrams } from "../../../v1/endpoints/ngrams.ts";
import { openAsked, withFlags } from "../../asking/ask.ts";
import type { Context, Declare } from "../../context.ts";
import { EXIT } from "../../exit-code.ts";
import { plainTable, type Shown, widthOf } from "../../render/plain-table.ts";
import { addFilterOptions, type Flags } from "../../settings/filter-options.ts";

const FORMATS = ["table", "json"] as const;

const EXAMPLES = `
Examples:
  caselaw ngrams raisins
  caselaw ngrams right of privacy --jurisdiction cal --jurisdiction ny
  caselaw ngrams 'api(author=holmes&cites_to=410 U.S. 113)' --jurisdiction '*' --json

The answer has the form of the service's /v1/ngrams/. Only cases are counted, and words are stemmed, as in a search. "caselaw trends"
takes several texts in the search language, and all filters.`;

export const declareNgrams: Declare = (command, run) => {
  command.argument("<word...>", "up to three words, or api(…)").usage("WORD... [options]");
  const question = addFilterOptions(
    command,
    NGRAM_PARAMETERS.filter(({ name }) => name !== "q"),
  );
  command
    .addOption(
      new Option("--format <format>", "table (default on a terminal), json (default otherwise)").choices(
        FORMATS,
      ),
    )
    .option("--json", "the same as --format json")
    .addHelpText("after", EXAMPLES)
    .action((words: readonly string[]) => {
      const { format, json } = command.opts();
      const chosen = json === true ? "json" : (FORMATS.find((one) => one === format) ?? null);
      const asked: Flags = [["q", words.join(" ")], ...question];
      return run(command, (context) => ngrams(asked, chosen, context));
    });
};

async function ngrams(
  question: Flags,
  chosen: (typeof FORMATS)[number] | null,
  context: Context,
): Promise<number> {
  const { stdout } = context;
  using v1 = await openAsked(context);
  const answer = withFlags(v1, question, () => v1.ngrams(question));
  const isJson = (chosen ?? (stdout.isTerminal ? "table" : "json")) === "json";
  await stdout.write(
    isJson
      ? `${JSON.stringify(answer)}\n`
      : `${plainTable(rowsOf(answer), SHOWN, widthOf(stdout)).join("\n")}\n`,
  );
  return EXIT.done;
}

interface Row {
  readonly jurisdiction: string;
  readonly year: string;
  readonly cases: number;
  readonly all: number;
}

const SHOWN: Shown<Row> = {
  year: (row) => row.year,
  jurisdiction: (row) => row.jurisdiction,
  cases: (row) => row.cases,
  "all cases": (row) => row.all,
};

function rowsOf({ results }: V1Ngrams): Row[] {
  return Object.values(results).flatMap((groups) =>
    Object.entries(groups).flatMap(([jurisdiction, years]) =>
      years.map(({ year, doc_count: [cases, all] }) => ({ jurisdiction, year, cases, all })),
    ),
  );
}
