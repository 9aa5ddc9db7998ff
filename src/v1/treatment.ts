/** How later decisions treated a case (docs/interface.md, "treatment"), as `caselaw treatment` prints it with `--format json`. */
import type { InferOutput } from "valibot";
import { Bodies } from "../check/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { dateText } from "../domain/decision-date.ts";
import { briefName, type Case } from "../domain/records.ts";
import { overrulingsOf } from "../treatment/overruled.ts";
import { OVERRULED_COMPLETE_TO, OVERRULED_SOURCE } from "../treatment/overruled-table.ts";
import { overruledSentence } from "../treatment/remarks.ts";
import {
  DEFAULT_TREATMENTS,
  MAX_TREATMENTS,
  type Treatment,
  treatmentOf,
} from "../treatment/treatment-of.ts";
import type { STATED_TREATMENT, TREATMENT } from "./answer-definitions.ts";
import { merged, parametersIn, type Question, readParameters, upTo, valuesOf } from "./parameter.ts";
import type { AsRead } from "./records.ts";
import { briefly } from "./related.ts";

/** What a citing case says was done to the case. */
export type V1StatedTreatment = AsRead<InferOutput<typeof STATED_TREATMENT>>;
/** How later decisions treated a case. */
export type V1Treatment = AsRead<InferOutput<typeof TREATMENT>>;

export const TREATMENT_PARAMETERS = parametersIn({
  limit: upTo(
    MAX_TREATMENTS,
    `sentences at most, 1 to ${MAX_TREATMENTS}; default ${DEFAULT_TREATMENTS}`,
    (limit) => ({ limit }),
  ),
});

export { overruledSentence };

export const NO_CITATOR = "This is evidence from the imported cases, no citator.";

/** Null for an unknown id. @throws CaselawError `invalid` with `parameters` */
export function v1Treatment(
  corpus: Corpus,
  id: number,
  question: Question,
  baseUrl: string,
): V1Treatment | null {
  const parts = readParameters(TREATMENT_PARAMETERS, valuesOf(question), null);
  const { limit } = merged({ limit: DEFAULT_TREATMENTS }, parts);
  const answer = treatmentOf(corpus, corpus.ownId(id));
  if (answer === null) return null;
  const bodies = new Bodies(corpus);
  const lastDay = corpus.lastDay();
  return {
    ...briefly(answer.case, baseUrl),
    ...{ overruled: answer.overruled, overruled_source: OVERRULED_SOURCE },
    overruled_complete_to: OVERRULED_COMPLETE_TO,
    treatments: answer.treatments.slice(0, limit).map((stated) => statedRecord(stated, bodies, baseUrl)),
    treatment_count: answer.treatments.length,
    later: answer.later.map((record) => briefly(record, baseUrl)),
    ...{ citing_count: answer.citing, read_count: answer.read },
    ...{ last_decision: lastDay === null ? null : dateText(lastDay), note: NO_CITATOR },
  };
}

/** What the table says of a case, for each overruling decision: `overruled by A, 551 U.S. 877 (2007) (in part)`. */
export function overruledSentences(corpus: Corpus, record: Case): string[] {
  return overrulingsOf(corpus.citationsOf(record.id), briefName(record)).map(overruledSentence);
}

/** Until when the table and the corpus say anything. */
export function untilSentence(lastDecision: string | null): string {
  return `Table of overruled decisions of the Supreme Court: complete to ${OVERRULED_COMPLETE_TO}. Last imported decision: ${lastDecision ?? "none"}. ${NO_CITATOR}`;
}

function statedRecord(stated: Treatment, bodies: Bodies, baseUrl: string): V1StatedTreatment {
  const { kind, qualifier, by, citing, opinion, sentence } = stated;
  const page = bodies.pageOf(citing, sentence.replaceAll("…", ""));
  return {
    ...{ kind, qualifier, by, case: briefly(citing, baseUrl), court: citing.court?.name ?? null },
    ...{ opinion, page, sentence },
  };
}
