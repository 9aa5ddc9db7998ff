/** `caselaw similar ID|CITATION`: the cases most similar to a case, by shared citations and words. */
import { SIMILAR_PARAMETERS, type V1SimilarCase } from "../../v1/related.ts";
import { declareQuestion } from "../asking/ask.ts";
import { oneCase } from "../asking/resolve-case.ts";
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
    ask: async ({ v1, words: [asked = ""], flags, context }) => {
      const cannot = `find cases like "${shownValue(asked)}"`;
      const one = await oneCase(v1.corpus, asked, { cannot, verb: "ask for" }, context);
      return typeof one === "number" ? one : (v1.similar(one.id, flags) ?? EXIT.nothingFound);
    },
    table: ({ id, name_abbreviation: name, words, similar }, width) => {
      const by = words.length === 0 ? "" : `; words: ${words.join(", ")}`;
      const sum = `${similar.length} cases like ${name} (${id})${by}`;
      return [...plainTable(similar, SHOWN, width), escapeLine(sum)];
    },
    examples: EXAMPLES,
  });

const SHOWN: Columns<V1SimilarCase> = {
  id: (one) => one.id,
  case: (one) => one.name_abbreviation,
  decided: (one) => one.decision_date,
  citations: (one) => one.shared_citations || null,
  "cited together": (one) => one.cited_together || null,
  words: (one) => one.shared_words || null,
};
