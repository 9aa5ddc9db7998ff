/** `caselaw treatment ID|CITATION`: what later decisions say they did to a case. */
import {
  overruledSentence,
  TREATMENT_PARAMETERS,
  untilSentence,
  type V1StatedTreatment,
  type V1Treatment,
} from "../../v1/treatment.ts";
import { declareQuestion } from "../asking/ask.ts";
import { oneCase } from "../asking/resolve-case.ts";
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
    ask: async ({ v1, words: [asked = ""], flags, context }) => {
      const cannot = `find the treatment of "${shownValue(asked)}"`;
      const one = await oneCase(v1.corpus, asked, { cannot, verb: "ask for" }, context);
      return typeof one === "number" ? one : (v1.treatment(one.id, flags) ?? EXIT.nothingFound);
    },
    table: (answer, width) => [
      ...answer.overruled.map((one) => escapeLine(`It was ${overruledSentence(one)}`)),
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
  by: (one) => one.by,
  "citing case": (one) => one.case.name_abbreviation,
  id: (one) => one.case.id,
  decided: (one) => one.case.decision_date,
  court: (one) => one.court,
  opinion: (one) => one.opinion,
  page: (one) => one.page,
  sentence: (one) => one.sentence,
};
