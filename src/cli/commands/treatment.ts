/** `caselaw treatment ID|CITATION`: what later decisions say they did to a case. */
import {
  overruledSentence,
  TREATMENT_PARAMETERS,
  untilSentence,
  type V1StatedTreatment,
  type V1Treatment,
} from "../../v1/treatment.ts";
import { declareQuestion } from "../asking/ask.ts";
import { onlyCase } from "../asking/resolve-case.ts";
import { type Declare, EXIT } from "../context.ts";
import type { Columns } from "../render/columns.ts";
import { plainTable } from "../render/table.ts";
import { escapeLine, shownValue } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw treatment 435800
  caselaw treatment '410 U.S. 113' --limit 50 --json

Three kinds of evidence: the Library of Congress's table of overruled decisions of the Supreme Court, sentences of citing cases such as
"A, overruled on other grounds by B", and later decisions of the same name and docket number. At most 200 citing cases are read, the
newest first. A sentence that is not clear is left out, so an empty list does not mean that a case is still law. This is no citator.`;

export const declareTreatment: Declare = (command, run) =>
  declareQuestion(command, run, {
    usage: "ID|CITATION [options]",
    argument: { name: "<case...>", describes: "id or citation of a case", parameter: "case" },
    parameters: TREATMENT_PARAMETERS,
    ask: async ({ v1, words: [text = ""], flags, context }) => {
      const cannot = `find the treatment of "${shownValue(text)}"`;
      const record = await onlyCase(v1.corpus, text, { cannot, verb: "ask for" }, context);
      return typeof record === "number" ? record : (v1.treatment(record.id, flags) ?? EXIT.nothingFound);
    },
    table: (answer, width) => [
      ...answer.overruled.map((overruling) => escapeLine(`It was ${overruledSentence(overruling)}`)),
      ...(answer.treatments.length === 0 ? [] : plainTable(answer.treatments, SHOWN, width)),
      ...answer.later.map(({ id, name_abbreviation: name, decision_date: date }) =>
        escapeLine(`Later decision: ${name} (${id}), ${date ?? "no date"}`),
      ),
      ...summary(answer).map(escapeLine),
    ],
    examples: EXAMPLES,
  });

function summary(answer: V1Treatment): string[] {
  const { id, name_abbreviation: name, treatments, treatment_count: count } = answer;
  const { read_count: read, citing_count: citing } = answer;
  return [
    `${treatments.length} of ${count} sentences about ${name} (${id}), from ${read} of ${citing ?? "many"} citing cases`,
    untilSentence(answer.last_decision),
  ];
}

const SHOWN: Columns<V1StatedTreatment> = {
  treatment: ({ kind, qualifier }) => (qualifier === null ? kind : `${kind} ${qualifier}`),
  by: ({ by }) => by,
  "citing case": (treatment) => treatment.case.name_abbreviation,
  id: (treatment) => treatment.case.id,
  decided: (treatment) => treatment.case.decision_date,
  court: ({ court }) => court,
  opinion: ({ opinion }) => opinion,
  page: ({ page }) => page,
  sentence: ({ sentence }) => sentence,
};
