/** A corpus that was published to a search engine, opened for queries. */

import type { StoredBody } from "../../domain/casebody.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import type { CorpusSource, EngineLocation, RequestCount } from "../../domain/corpus-source.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { CorpusState, Coverage, Stats } from "../../domain/ledger.ts";
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
} from "../../domain/query.ts";
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
} from "../../domain/records.ts";
import type { IndexState } from "../layout/index-state.ts";
import { EngineChangeLog } from "./change-log.ts";
import { countVolumes, EngineCases, readCitations, readVolumes } from "./engine-cases.ts";
import { EngineIndex, TableCache } from "./engine-index.ts";
import { EngineFilters, EnginePages, type IndexedCase } from "./engine-pages.ts";

/** An index of a search engine; the library's form, with defaults. */
export interface EngineOptions extends Partial<EngineLocation> {
  readonly urls: readonly string[];
}

/**
 * Opens a corpus that `caselaw publish` brought to a search engine, for `openCorpus` and `openV1`.
 *
 * @throws CaselawError `not_found`, `unsupported`, `invalid`, `unreachable`, `unavailable`
 */
export function openEngine(options: EngineOptions): CorpusSource {
  return new EngineReader({ index: "caselaw", user: null, password: null, caFile: null, ...options });
}

export class EngineReader implements CorpusSource {
  readonly changes: EngineChangeLog;
  readonly #index: EngineIndex;
  readonly #tables: TableCache;
  readonly #cases: EngineCases;
  readonly #pages: EnginePages;

  /** @throws CaselawError `not_found`, `unsupported`, `invalid`, `unreachable`, `unavailable` */
  constructor(location: EngineLocation) {
    this.#index = new EngineIndex(location);
    this.#tables = new TableCache(this.#index);
    this.#cases = new EngineCases(this.#index, this.#tables);
    const filters = new EngineFilters(this.#index, this.#cases, this.#tables);
    this.#pages = new EnginePages(this.#index, this.#cases, filters);
    this.changes = new EngineChangeLog(this.#index, this.#tables);
  }

  cases(query: CaseQuery): CasePage {
    return this.snapshot(() => this.#pages.read(query));
  }

  facet(filter: CaseFilter, facet: Facet): FacetCount[] {
    return this.snapshot(() => this.#pages.facet(filter, facet));
  }

  explain(query: CaseQuery): unknown {
    return this.snapshot(() => this.#pages.explain(query));
  }

  yearsByJurisdiction(filter: CaseFilter): YearCount[] {
    return this.snapshot(() => this.#pages.yearsByJurisdiction(filter));
  }

  counts(filters: readonly CaseFilter[], most: number): number[] {
    return this.snapshot(() => this.#pages.counts(filters, most));
  }

  ids(filter: CaseFilter, order: IdOrder): Iterable<number> {
    return this.#pages.ids(filter, order);
  }

  sieve(filter: CaseFilter): (ids: readonly number[]) => number[] {
    return (ids) => this.snapshot(() => this.#pages.among(filter, ids));
  }

  idsByCitations(normals: readonly string[]): Map<string, number[]> {
    return this.snapshot(() => this.#cases.byCitations(normals));
  }

  idsByVolume(volume: string): number[] {
    return this.snapshot(() => this.#cases.byVolume(volume));
  }

  idsByEntries(entries: readonly JsonObject[]): number[][] {
    return this.snapshot(() => this.#cases.byEntries(entries));
  }

  citations(query: CitationQuery): Page<CitationOfCase> {
    return this.snapshot(() => readCitations(this.#index, query));
  }

  casesOf(ids: readonly number[]): Case[] {
    return this.snapshot(() => this.#cases.read(ids));
  }

  bodies(ids: readonly number[]): Map<number, StoredBody> {
    return this.snapshot(() => this.#cases.bodies(ids));
  }

  citationsOf(id: number): readonly string[] {
    const citations = this.casesOf([id]).flatMap((one) => one.citations);
    const normals = new Set(citations.map(({ cite }) => normaliseCitation(cite)));
    return [...normals].filter((normal) => normal !== "").sort();
  }

  jurisdictions(): readonly Jurisdiction[] {
    return this.snapshot(() => this.#tables.get("jurisdictions"));
  }

  courts(): readonly Court[] {
    return this.snapshot(() => this.#tables.get("courts"));
  }

  reporters(): readonly Reporter[] {
    return this.snapshot(() => this.#tables.get("reporters"));
  }

  volumes(): readonly Volume[] {
    return this.snapshot(() => this.#tables.get("volumes"));
  }

  volumesOf(reporter: ReporterVolumes): readonly VolumeCases[] {
    return this.snapshot(() => readVolumes(this.#index, reporter));
  }

  bulkFiles(): readonly KnownBulkFile[] {
    return this.snapshot(() => this.#tables.get("bulkFiles"));
  }

  coverage(): Coverage {
    return this.snapshot(() => this.#tables.get("coverage"));
  }

  /** Not published. */
  volumeAddress(): null {
    return null;
  }

  hasCaseOfJurisdiction(of: { readonly unitId: number; readonly jurisdictionId: number }): boolean {
    const units = this.snapshot(() => this.#tables.get("unitJurisdictions"));
    return units.some(
      ({ unitId, jurisdictionIds }) => unitId === of.unitId && jurisdictionIds.includes(of.jurisdictionId),
    );
  }

  stats(volumes: "counted" | "left out"): Stats {
    return this.snapshot(() => {
      const { byJurisdiction, byReporter, ...stats } = this.#tables.get("stats");
      return {
        ...stats,
        byJurisdiction: new Map(byJurisdiction),
        byReporter: new Map(byReporter),
        byVolume: volumes === "counted" ? countVolumes(this.#index) : null,
      };
    });
  }

  state(): CorpusState {
    return this.snapshot(() => ({ state: this.#index.state.state, lastChange: this.#index.state.change }));
  }

  /** What the index says about itself. */
  published(): IndexState {
    return this.#index.state;
  }

  /** Every case of the index, ascending by id. */
  indexedCases(): Iterable<IndexedCase> {
    return this.#pages.all();
  }

  snapshot<T>(work: () => T): T {
    return this.#index.during(work);
  }

  hold(): Disposable {
    return this.#index.hold();
  }

  requests(): RequestCount {
    return this.#index.requests();
  }

  /** A rebuilt index is read from the next question on. */
  isReplaced(): boolean {
    return false;
  }

  [Symbol.dispose](): void {
    this.#index[Symbol.dispose]();
  }
}
