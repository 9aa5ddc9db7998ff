/** The seven collections: their names, their records, their parameters. */
import type { CaseWithBody } from "../corpus/bodies.ts";
import type {
  CitationOfCase,
  Court,
  Jurisdiction,
  KnownBulkFile,
  Reporter,
  Volume,
} from "../domain/records.ts";
import { CASE_PARAMETERS } from "./case-parameters.ts";
import { CITATION_PARAMETERS } from "./collection-parameters.ts";
import { BULK, COURTS, JURISDICTIONS, REPORTERS, VOLUMES } from "./collections.ts";
import { PAGING_PARAMETERS } from "./envelope.ts";
import type { Parameter } from "./parameter.ts";
import type { V1Bulk, V1Case, V1Citation, V1Court, V1Jurisdiction, V1Reporter, V1Volume } from "./records.ts";

/** The record of each collection. */
export interface V1Records {
  readonly cases: V1Case;
  readonly courts: V1Court;
  readonly jurisdictions: V1Jurisdiction;
  readonly reporters: V1Reporter;
  readonly volumes: V1Volume;
  readonly citations: V1Citation;
  readonly bulk: V1Bulk;
}

/** The typed value behind each collection's record. */
export interface V1Values {
  readonly cases: CaseWithBody;
  readonly courts: Court;
  readonly jurisdictions: Jurisdiction;
  readonly reporters: Reporter;
  readonly volumes: Volume;
  readonly citations: CitationOfCase;
  readonly bulk: KnownBulkFile;
}

/** The name of a collection. */
export type Collection = keyof V1Records;

/** All names of collections. */
export const COLLECTIONS: readonly Collection[] = [
  "cases",
  "courts",
  "jurisdictions",
  "reporters",
  "volumes",
  "citations",
  "bulk",
];

/** The parameters of a collection: flags, help texts and validation follow from them. */
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
