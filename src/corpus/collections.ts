/** The seven collections: their names, their records, their parameters. */

import type { Access } from "./casebody.ts";
import { PAGING_PARAMETERS } from "./envelope.ts";
import { CASE_PARAMETERS } from "./query/case-parameters.ts";
import { CITATION_PARAMETERS } from "./query/collection-parameters.ts";
import type { Parameter } from "./query/parameter.ts";
import { BULK, COURTS, JURISDICTIONS, REPORTERS, VOLUMES } from "./record-lists.ts";
import type {
  BulkAnswer,
  CaseAnswer,
  CitationAnswer,
  CourtAnswer,
  JurisdictionAnswer,
  ReporterAnswer,
  VolumeAnswer,
} from "./records.ts";

/** The record of each collection. */
export interface Answers {
  readonly cases: CaseAnswer;
  readonly courts: CourtAnswer;
  readonly jurisdictions: JurisdictionAnswer;
  readonly reporters: ReporterAnswer;
  readonly volumes: VolumeAnswer;
  readonly citations: CitationAnswer;
  readonly bulk: BulkAnswer;
}

export type Collection = keyof Answers;

export const COLLECTIONS: readonly Collection[] = [
  "cases",
  "courts",
  "jurisdictions",
  "reporters",
  "volumes",
  "citations",
  "bulk",
];

/** What answers depend on beside the question. */
export interface Setting {
  /** Every URL in an answer starts with it; no slash at the end. */
  readonly baseUrl: string;
  readonly access: Access;
}

export const DEFAULT_BASE_URL = "http://127.0.0.1:8000";

/** The parameters of a collection, for help texts and for refusing unknown ones. */
export function parametersOf(collection: Collection): readonly Parameter<unknown, never>[] {
  const own: Readonly<Record<Collection, readonly Parameter<unknown, never>[]>> = {
    cases: CASE_PARAMETERS,
    courts: COURTS.parameters,
    jurisdictions: JURISDICTIONS.parameters,
    reporters: REPORTERS.parameters,
    volumes: VOLUMES.parameters,
    citations: CITATION_PARAMETERS,
    bulk: BULK.parameters,
  };
  return [...own[collection], ...PAGING_PARAMETERS];
}
