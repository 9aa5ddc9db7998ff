/** A corpus opened for queries. Each method reads one state of the corpus. */

import type { StoredBody } from "../../domain/casebody.ts";
import { type CorpusSource, NO_REQUESTS, type RequestCount } from "../../domain/corpus-source.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { CorpusState, CourtTotal, Coverage, DayTotal, Stats } from "../../domain/ledger.ts";
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
  SharedCitations,
  Volume,
  VolumeCases,
} from "../../domain/records.ts";
import { courtIdsOf } from "../../text/read-search.ts";
import { identityOf } from "../database/corpus-file.ts";
import { holdState, readState, stateOf } from "../database/corpus-state.ts";
import { refuseForeignLog } from "../database/foreign-log.ts";
import { asCorpusError, guarded, openForReading } from "../database/open-database.ts";
import { SnapshotCache } from "../database/statement-cache.ts";
import { Changes } from "../ledger/changes.ts";
import { readBulkFiles } from "../ledger/ledger.ts";
import { ReferenceReader } from "../references/reference-reader.ts";
import { passagesById } from "../search/best-passages.ts";
import { positionsAround, readKeys } from "../search/case-pages.ts";
import { readCitations, readSharedCitations } from "../search/citation-pages.ts";
import { countFacet, countYearsByJurisdiction } from "../search/count-matches.ts";
import { FindCases, openLookups } from "../search/find-cases.ts";
import { idsOf, idsUpTo, type MatchSource } from "../search/matched-date-rowids.ts";
import { Matches, type MatchLimits } from "../search/matches.ts";
import { countUpTo } from "../search/scoring.ts";
import { leadOf } from "../search/statement.ts";
import type { TestedCorpus } from "../words/place-test.ts";
import type { ReadBody } from "../write/case-writer.ts";
import { CaseRows, indexedBodies, indexedColumns } from "./case-rows.ts";
import { hasCaseOfJurisdiction, readCoverage } from "./coverage-reader.ts";
import { readCourtDays, readCourtTotals, readCurrentRun, readStats } from "./stats-reader.ts";
import { openVolumes, volumeAddress } from "./volume-cases.ts";

export class CorpusReader implements CorpusSource {
  readonly path: string;
  readonly changes: Changes;
  readonly #db;
  readonly #identity: string;
  readonly #corpus: TestedCorpus;
  readonly #matches: Matches;
  readonly #references: ReferenceReader;
  readonly #rows: CaseRows;
  readonly #find: FindCases;
  readonly #volumesOf: ReturnType<typeof openVolumes>;
  readonly #coverage = new SnapshotCache<Coverage>(1);

  /** @throws CaselawError as `openForReading` */
  constructor(path: string, { readBody, ...limits }: ReaderOptions = {}) {
    this.path = path;
    guarded(path, () => refuseForeignLog(path));
    this.#identity = identityOf(path);
    this.#db = openForReading(path);
    this.#references = new ReferenceReader(this.#db);
    this.#rows = new CaseRows(this.#db, this.#references);
    const bodyOf = readBody === undefined ? () => null : indexedBodies(this.#rows, readBody);
    this.#find = new FindCases(this.#db, bodyOf);
    this.#corpus = { db: this.#db, columnsOf: indexedColumns(this.#db, this.#rows, readBody) };
    const lookups = openLookups(this.#corpus, this.#find, {
      findCourts: (text) => courtIdsOf(text, this.courts()),
      openJurisdictions: () => this.jurisdictions().flatMap(({ id, whitelisted }) => (whitelisted ? id : [])),
    });
    this.#matches = new Matches(this.#corpus, lookups, limits);
    this.#volumesOf = openVolumes(this.#db);
    this.changes = new Changes(this.#db, path);
  }

  cases(query: CaseQuery): CasePage {
    return this.#read(() => {
      const { filter, counting = "quick", ordering } = query;
      const question = { filter, counting, needed: ordering.by };
      const counted = this.#matches.counted(question);
      const scores = ordering.by === "relevance" ? this.#matches.scores(question, counted) : null;
      const page = readKeys(this.#corpus, counted, query, scores);
      const items = this.#rows.read(page.keys.map((key) => Number(key.at(-1))));
      const { best } = counted.plan;
      const relevance = scores === null ? null : scores.rest === null ? "exact" : "bounded";
      return {
        items,
        count: Number.isFinite(counted.count) ? counted.count : null,
        relevance,
        ...(best === null ? {} : { passages: passagesById(this.#db, best) }),
        ...positionsAround(page, query, scores === null ? null : scores.state),
      };
    });
  }

  explain({ filter, counting = "quick", ordering }: CaseQuery): unknown {
    return this.#read(() => {
      const plan = this.#matches.resolved({ filter, counting, needed: ordering.by });
      return { index: leadOf(plan), order: ordering, counting, plan };
    });
  }

  facet(filter: CaseFilter, facet: Facet): FacetCount[] {
    return this.#read(() => countFacet(this.#db, this.#source(filter), facet));
  }

  yearsByJurisdiction(filter: CaseFilter): YearCount[] {
    return this.#read(() => countYearsByJurisdiction(this.#db, this.#source(filter)));
  }

  counts(filters: readonly CaseFilter[], most: number): number[] {
    return this.#read(() => filters.map((filter) => countUpTo(this.#db, this.#matches.plan(filter), most)));
  }

  casesOf(ids: readonly number[]): Case[] {
    return this.#read(() => this.#rows.read(ids));
  }

  bodies(ids: readonly number[]): Map<number, StoredBody> {
    return this.#read(() => this.#rows.readBodies(ids));
  }

  citationsOf(id: number): string[] {
    return this.#read(() => this.#find.citationsOf(id));
  }

  idsByCitations(normals: readonly string[]): Map<string, number[]> {
    return this.#read(() => this.#find.byCitations(normals));
  }

  idsByVolume(volume: string): number[] {
    return this.#read(() => this.#find.byVolume(volume));
  }

  idsByEntries(entries: readonly JsonObject[]): number[][] {
    return this.#read(() => entries.map((entry) => this.#find.resolve(entry)));
  }

  sharedCitations(most: number): SharedCitations {
    return this.#read(() => readSharedCitations(this.#db, most));
  }

  blocked(): readonly number[] {
    return this.#read(() => this.#find.blocked());
  }

  citations(query: CitationQuery): Page<CitationOfCase> {
    return this.#read(() => readCitations(this.#db, query));
  }

  jurisdictions(): readonly Jurisdiction[] {
    return this.#read(() => [...this.#references.current().jurisdictions.values()]);
  }

  courts(): readonly Court[] {
    return this.#read(() => [...this.#references.current().courts.values()]);
  }

  reporters(): readonly Reporter[] {
    return this.#read(() => [...this.#references.current().reporters.values()]);
  }

  volumes(): readonly Volume[] {
    return this.#read(() => [...this.#references.volumes().values()]);
  }

  volumesOf(reporter: ReporterVolumes): readonly VolumeCases[] {
    return this.#read(() => this.#volumesOf(reporter));
  }

  bulkFiles(): KnownBulkFile[] {
    return this.#read(() => readBulkFiles(this.#db));
  }

  coverage(): Coverage {
    return this.#read(() =>
      this.#coverage.get(stateOf(this.#db), "", () => readCoverage(this.#db, this.jurisdictions())),
    );
  }

