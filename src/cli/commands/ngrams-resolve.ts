/** `caselaw ngrams WORDS`: up to three words by year. `caselaw resolve TEXT`: the cases of every full citation in a text. */
import {
  NGRAM_PARAMETERS,
  RESOLVE_PARAMETERS,
  type V1Ngrams,
  type V1ResolvedCase,
} from "../../v1/ngrams-resolve.ts";
import { declareQuestion } from "../asking/ask.ts";
import { type Declare, EXIT } from "../context.ts";
import { type Columns, columnsOf, csvOf } from "../render/columns.ts";
import { plainTable, titledColumns } from "../render/table.ts";

const NGRAMS_EXAMPLES = `
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
      return rows.length === 0 ? ["no matches"] : plainTable(rows, NGRAMS_SHOWN, width);
    },
    formats: { csv: (answer) => csvOf(rowsOf(answer), CSV) },
    examples: NGRAMS_EXAMPLES,
  });

const TITLES = ["ngram", "jurisdiction", "year", "count", "words", "cases", "all_cases"];
const CSV = columnsOf(TITLES);
const NGRAMS_SHOWN = titledColumns(TITLES);

function rowsOf({ results }: V1Ngrams): object[] {
  return Object.entries(results).flatMap(([ngram, groups]) =>
    Object.entries(groups).flatMap(([jurisdiction, years]) =>
      years.map(({ year, count: [count, words], doc_count: [cases, all_cases] }) => {
        return { ngram, jurisdiction, year: Number(year), count, words, cases, all_cases };
      }),
    ),
  );
}

const RESOLVE_EXAMPLES = `
Examples:
  caselaw resolve '1 Ill. 17'
  caselaw resolve 'See Hale v. Finch, 1 Ill. 17, and 2 Ill. 30.' --json

Lists the cases of each full citation in the text, and the citations that no case has. "caselaw check" says why a citation has no
case, and reads files.`;

export const declareResolve: Declare = (command, run) =>
  declareQuestion(command, run, {
    usage: "TEXT [options]",
    argument: { name: "<text...>", describes: "a text with citations", parameter: "q" },
    parameters: RESOLVE_PARAMETERS,
    ask: ({ v1, words: [text = ""] }) => v1.resolve([["q", text]]),
    table: (answer, width) => {
      const rows = Object.entries(answer).flatMap(([cite, cases]): Row[] =>
        cases.length === 0 ? [{ cite, match: null }] : cases.map((match) => ({ cite, match })),
      );
      return plainTable(rows, RESOLVE_SHOWN, width);
    },
    codeOf: (answer) =>
      Object.values(answer).some((cases) => cases.length > 0) ? EXIT.done : EXIT.nothingFound,
    examples: RESOLVE_EXAMPLES,
  });

interface Row {
  readonly cite: string;
  /** Null: no case has the citation. */
  readonly match: V1ResolvedCase | null;
}

const RESOLVE_SHOWN: Columns<Row> = {
  cite: ({ cite }) => cite,
  id: ({ match }) => match?.id ?? null,
  case: ({ match }) => (match === null ? "no case has this citation" : match.name_short || match.name_full),
  decided: ({ match }) => match?.decision_date ?? null,
};
