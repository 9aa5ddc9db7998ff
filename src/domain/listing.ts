/**
 * Questions to a corpus and their answers, as values: filters, orders, pages, and the records as they are answered.
 */
import type { BulkRecord } from "./bulk-file.ts";
import type { CaseMetadata } from "./case.ts";

export type CaseOrder = "relevance" | "decision_date" | "name_abbreviation" | "id" | "last_updated";

/** An order and its direction. Nulls come last and ties go by ascending id in both. */
export interface Ordering {
  readonly by: CaseOrder;
  readonly descending: boolean;
}

/** Filters on cases; all that are given must hold. Ids and days, no names: names are resolved before. */
export interface CaseFilter {
  /** Normal forms (domain/citation); the case has this citation. */
  readonly cite?: string;
  /** Contained in the field, ignoring case and accents; at least 3 characters. */
  readonly name?: string;
  readonly nameAbbreviation?: string;
  readonly docketNumber?: string;
  /** Any of these ids. */
  readonly jurisdictions?: readonly number[];
  readonly courts?: readonly number[];
  readonly reporters?: readonly number[];
  readonly courtId?: number;
  /** Days (domain/decision-date), inclusive. */
  readonly decidedFrom?: number;
  readonly decidedTo?: number;
  /** The search language of text/search-query. */
  readonly search?: string;
  /** Words within an opinion's author. */
  readonly author?: string;
  /** Cases that any of the cases of these ids cites. */
  readonly citedBy?: readonly number[];
  /** Whose texts tell what `citedBy` cites where the source does not: those of open jurisdictions; all when absent. */
  readonly citedByTexts?: "open";
  /** Whose texts are searched, by `search`, `author` and `citesTo`: those of open jurisdictions; all when absent. */
  readonly searchedTexts?: "open";
  /** Cases that cite any of these: case ids, and citations in normal form. */
  readonly citesTo?: { readonly ids: readonly number[]; readonly cites: readonly string[] };
  /** ISO 8601 instants, inclusive. */
  readonly updatedFrom?: string;
  readonly updatedTo?: string;
}

/** What the matches of a question can be counted by. */
export type Facet = "jurisdiction" | "court" | "reporter" | "decision_date";

/** Matches with one value of a facet: an id, or the year of the decision date. */
export interface FacetCount {
  readonly value: number;
  readonly count: number;
}

/**
 * A sort key, the id last: `[score, day, id]` by relevance, the score null where a match is not scored; `[day, id]`,
 * `[name, id]`, `[instant, id]`, `[id]`.
 */
export type SortKey = readonly (string | number | null)[];

/** A place between two cases of an order: a page starts after a key, or ends before it. */
export interface Position {
  readonly direction: "after" | "before";
  readonly key: SortKey;
  /**
   * By relevance only: the state of the corpus in which all pages up to here were read. In another one all scores have
   * moved. Absent when there were several.
   */
  readonly state?: string;
  /** By relevance only, for another state: the ids of all cases before this place. Absent when they are too many. */
  readonly seen?: readonly number[];
}

export interface CaseQuery {
  readonly filter: CaseFilter;
  readonly ordering: Ordering;
  /** Null for the first page. */
  readonly position: Position | null;
  readonly pageSize: number;
}

/** A jurisdiction as it is answered. Null is unknown. */
export interface Jurisdiction {
  readonly id: number;
  readonly slug: string;
  readonly name: string | null;
  readonly nameLong: string | null;
  readonly whitelisted: boolean;
}

export interface Court {
  readonly id: number;
  readonly slug: string;
  readonly name: string | null;
  readonly nameAbbreviation: string | null;
  readonly jurisdiction: Jurisdiction | null;
}

export interface Reporter {
  readonly id: number;
  readonly fullName: string | null;
  readonly shortName: string | null;
  readonly startYear: number | null;
  readonly endYear: number | null;
  readonly jurisdictions: readonly Jurisdiction[];
}

export interface Volume {
  readonly barcode: string;
  readonly volumeNumber: string | null;
  readonly title: string | null;
  readonly publisher: string | null;
  readonly publicationYear: number | null;
  readonly startYear: number | null;
  readonly endYear: number | null;
  readonly nominativeVolumeNumber: string | null;
  readonly nominativeName: string | null;
  readonly seriesVolumeNumber: string | null;
  readonly reporterId: number | null;
  readonly reporterName: string | null;
  readonly jurisdictions: readonly Jurisdiction[];
}

/** Some cases of a jurisdiction: those of a reporter. */
export interface ReporterVolumes {
  readonly jurisdictionId: number;
  readonly reporterId: number;
}

/** A volume as its cases name it. Null is unknown. */
export interface VolumeCases {
  readonly barcode: string | null;
  readonly volumeNumber: string | null;
  /** By first page, then id. */
  readonly caseIds: readonly number[];
  /** Decision days, of those dated; null when none is. */
  readonly firstDay: number | null;
  readonly lastDay: number | null;
}

/** A citation with the case that bears it. */
export interface CitationOfCase {
  readonly type: string;
  readonly cite: string;
  readonly caseId: number;
}

/** A bulk archive that the corpus knows; `path` tells where it is kept, below the data folder. */
export interface KnownBulkFile extends BulkRecord {
  readonly path: string | null;
}

/** A case as it is answered: the records that it refers to are resolved, its body is asked for apart. */
export interface Case extends Omit<CaseMetadata, "court" | "jurisdiction" | "volume"> {
  readonly court: Court | null;
  readonly jurisdiction: Jurisdiction | null;
  readonly volume: { readonly barcode: string | null; readonly volumeNumber: string | null };
  readonly reporter: { readonly id: number | null; readonly fullName: string | null };
}

/** One page of anything, in order. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly count: number | null;
  readonly next: Position | null;
  readonly previous: Position | null;
}

/** How an order by relevance came about: all matches scored, or some and the others after them by date. */
export type RankingKind = "exact" | "bounded";

export interface CasePage extends Page<Case> {
  /** Null for every order but relevance. */
  readonly ranking: RankingKind | null;
}
