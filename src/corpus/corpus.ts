/** The query library: answers typed queries. `v1/` turns the answers into the JSON of the interface. */

import { clusterCite, clusterOf } from "../domain/case-id.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CorpusSource, RequestCount } from "../domain/corpus-source.ts";
import type { Change, ChangeSpan, CurrentRun, Stats } from "../domain/ledger.ts";
import type {
  CaseFilter,
  CasePage,
  CaseQuery,
  CitationQuery,
  Facet,
  FacetCount,
  Page,
  YearCount,
} from "../domain/query.ts";
import type {
  Case,
  CitationOfCase,
  Court,
  Jurisdiction,
  KnownBulkFile,
  Reporter,
  ReporterVolumes,
  Volume,
  VolumeCases,
  VolumeOfReporter,
} from "../domain/records.ts";
import { type AllCasesApart, casesApart } from "./apart.ts";
import { type Access, type BodyRequest, type CaseWithBody, filterFor, withBodies } from "./bodies.ts";
import { type CaseCites, readCites } from "./cites.ts";
import { lastDayOf } from "./court-coverage.ts";
import { ALL_COVERAGE, type CorpusCoverage, type CoverageQuery, coverageOf } from "./coverage.ts";
import { findNearDuplicates, type NearDuplicates, sameDayDuplicates } from "./near-duplicates.ts";
import { casesCitedFirst } from "./search-words.ts";
import { DEFAULT_SIMILAR, findSimilar, type SimilarCases } from "./similar.ts";
import { countTrends, type Trends, type TrendsQuery } from "./trends.ts";

/**
 * A corpus as one reader sees it.
 *
 * Every method answers from one state of the corpus; `snapshot` gives several answers from one state. All of them throw
 * CaselawError `corrupt`, `conflict` or `unavailable` where the file cannot be read.
 */
export class Corpus implements Disposable {
  readonly access: Access;
  readonly #source: CorpusSource;

  constructor(source: CorpusSource, access: Access) {
    this.#source = source;
    this.access = access;
  }

