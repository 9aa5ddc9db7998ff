/** `caselaw resolve TEXT`: the cases of every full citation in a text. */
import { RESOLVE_PARAMETERS, type V1ResolvedCase } from "../../v1/ngrams-resolve.ts";
import { declareQuestion } from "../asking/ask.ts";
import { type Declare, EXIT } from "../context.ts";
import type { Columns } from "../render/columns.ts";
import { plainTable } from "../render/table.ts";

const EXAMPLES = `
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
        cases.length === 0 ? [{ cite, one: null }] : cases.map((one) => ({ cite, one })),
      );
      return plainTable(rows, SHOWN, width);
    },
    codeOf: (answer) =>
      Object.values(answer).some((cases) => cases.length > 0) ? EXIT.done : EXIT.nothingFound,
    examples: EXAMPLES,
  });

interface Row {
  readonly cite: string;
  /** Null: no case has the citation. */
  readonly one: V1ResolvedCase | null;
}

const SHOWN: Columns<Row> = {
  cite: ({ cite }) => cite,
  id: ({ one }) => one?.id ?? null,
  case: ({ one }) => (one === null ? "no case has this citation" : one.name_short || one.name_full),
  decided: ({ one }) => one?.decision_date ?? null,
};
