/** `caselaw ngrams WORDS`: up to three words by year, as table, CSV or JSON. */
import { NGRAM_PARAMETERS, type V1Ngrams } from "../../../v1/ngrams-resolve.ts";
import { openAsked, withFlags } from "../../asking/ask.ts";
import type { Context, Declare } from "../../context.ts";
import { EXIT } from "../../exit-code.ts";
import { type Columns, csvOf } from "../../render/columns.ts";
import { plainTable, widthOf } from "../../render/plain-table.ts";
import { addFilterOptions, type Flags } from "../../settings/filter-options.ts";
import { addFormatOption, formatOf } from "../../settings/format-option.ts";

const FORMATS = ["table", "json", "csv"] as const;
type Format = (typeof FORMATS)[number];

const EXAMPLES = `
Examples:
  caselaw ngrams raisins --jurisdiction cal --year 1984
  caselaw ngrams 'mill *' --jurisdiction ill
  caselaw ngrams 'api(cites_to=1 Ill. 17)' --format csv

For each year with matches: how often the words occur, and how many cases have them, of how many words and cases in all. Words are
found as a search for the phrase finds them. With "*" at the end, the ten words that most often follow are counted, each apart;
at most 1,000 cases may have the words before it. With api(...) the cases of any filters are counted. An empty column is not known:
occurrences are counted in the texts of up to 1,000 matches.
Columns of csv: ngram, jurisdiction, year, count, words, cases, all_cases.`;

export const declareNgrams: Declare = (command, run) => {
  command.argument("<words...>", "up to three words").usage("WORDS [options]");
  const question = addFilterOptions(
    command,
    NGRAM_PARAMETERS.filter(({ name }) => name !== "q"),
  );
  addFormatOption(command, FORMATS, ", csv")
    .addHelpText("after", EXAMPLES)
    .action((words: readonly string[]) =>
      run(command, (context) =>
        ngrams([["q", words.join(" ").trim()], ...question], formatOf(FORMATS, command, context), context),
      ),
    );
};

async function ngrams(question: Flags, format: Format, context: Context): Promise<number> {
  using v1 = await openAsked(context);
  const answer = withFlags(v1, question, () => v1.ngrams(question));
  await context.stdout.write(printed(answer, format, context));
  return EXIT.done;
}

interface Row {
  readonly ngram: string;
  readonly jurisdiction: string;
  readonly year: number;
  readonly count: number | null;
  readonly words: number | null;
  readonly cases: number;
  readonly all: number;
}

const SHOWN: Columns<Row> = {
  ngram: (row) => row.ngram,
  jurisdiction: (row) => row.jurisdiction,
  year: (row) => row.year,
  count: (row) => row.count,
  words: (row) => row.words,
  cases: (row) => row.cases,
  "all cases": (row) => row.all,
};

function printed(answer: V1Ngrams, format: Format, { stdout }: Context): string {
  if (format === "json") return `${JSON.stringify(answer)}\n`;
  const rows = rowsOf(answer);
  if (format === "table")
    return rows.length === 0 ? "no matches\n" : `${plainTable(rows, SHOWN, widthOf(stdout)).join("\n")}\n`;
  const titled = Object.entries(SHOWN).map(([title, field]) => [title.replace(" ", "_"), field] as const);
  return csvOf(rows, Object.fromEntries(titled));
}

function rowsOf({ results }: V1Ngrams): Row[] {
  return Object.entries(results).flatMap(([ngram, groups]) =>
    Object.entries(groups).flatMap(([jurisdiction, years]) =>
      years.map(({ year, count, doc_count: cases }): Row => {
        const [found, words] = count;
        return {
          ngram,
          jurisdiction,
          year: Number(year),
          count: found,
          words,
          cases: cases[0],
          all: cases[1],
        };
      }),
    ),
  );
}
