/** `caselaw ngrams WORDS`: up to three words by year, as table, CSV or JSON. */
import { NGRAM_PARAMETERS, type V1Ngrams } from "../../v1/ngrams-resolve.ts";
import { declareQuestion } from "../asking/ask.ts";
import type { Declare } from "../context.ts";
import { columnsOf, csvOf } from "../render/columns.ts";
import { plainTable, titled } from "../render/table.ts";

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

export const declareNgrams: Declare = (command, run) =>
  declareQuestion(command, run, {
    usage: "WORDS [options]",
    argument: { name: "<words...>", describes: "up to three words", parameter: "q" },
    parameters: NGRAM_PARAMETERS,
    ask: ({ v1, words: [text = ""], flags }) => v1.ngrams([["q", text], ...flags]),
    table: (answer, width) => {
      const rows = rowsOf(answer);
      return rows.length === 0 ? ["no matches"] : plainTable(rows, SHOWN, width);
    },
    formats: { csv: (answer) => csvOf(rowsOf(answer), CSV) },
    examples: EXAMPLES,
  });

const TITLES = ["ngram", "jurisdiction", "year", "count", "words", "cases", "all_cases"];
const CSV = columnsOf(TITLES);
const SHOWN = titled(TITLES);

function rowsOf({ results }: V1Ngrams): object[] {
  return Object.entries(results).flatMap(([ngram, groups]) =>
    Object.entries(groups).flatMap(([jurisdiction, years]) =>
      years.map(({ year, count: [count, words], doc_count: [cases, all_cases] }) => {
        return { ngram, jurisdiction, year: Number(year), count, words, cases, all_cases };
      }),
    ),
  );
}
