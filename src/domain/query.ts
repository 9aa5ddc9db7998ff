/** Questions to a corpus and their answers, as values: filters, orders, positions and pages. */
import type { Case } from "./records.ts";

/** What cases are ordered by. */
export type CaseOrder =
  | "relevance"
  | "decision_date"
  | "name_abbreviation"
  | "id"
  | "last_updated"
  | "random"
  | AnalysisField;

/** An order and its direction. Nulls come last and ties go by ascending id in both. */
export interface Ordering {
  readonly by: CaseOrder;
  readonly descending: boolean;
  /** Of a random order, an integer; 0 by default. */
  readonly seed?: number;
}

/**
 * A text in the search language (text/search-query), in terms and connectors (text/connectors), or a sentence, which finds the cases with
 * most of its words (store/search/best-passages).
 */
export type SearchText = string | { readonly connectors: string } | { readonly sentence: string };

/**
 * The part of a case's text that answers a sentence: from the word number `from` to the word number `to`, inclusive. Words are counted from 0
 * over all opinions, with one for each end of an opinion.
 */
export interface Passage {
  readonly column: "opinions" | "head_matter";
  readonly from: number;
  readonly to: number;
}

/** Filters on cases: a case matches if it passes all of them. They have ids and days, not names. */
export interface CaseFilter {
  /** The case has this citation, in normal form (domain/citation). */
  readonly cite?: string;
  /** A part of the field, at least 3 characters, ignoring letter case and accents. */
  readonly name?: string;
  readonly nameAbbreviation?: string;
  readonly docketNumber?: string;
  /** Any of these ids. */
  readonly jurisdictions?: readonly number[];
  readonly courts?: readonly number[];
  readonly reporters?: readonly number[];
  readonly courtId?: number;
  /** Days (domain/decision-date), inclusive: `decision_date_min`, `decision_date_max`. */
  readonly decidedFrom?: number;
  readonly decidedTo?: number;
  readonly search?: SearchText;
  /** Words within an opinion's author. */
  readonly author?: string;
  /** Cases that any of these cases cites. */
  readonly citedBy?: readonly number[];
  /** `open`: what `citedBy` cites is read only from texts of open jurisdictions. */
  readonly citedByTexts?: "open";
  /** Precedential statuses, any of them: `published`. */
  readonly statuses?: readonly string[];
  /** `hidden`: without the decisions that CourtListener blocks. */
  readonly blocked?: "hidden";
  /** `open`: `search`, `author` and `citesTo` search only texts of open jurisdictions. */
  readonly searchedTexts?: "open";
  /** Cases that cite any of these cases. */
  readonly citesTo?: CitedCases;
  /** Cases that cite any case that this filter matches, which has no `citesToCases` itself. */
  readonly citesToCases?: CaseFilter;
  /** For each of these filters, the case has an opinion that passes it. */
  readonly opinions?: readonly OpinionFilter[];
  /** ISO 8601 instants, inclusive. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
  /** A case matches if it passes each condition. */
  readonly conditions?: readonly Condition[];
}

/** The values of all filters, for tables that have an entry for each. */
type FilterValues = {
  readonly [Field in keyof CaseFilter]-?: Exclude<CaseFilter[Field], undefined>;
};

/** What each field of a filter means to an index. Every field has an entry: one that is missing is a type error. */
export type FilterTable<Context, Part> = {
  readonly [Field in keyof FilterValues]: (value: FilterValues[Field], context: Context) => Part;
};

/** The parts of a filter, in the order of the table. */
export function partsOfFilter<Context extends { readonly filter: CaseFilter }, Part>(
  table: FilterTable<Context, Part>,
  context: Context,
): Part[] {
  const filter: Partial<FilterValues> = context.filter;
  const part = <Field extends keyof FilterValues>(field: Field): Part[] => {
    const value = filter[field];
    return value === undefined ? [] : [table[field](value, context)];
  };
  return (Object.keys(table) as (keyof FilterValues)[]).flatMap(part);
}

/** Case ids, and citations in normal form. */
export interface CitedCases {
  readonly ids: readonly number[];
  readonly cites: readonly string[];
}

/** One opinion has all of these values. */
export interface OpinionFilter {
  /** Words within the author of the opinion. */
  readonly author: string;
  readonly type?: string;
  /** The opinion cites any of these cases. */
  readonly citesTo?: CitedCases;
  /** An entry of `cites_to` for this opinion has one of the values. */
  readonly cited?: { readonly field: CitedField; readonly values: readonly string[] };
}

/** A value of the entries of `cites_to`: the reporter's short name, or a category like `reporters:federal`. */
export type CitedField = "cites_to.reporter" | "cites_to.category";

