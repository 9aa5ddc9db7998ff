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
  const answer = corpus.similar(id, limit);
  if (answer === null) return null;
  return {
    ...briefly(answer.case, baseUrl),
    words: answer.words,
    similar: answer.similar.map((similar) => similarRecord(similar, baseUrl)),
  };
}

function similarRecord(similar: SimilarCase, baseUrl: string): V1SimilarCase {
  return {
    ...briefly(similar.case, baseUrl),
    shared_citations: similar.sharedCitations,
    cited_together: similar.citedTogether,
    shared_words: similar.sharedWords,
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
  return { ...briefly(citing, baseUrl), cites: cites.map((cited) => v1Cited(cited, baseUrl)) };
}

function v1Cited(cited: Cited, baseUrl: string): V1Cited {
  return {
    cite: cited.cite,
    standard_cite: cited.standardCite,
    volume: cited.volume,
    reporter: cited.reporter,
    page: cited.page,
    pin_pages: cited.pinPages,
    year: cited.year,
    times: cited.times,
    weight: cited.weight,
    mentions: cited.mentions,
    treatment_words: cited.treatmentWords,
    opinion_index: cited.opinionIndex,
    found_in: cited.foundIn,
    case: cited.case === null ? null : briefly(cited.case, baseUrl),
    case_ids: cited.caseIds,
  };
}

/** The case in short. */
export function briefly(record: Case, baseUrl: string): V1CitedCase {
  return {
    id: record.id,
    url: `${baseUrl}/v1/cases/${record.id}/`,
    name_abbreviation: briefName(record),
    decision_date: record.decisionDate,
  };
}