  /** The same open corpus for another reader. Dispose only the first. */
  as(access: Access): Corpus {
    return new Corpus(this.#source, access);
  }

  /** The same object for every reader of this open corpus, as a key of caches. */
  get key(): object {
    return this.#source;
  }

  /** Answers several questions from one state of the corpus. */
  snapshot<T>(work: () => T): T {
    return this.#source.snapshot(work);
  }

  /** One page of cases, with the count of all matches. By relevance, the cases whose citation is the search text come first. */
  cases(query: CaseQuery): CasePage {
    return this.snapshot(() =>
      casesCitedFirst(this.#source, { ...query, filter: this.#filter(query.filter) }),
    );
  }

  /** How a question is answered, as a plain value for people to read; what it contains may change. */
  explain(query: CaseQuery): unknown {
    return this.#source.explain({ ...query, filter: this.#filter(query.filter) });
  }

  /** All matches of a filter, counted by the values of a facet: ids or years. Cases without a value are not counted. */
  facet(filter: CaseFilter, facet: Facet): FacetCount[] {
    return this.#source.facet(this.#filter(filter), facet);
  }

  /** All matches of a filter by jurisdiction and year. Cases without one of them are not counted. */
  yearsByJurisdiction(filter: CaseFilter): YearCount[] {
    return this.#source.yearsByJurisdiction(this.#filter(filter));
  }

  /** The number of matches of each filter, at most `most`. */
  counts(filters: readonly CaseFilter[], most: number): number[] {
    return this.#source.counts(filters.map(this.#filter, this), most);
  }

  /** The case with this id, or null. */
  case(id: number): Case | null {
    return this.casesOf([id])[0] ?? null;
  }

  /**
   * The cases with these ids, in the order of the ids; unknown ids are left out. A decision of CourtListener that is a case of another source
   * is that case, with that id.
   */
  casesOf(ids: readonly number[]): Case[] {
    const cases = this.#source.casesOf(ids);
    const isComplete = cases.length === ids.length || ids.every((id) => clusterOf(id) === null);
    return isComplete ? cases : this.#source.casesOf(ids.map(this.ownId, this));
  }

  /** The id of a case: the same, but that of the other source for a decision of CourtListener that another source has too. */
  ownId(id: number): number {
    const cluster = clusterOf(id);
    return cluster === null ? id : (this.idsByCitation(clusterCite(cluster))[0] ?? id);
  }

  /** The same cases with the requested parts of their bodies. */
  withBodies(cases: readonly Case[], request: BodyRequest): CaseWithBody[] {
    return withBodies(this.#source, cases, request, this.access);
  }

  /** Ids of the cases with a citation, ascending, however it is written: `15 Ill., 284` is `15 Ill. 284`. */
  idsByCitation(cite: string): readonly number[] {
    const normal = normaliseCitation(cite);
    return this.#source.idsByCitations([normal]).get(normal) ?? [];
  }

  /** The same for several citations in normal form; those that no case has are left out or empty. */
  idsByCitations(normals: readonly string[]): ReadonlyMap<string, readonly number[]> {
    return this.#source.idsByCitations(normals);
  }

  /** Ids of the cases with a citation of a volume, ascending. @param volume normal form of volume and reporter */
  idsByVolume(volume: string): readonly number[] {
    return this.#source.idsByVolume(volume);
  }

  /** Normal forms of a case's own citations; empty for an unknown id. */
  citationsOf(id: number): readonly string[] {
    return this.#source.citationsOf(this.ownId(id));
  }

  /** What each of these cases cites, in the order of the ids; unknown ids are left out. Closed texts are not read. */
  cites(ids: readonly number[]): CaseCites[] {
    return this.snapshot(() => readCites(this.#source, this.casesOf(ids), this.access));
  }

  /** All cases with nearly the same text as another one. Reads every record. */
  nearDuplicates(): NearDuplicates {
    return this.snapshot(() => findNearDuplicates(this.#source));
  }

  /** Pairs of cases that share a citation and were not merged, one of them CourtListener's: all are counted, 1,000 listed. */
  casesApart(): AllCasesApart {
    return this.snapshot(() => casesApart(this.#source));
  }

  /** The cases of the same day and jurisdiction with nearly the same text; empty if that day has more than 200 cases. */
  sameDayDuplicates(record: Case): readonly Case[] {
    return this.snapshot(() => sameDayDuplicates(this.#source, record, this.access));
  }

  /** The cases most similar to a case, the most similar first; null for an unknown id. @param limit 1 to `MAX_SIMILAR` */
  similar(id: number, limit: number = DEFAULT_SIMILAR): SimilarCases | null {
    return this.snapshot(() => findSimilar(this.#source, this.ownId(id), { access: this.access, limit }));
  }

  /** How many decisions of each year match each text. */
  trends(query: TrendsQuery): Trends {
    return this.snapshot(() => countTrends(this, query));
  }

  citations(query: CitationQuery): Page<CitationOfCase> {
    return this.#source.citations(query);
  }

  jurisdictions(): readonly Jurisdiction[] {
    return this.#source.jurisdictions();
  }

  courts(): readonly Court[] {
    return this.#source.courts();
  }

  reporters(): readonly Reporter[] {
    return this.#source.reporters();
  }

  volumes(): readonly Volume[] {
    return this.#source.volumes();
  }

  /** The volumes of a jurisdiction's cases of a reporter, by number, each with its cases by page. */
  volumesOf(volumes: ReporterVolumes): readonly VolumeCases[] {
    return this.#source.volumesOf(volumes);
  }

  /** Where the static site has a volume's zip; null if it is not known, or not all cases of the volume were imported. */
  volumeAddress(volume: VolumeOfReporter): string | null {
    return this.#source.volumeAddress(volume);
  }

  /** The bulk archives that the corpus knows, replaced ones too. */
  bulkFiles(): readonly KnownBulkFile[] {
    return this.#source.bulkFiles();
  }

  /** The number of the newest change; 0 if there was none. */
  lastChange(): number {
    return this.#source.changes.last();
  }

  /** Root of the texts of all cases (docs/operations.md, "Proofs"); null while a run writes, and after one that did not end. */
  textRoot(): string | null {
    return this.#source.state().textRoot;
  }

  /** The number before the first change at or after an instant (domain/decision-date). */
  changeNumberBefore(instant: string): number {
    return this.#source.changes.numberBefore(instant);
  }

  /** The changes of a span by number, at most `limit`. */
  changes(span: ChangeSpan, limit: number): Change[] {
    return this.#source.changes.read(span, limit);
  }

  /** One change for each case of a span, by case id: the net effect of all its changes. */
  netChanges(span: ChangeSpan): Iterable<Change> {
    return this.#source.changes.net(span);
  }

  /** The status of the units that the sources list. */
  coverage(query: CoverageQuery = ALL_COVERAGE): CorpusCoverage {
    return this.snapshot(() => coverageOf(this.#source, query));
  }

  /** The day of the last decision that is not in the future (domain/decision-date); null: none has a date. */
  lastDay(): number | null {
    return lastDayOf(this.#source);
  }

  /** Counts, sizes and the last runs. @param volumes whether cases are counted by volume too, which reads every case */
  stats(volumes: "counted" | "left out"): Stats {
    return this.#source.stats(volumes);
  }

  /** The run that imports now, on this machine; null without one. What it has written so far is in the corpus. */
  currentRun(): CurrentRun | null {
    return this.#source.currentRun();
  }

  /** The requests that a search engine has answered so far; none of a file. */
  requests(): RequestCount {
    return this.#source.requests();
  }

  /** Whether another corpus has the name of this one now, so that it must be opened again. */
  isReplaced(): boolean {
    return this.#source.isReplaced();
  }

  [Symbol.dispose](): void {
    this.#source[Symbol.dispose]();
  }

  #filter(filter: CaseFilter): CaseFilter {
    return filterFor(this.access, filter);
  }
}
