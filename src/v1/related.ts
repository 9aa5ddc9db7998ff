/**
 * What a case cites, and the cases most similar to it (docs/interface.md, "similar"), in the form that `caselaw cites` and
 * `caselaw similar` print with `--format json`.
 */

import type { InferOutput } from "valibot";
import type { CaseCites, Cited } from "../corpus/cites.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { DEFAULT_SIMILAR, MAX_SIMILAR, type SimilarCase } from "../corpus/similar.ts";
import { briefName, type Case } from "../domain/records.ts";
import type { BRIEF_CASE, SIMILAR, SIMILAR_CASE } from "./answer-definitions.ts";
import { merged, parametersIn, type Question, readParameters, upTo, valuesOf } from "./parameter.ts";
import type { AsRead } from "./records.ts";

/** A case in short. */
export type V1CitedCase = AsRead<InferOutput<typeof BRIEF_CASE>>;
/** A similar case, with what it shares. */
export type V1SimilarCase = AsRead<InferOutput<typeof SIMILAR_CASE>>;
/** A case with those most similar to it. */
export type V1Similar = AsRead<InferOutput<typeof SIMILAR>>;

export const SIMILAR_PARAMETERS = parametersIn({
  limit: upTo(MAX_SIMILAR, `cases at most, 1 to ${MAX_SIMILAR}; default ${DEFAULT_SIMILAR}`, (limit) => ({
    limit,
  })),
});

/** Null for an unknown id. @throws CaselawError `invalid` with `parameters` */
export function v1Similar(corpus: Corpus, id: number, question: Question, baseUrl: string): V1Similar | null {
  const parts = readParameters(SIMILAR_PARAMETERS, valuesOf(question), null);
  const { limit } = merged({ limit: DEFAULT_SIMILAR }, parts);
  const found = corpus.similar(id, limit);
  if (found === null) return null;
  return {
    ...briefly(found.case, baseUrl),
    words: found.words,
    similar: found.similar.map((one) => similarRecord(one, baseUrl)),
  };
}

function similarRecord(one: SimilarCase, baseUrl: string): V1SimilarCase {
  return {
    ...briefly(one.case, baseUrl),
    shared_citations: one.sharedCitations,
    cited_together: one.citedTogether,
    shared_words: one.sharedWords,
  };
}

/** A citation in a case. Null is unknown. */
export interface V1Cited
  extends Pick<Cited, "cite" | "volume" | "reporter" | "page" | "year" | "times" | "weight" | "mentions"> {
  /** With the reporter's usual short name: `15 Ill. 284`. */
  readonly standard_cite: string;
  /** Pages of quotations, as written. */
  readonly pin_pages: readonly string[];
  /** Words at these places that can say how the case is treated; features of the text, no verdict. */
  readonly treatment_words: readonly string[];
  /** -1 is the head matter. */
  readonly opinion_index: number | null;
  readonly found_in: Cited["foundIn"];
  /** The cited case; the first if several have this citation; null if the corpus has none. */
  readonly case: V1CitedCase | null;
  /** All cases of the corpus that it may be. */
  readonly case_ids: readonly number[];
}

/** A case with what it cites. */
export interface V1Cites extends V1CitedCase {
  readonly cites: readonly V1Cited[];
}

export function v1Cites({ case: citing, cites }: CaseCites, baseUrl: string): V1Cites {
  return { ...briefly(citing, baseUrl), cites: cites.map((one) => v1Cited(one, baseUrl)) };
}

function v1Cited(one: Cited, baseUrl: string): V1Cited {
  return {
    cite: one.cite,
    standard_cite: one.standardCite,
    volume: one.volume,
    reporter: one.reporter,
    page: one.page,
    pin_pages: one.pinPages,
    year: one.year,
    times: one.times,
    weight: one.weight,
    mentions: one.mentions,
    treatment_words: one.treatmentWords,
    opinion_index: one.opinionIndex,
    found_in: one.foundIn,
    case: one.case === null ? null : briefly(one.case, baseUrl),
    case_ids: one.caseIds,
  };
}

/** The case in short. */
export function briefly(one: Case, baseUrl: string): V1CitedCase {
  return {
    id: one.id,
    url: `${baseUrl}/v1/cases/${one.id}/`,
    name_abbreviation: briefName(one),
    decision_date: one.decisionDate,
  };
}