/** The values of a case that a condition compares; of citations any one counts. */
export type ConditionField =
  | "id"
  | "cite"
  | "jurisdiction"
  | "court"
  | "reporter"
  | "decision_date"
  | "last_updated"
  | CitedField
  | ExtraField;

/** Values of the source's `analysis`, by their path: numbers, and texts. */
export const ANALYSIS_NUMBERS = [
  "analysis.word_count",
  "analysis.char_count",
  "analysis.cardinality",
  "analysis.ocr_confidence",
  "analysis.pagerank.percentile",
  "analysis.pagerank.raw",
] as const;
export const ANALYSIS_TEXTS = ["analysis.simhash", "analysis.sha256"] as const;
/** A number of the source's `analysis`. */
export type AnalysisNumber = (typeof ANALYSIS_NUMBERS)[number];
/** A value of the source's `analysis`. */
export type AnalysisField = AnalysisNumber | (typeof ANALYSIS_TEXTS)[number];

/** A value of the case's extras (domain/case) that is a number or a text; `source` is that of its provenance. */
export type ExtraField = AnalysisField | "source";

/** `among`: the value lies in one of the spans; `outside`: in none of them, also if there is no value. */
export interface Condition {
  readonly field: ConditionField;
  readonly kind: "among" | "outside";
  readonly spans: readonly Span[];
}

/**
 * A range of values, or a single one. Values are ids, normal citations, days, instants as `instantKey` writes
 * them, or those of a `CitedField` or `ExtraField`.
 */
export type Span =
  | { readonly is: number | string }
  | {
      readonly gte?: number | string;
      readonly gt?: number | string;
      readonly lte?: number | string;
      readonly lt?: number | string;
    };

/** The properties by which matches can be counted. */
export type Facet = "jurisdiction" | "court" | "reporter" | "decision_date";

/** Matches with one value of a facet: an id, or the year of the decision date. */
export interface FacetCount {
  readonly value: number;
  readonly count: number;
}

/** Matches of one jurisdiction and year. */
export interface YearCount {
  readonly jurisdictionId: number;
  readonly year: number;
  readonly count: number;
}

/**
 * A sort key, the id last: `[score, day, id]` by relevance, the score null where a match is not scored; `[day, id]`,
 * `[name, id]`, `[instant, id]`, `[number, id]`, `[id]`.
 */
export type SortKey = readonly (string | number | null)[];

/** A position between two cases of an order: a page starts after a key, or ends before it. */
export interface Position {
  readonly direction: "after" | "before";
  readonly key: SortKey;
  /**
   * By relevance only: the state of the corpus in which all pages up to here were read, if it was one state. Scores of
   * another state cannot be compared with the key.
   */
  readonly state?: string;
  /** By relevance only: the ids of all cases before this position, unless they are too many. */
  readonly seen?: readonly number[];
  /** In a random order only: the seed of all pages. */
  readonly seed?: number;
}

/**
 * `quick`: matches are not counted if many cases must be checked to find them. `exact`: they are counted, however long it takes.
 */
export type Counting = "quick" | "exact";

/** A question for a page of cases. */
export interface CaseQuery {
  readonly filter: CaseFilter;
  readonly ordering: Ordering;
  /** Null for the first page. */
  readonly position: Position | null;
  readonly pageSize: number;
  /** Default `quick`. */
  readonly counting?: Counting;
}

/** The first page by date. */
export const OLDEST = { ordering: { by: "decision_date", descending: false }, position: null } as const;
export const NEWEST = { ordering: { by: "decision_date", descending: true }, position: null } as const;

/** One page of anything, in order. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Null: they were not counted (`Counting`). */
  readonly count: number | null;
  readonly next: Position | null;
  readonly previous: Position | null;
}

/** `exact`: all matches were scored. `bounded`: a part was scored, and the others follow by date. */
export type RelevanceKind = "exact" | "bounded";

/** A page of cases, and the keys of the pages around it. */
export interface CasePage extends Page<Case> {
  /** By id, of the cases that a sentence found. */
  readonly passages?: ReadonlyMap<number, Passage>;
  /** Null for every order but relevance. */
  readonly relevance: RelevanceKind | null;
}

/** A question for a page of citations. */
export interface CitationQuery {
  readonly filter: {
    /** Normal form. */
    readonly cite?: string;
    readonly type?: string;
    readonly caseId?: number;
    /** Ids of cases whose citations are left out. */
    readonly without?: readonly number[];
  };
  /** Keys are `[case id, position within the case]`. */
  readonly position: Position | null;
  readonly pageSize: number;
}

/** `jurisdiction`: by jurisdiction id and case id; `year`: by jurisdiction, year and case id. Cases without a value come first. */
export type IdOrder = "id" | "jurisdiction" | "year";
