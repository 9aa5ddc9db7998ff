/** A request for cases as a typed value, and the parts of it that parameters set. */
import type { BodyFormat } from "../../corpus/bodies.ts";
import type { CaseFilter, Counting, Ordering } from "../../domain/query.ts";
import type { FacetName } from "../facets.ts";
import type { Lookup } from "../lookup.ts";
import type { Parameter } from "../parameter.ts";

/** A request for cases, without page size and cursor. */
export interface CaseRequest {
  readonly filter: CaseFilter;
  readonly ordering: Ordering | null;
  readonly fullCase: boolean;
  readonly bodyFormat: BodyFormat;
  readonly preview: boolean;
  /** Of a random order; null: a seed is chosen. */
  readonly seed: number | null;
  readonly facets: readonly FacetName[];
  readonly counting: Counting;
}

export type CasePart = Partial<CaseRequest>;
export type CaseParameter = Parameter<CasePart, Lookup>;