  courtTotals(until: number, without: readonly number[]): CourtTotal[] {
    return this.#read(() => readCourtTotals(this.#db, until, without));
  }

  courtDays(courtId: number, without: readonly number[]): DayTotal[] {
    return this.#read(() => readCourtDays(this.#db, courtId, without));
  }

  hasCaseOfJurisdiction(of: { unitId: number; jurisdictionId: number }): boolean {
    return this.#read(() => hasCaseOfJurisdiction(this.#db, of));
  }

  stats(volumes: "counted" | "left out"): Stats {
    return this.#read(() => {
      const jurisdictionIds = this.jurisdictions().map(({ id }) => id);
      const reporterIds = this.reporters().map(({ id }) => id);
      return readStats(this.#db, this.path, { jurisdictionIds, reporterIds, volumes });
    });
  }

  readonly currentRun: CorpusSource["currentRun"] = () =>
    this.#read(() => readCurrentRun(this.#db, this.path));

  /** Iterates over the ids of all matches of a filter. Until the iteration ends, this connection must not write. */
  *ids(filter: CaseFilter, order: IdOrder): Generator<number> {
    try {
      yield* idsOf(this.#db, this.#matches.resolved({ filter, counting: "exact", needed: "all" }), order);
    } catch (error) {
      throw asCorpusError(this.path, error);
    }
  }

  sieve(filter: CaseFilter): (ids: readonly number[]) => number[] {
    const plan = this.#matches.plan(filter);
    const allowed = plan.ids === null ? null : new Set(plan.ids);
    return (ids) => {
      const some = { ...plan, ids: allowed === null ? ids : ids.filter((id) => allowed.has(id)) };
      return this.#read(() => [...(idsUpTo(this.#corpus, some, Number.POSITIVE_INFINITY) ?? [])]);
    };
  }

  state(): CorpusState {
    return this.#read(() => readState(this.#db));
  }

  hold(): Disposable {
    return holdState(this.#db, this.path);
  }

  snapshot<T>(work: () => T): T {
    return this.#read(work);
  }

  readonly requests = (): RequestCount => NO_REQUESTS;

  readonly volumeAddress: CorpusSource["volumeAddress"] = (of) =>
    this.#read(() => volumeAddress(this.#db, of));

  isReplaced(): boolean {
    return identityOf(this.path) !== this.#identity;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #source(filter: CaseFilter): MatchSource {
    const question = { filter, counting: "quick", needed: "all" } as const;
    const plan = this.#matches.resolved(question);
    return { plan, dateRowids: this.#matches.dateRowids(question, plan) };
  }

  #read<T>(work: () => T): T {
    try {
      return this.#db.inTransaction ? work() : this.#db.transaction(work).deferred();
    } catch (error) {
      throw asCorpusError(this.path, error);
    }
  }
}

interface ReaderOptions extends MatchLimits {
  /** Parses a stored body: for the citations in its text, and for searches that read texts. Without it, no text is read. */
  readonly readBody?: ReadBody | undefined;
}
