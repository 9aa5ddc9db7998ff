/** `caselaw similar ID|CITATION`: the cases most similar to a case, by shared citations and words. */
import { SIMILAR_PARAMETERS, type V1SimilarCase } from "../../v1/related.ts";
import { declareQuestion } from "../asking/ask.ts";
import { onlyCase } from "../asking/resolve-case.ts";
import { type Declare, EXIT } from "../context.ts";
import type { Columns } from "../render/columns.ts";
import { plainTable } from "../render/table.ts";
import { escapeLine, shownValue } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw similar 435800
  caselaw similar '1 Ill. 2d 100' --limit 20 --json

A case is similar if it cites the same works, if later cases cite it together with this one, and if it has the words that
distinguish the text of this case. The columns say how many works, cases and words these are; fewer than a third of the words do not count. No model is used: equal corpora give equal lists.`;

export const declareSimilar: Declare = (command, run) =>
  declareQuestion(command, run, {
    usage: "ID|CITATION [options]",
    argument: { name: "<case...>", describes: "id or citation of a case", parameter: "case" },
    parameters: SIMILAR_PARAMETERS,
    ask: async ({ v1, words: [text = ""], flags, context }) => {
      const cannot = `find cases like "${shownValue(text)}"`;
      const record = await onlyCase(v1.corpus, text, { cannot, verb: "ask for" }, context);
      return typeof record === "number" ? record : (v1.similar(record.id, flags) ?? EXIT.nothingFound);
    },
    table: ({ id, name_abbreviation: name, words, similar }, width) => {
      const by = words.length === 0 ? "" : `; words: ${words.join(", ")}`;
      const sum = `${similar.length} cases like ${name} (${id})${by}`;
      return [...plainTable(similar, SHOWN, width), escapeLine(sum)];
    },
    examples: EXAMPLES,
  });

const SHOWN: Columns<V1SimilarCase> = {
  id: ({ id }) => id,
  case: ({ name_abbreviation }) => name_abbreviation,
  decided: ({ decision_date }) => decision_date,
  citations: ({ shared_citations }) => shared_citations || null,
  "cited together": ({ cited_together }) => cited_together || null,
  words: ({ shared_words }) => shared_words || null,
};
