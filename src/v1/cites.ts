/** What a case cites, in the form that `caselaw cites --format json` prints. */
import type { CaseCites, Cited } from "../corpus/cites.ts";
import { briefName, type Case } from "../domain/records.ts";

/** A case in short. */
export interface V1CitedCase {
  readonly id: number;
  readonly url: string;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
}

/** A citation in a case. Null is unknown. */
export interface V1Cited {
  /** As written: `15 Ill., 284`. */
  readonly cite: string;
  /** With the reporter's usual short name: `15 Ill. 284`. */
  readonly standard_cite: string;
  readonly volume: string | null;
  readonly reporter: string | null;
  readonly page: string | null;
  /** Pages of quotations, as written. */
  readonly pin_pages: readonly string[];
  readonly year: number | null;
  /** How often the text cites it in full; null if the corpus does not have the text, as of `mentions`. */
  readonly times: number | null;
  /** The source's own count (`weight` of an entry); null if it has none. */
  readonly weight: number | null;
  /** How often the text cites the case, with short forms, *id.* and *supra*. */
  readonly mentions: number | null;
  /** Words at these places that can say how the case is treated; features of the text, no verdict. */
  readonly treatment_words: readonly string[];
  /** -1 is the head matter. */
  readonly opinion_index: number | null;
  readonly found_in: "source" | "text";
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

/** A case as lists of related cases name it. */
export function briefly(one: Case, baseUrl: string): V1CitedCase {
  return {
    id: one.id,
    url: `${baseUrl}/v1/cases/${one.id}/`,
    name_abbreviation: briefName(one),
    decision_date: one.decisionDate,
  };
}
