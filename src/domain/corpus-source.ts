/**
 * The interface by which a corpus is read. The SQLite file (store/read) and the search engine (engine) both implement it; everything above
 * works with either.
 */

import type { StoredBody } from "./casebody.ts";
import type { JsonObject } from "./json.ts";
import type {
  Change,
  ChangeSpan,
  CorpusState,
  CourtTotal,
  Coverage,
  CurrentRun,
  DayTotal,
  Stats,
  TouchedCase,
} from "./ledger.ts";
import type {
  CaseFilter,
  CasePage,
  CaseQuery,
  CitationQuery,
  Facet,
  FacetCount,
  IdOrder,
  Page,
  YearCount,
} from "./query.ts";
import type {
  Case,
  CitationOfCase,
  Court,
  Jurisdiction,
  KnownBulkFile,
  Reporter,
  ReporterVolumes,
  SharedCitations,
  Volume,
  VolumeCases,
  VolumeOfReporter,
} from "./records.ts";

/** Finds cases. */
export interface CaseIndex {
  /** One page of matches in an order, with the count of all matches. */
  cases(query: CaseQuery): CasePage;
  /** How a question is answered, as a plain value for people to read. */
  explain(query: CaseQuery): unknown;
  /** All matches, counted by the values of a facet, in ascending order of values. Cases without a value are not counted. */
  facet(filter: CaseFilter, facet: Facet): FacetCount[];
  /** All matches by jurisdiction and year, in ascending order of both. Cases without a jurisdiction or year are not counted. */
  yearsByJurisdiction(filter: CaseFilter): YearCount[];
  /** The number of matches of each filter, at most `most`. */
  counts(filters: readonly CaseFilter[], most: number): number[];
  /** The ids of all matches. */
  ids(filter: CaseFilter, order: IdOrder): Iterable<number>;
  /** Returns a function that keeps the ids that match a filter, ascending. */
  idFilter(filter: CaseFilter): (ids: readonly number[]) => number[];
  /** Ids of the cases with each of these citations of their own, ascending. @param normals normal forms */
  idsByCitations(normals: readonly string[]): ReadonlyMap<string, readonly number[]>;
  /** Ids of the cases with a citation of a volume, ascending. @param volume normal form of volume and reporter */
  idsByVolume(volume: string): readonly number[];
  /** For each of these entries of `cites_to`, the ids of the stored cases that it names. */
  idsByEntries(entries: readonly JsonObject[]): readonly (readonly number[])[];
  citations(query: CitationQuery): Page<CitationOfCase>;
  /**
   * The decisions that only CourtListener has and that share a citation with a case of another source, or with another such decision of the
   * same day. @param most pairs that are listed
   */
  sharedCitations(most: number): SharedCitations;
  /** The ids of the decisions that CourtListener blocks, ascending; the same list for each call on one state. */
  blocked(): readonly number[];
}

/** Reads records. */
interface RecordStore {
  /** The stored cases with these ids, in the order of the ids. */
  casesOf(ids: readonly number[]): Case[];
  /** The stored bodies of these cases; a case without a body has no entry. */
  bodies(ids: readonly number[]): Map<number, StoredBody>;
  /** The normal forms of a case's own citations; empty if the case is not stored. */
  citationsOf(id: number): readonly string[];
  jurisdictions(): readonly Jurisdiction[];
  courts(): readonly Court[];
  reporters(): readonly Reporter[];
  volumes(): readonly Volume[];
  /** The volumes of a jurisdiction's cases of a reporter, by number, each with its cases by page. */
  volumesOf(reporter: ReporterVolumes): readonly VolumeCases[];
  bulkFiles(): readonly KnownBulkFile[];
}

/** Reads what was imported, and when. */
export interface Ledger {
  /** The status of each unit that the sources list. */
  coverage(): Coverage;
  /** The decisions of each court. @param until a later day is not the last one @param without ids that are left out */
  courtTotals(until: number, without: readonly number[]): readonly CourtTotal[];
  /** The decisions of a court on each day, ascending. @param without ids that are left out */
  courtDays(courtId: number, without: readonly number[]): readonly DayTotal[];
  /** The address of a volume's zip on the static site; null if it is not known, or not all of its cases were imported. */
  volumeAddress(volume: VolumeOfReporter): string | null;
  /** Whether a unit contributed a case of the jurisdiction. */
  hasCaseOfJurisdiction(unit: { readonly unitId: number; readonly jurisdictionId: number }): boolean;
  /** @param volumes whether cases are counted by volume too */
  stats(volumes: "counted" | "left out"): Stats;
  /** The run that imports now, as far as it is known; null without one. */
  currentRun(): CurrentRun | null;
  readonly changes: ChangeLog;
}

/** Reads the change log. */
export interface ChangeLog {
  /** The newest number; 0 before the first. */
  last(): number;
  /** The number before the first change at or after an instant (domain/decision-date); the newest number without such a change. */
  numberBefore(instant: string): number;
  /** The first changes of a span, by number. */
  read(span: ChangeSpan, limit: number): Change[];
  /** The net change of each case over a span, by ascending case id. */
  net(span: ChangeSpan): Iterable<Change>;
  /** The cases whose record differs after a span, by ascending id. */
  touched(span: ChangeSpan): Iterable<TouchedCase>;
}

/** Requests to a search engine, and the time that callers waited for them. */
export interface RequestCount {
  readonly count: number;
  readonly seconds: number;
}

export const NO_REQUESTS: RequestCount = { count: 0, seconds: 0 };

/** What a corpus is read from: its file, or a search engine to which it was published. */
export interface CorpusSource extends CaseIndex, RecordStore, Ledger, Disposable {
  state(): CorpusState;
  /** Runs several queries on one state of the corpus. */
  snapshot<T>(work: () => T): T;
  /** Until disposed, all methods read the state of this moment. */
  hold(): Disposable;
  /** The requests that a search engine has answered so far; none of a file. */
  requests(): RequestCount;
  /** Whether another corpus now has the name of this corpus, so that it must be opened again. */
  isReplaced(): boolean;
}

/** An index on an OpenSearch cluster, published from a corpus. */
export interface EngineLocation {
  /** Of the cluster's nodes, each without a slash at the end; if a node cannot be reached, a request goes to the next node. */
  readonly urls: readonly string[];
  /** The name under which the corpus was published. */
  readonly index: string;
  /** Null: no credentials. */
  readonly user: string | null;
  readonly password: string | null;
  /** Certificates, PEM, by which the cluster's own certificate is checked; null: those of the system. */
  readonly caFile: string | null;
}

/** The path of a SQLite file, or an index. */
export type CorpusLocation = string | EngineLocation;

/** The file of a corpus; null if it is not in a file. */
export function fileOf(location: CorpusLocation): string | null {
  return typeof location === "string" ? location : null;
}
