/**
 * The names of all parameters as types, so that a misspelt one is an error of the compiler. The tables of parameters decide what
 * is answered; `test/end-to-end/package` compares the names of both.
 */
import type { BodyFormat } from "../corpus/bodies.ts";
import type { AnalysisField, AnalysisNumber } from "../domain/query.ts";
import type { ParameterList, ParameterValue } from "./parameter.ts";

/** Fields whose values have an order. */
export type OrderedField = "id" | "court_id" | "decision_date" | "last_updated" | AnalysisNumber;
/** Fields that take a suffix. */
export type SuffixedField =
  | OrderedField
  | "cite"
  | "jurisdiction"
  | "court"
  | "reporter"
  | "source"
  | AnalysisField;
/** Filters with a suffix: `decision_date__gte`. */
export type SuffixedName =
  | `${SuffixedField}__${"in" | "exclude"}`
  | `${OrderedField}__${"gt" | "gte" | "lt" | "lte"}`;

/** Filters on a case, which `cites_to__` also makes filters on a cited case. */
export type OwnFilter =
  | SuffixedField
  | SuffixedName
  | "name_abbreviation"
  | "name"
  | "docket_number"
  | "decision_date_min"
  | "decision_date_max"
  | "last_updated_min"
  | "last_updated_max"
  | "search"
  | "author"
  | "restricted";

/** Filters of cases (docs/interface.md, "Parameters of cases"). */
export type CaseFilterName =
  | OwnFilter
  | "cites_to"
  | "cited_by"
  | "author_type"
  | `${"" | "author__"}cites_to.${"reporter" | "category"}`
  | "author__cites_to"
  | `cites_to__${OwnFilter}`;

/** The parameters of `V1.ngrams`. */
export type NgramParameterName = "q" | "jurisdiction" | "year";

/** What is included of each case. */
export type BodyParameterName = "full_case" | "body_format";

/** The parameters of every list. */
export type PagingName = "page_size" | "cursor";

/** The parameters of each collection (docs/interface.md, "Filters of the collections"). */
export interface ParameterNames {
  readonly cases:
    | CaseFilterName
    | BodyParameterName
    | PagingName
    | "ordering"
    | "seed"
    | "facet"
    | "count"
    | "preview";
  readonly courts: PagingName | "id" | "slug" | "name" | "name_abbreviation" | "jurisdiction";
  readonly jurisdictions: PagingName | "id" | "slug" | "name" | "name_long" | "whitelisted";
  readonly reporters: PagingName | "jurisdictions" | "full_name" | "short_name" | "start_year" | "end_year";
  readonly volumes: PagingName | "jurisdictions" | "reporter" | "volume_number" | "publication_year";
  readonly citations: PagingName | "cite" | "type" | "case_id";
  readonly bulk: PagingName | "body_format" | "filter_type" | "filter_id" | "with_old";
}

/** A question with these parameters: as an object, as pairs of name and value, or as the query of a URL. */
export type QuestionOf<Name extends string> =
  | { readonly [N in Name]?: ParameterValue | undefined }
  | ParameterList;

/** A question for cases as an object; `body_format`, by default `text`, decides the type of their bodies. */
export type CaseQuestion<Format extends BodyFormat> = {
  readonly [N in Exclude<ParameterNames["cases"], "body_format">]?: ParameterValue | undefined;
} & { readonly body_format?: Format | undefined };

/** A question for a collection. */
export type CollectionQuestion<C extends keyof ParameterNames> =
  | QuestionOf<ParameterNames[C]>
  // for callers that take any collection
  | QuestionOf<PagingName>;

/** A question for one record: what is included of a case, and nothing for the others. */
export type DetailOf<C extends keyof ParameterNames> = QuestionOf<
  C extends "cases" ? BodyParameterName : never
>;

/** The parameters of `V1.trends`. */
export type TrendsParameterName = Exclude<CaseFilterName, "search"> | "by" | "top";
/** The parameters of `V1.changes`. */
export type ChangesParameterName = "since" | "net" | "limit";
/** The parameters of an export. */
export type ExportParameterName = CaseFilterName | BodyParameterName;
