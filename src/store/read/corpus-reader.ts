/** A corpus opened for queries. Each method reads one state of the corpus. */
import type { CorpusState } from "../../domain/changes.ts";
import { type CorpusSource, NO_REQUESTS, type RequestCount } from "../../domain/corpus-source.ts";
import type { Coverage } from "../../domain/coverage.ts";
import type { JsonObject } from "../../domain/json.ts";
import type {
  CaseFilter,
  CasePage,
  CaseQuery,
  CitationQuery,
  Facet,
  FacetCount,
  IdOrder,
  Page,
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
import type { Stats } from "../../domain/statistics.ts";
import type { StoredBody } from "../../domain/stored-body.ts";
import { readState } from "../database/corpus-state.ts";
import { identityOf } from "../database/file-identity.ts";
import { refuseForeignLog } from "../database/foreign-log.ts";
import { asCorpusError, guarded, openForReading } from "../database/open-database.ts";
import { Changes } from "../ledger/changes.ts";
import { readBulkFiles } from "../ledger/downloads.ts";
import { ReferenceReader } from "../references/reference-reader.ts";
import { idsOf } from "../search/case-ids.ts";
import { type CaseMatch, casesOfJurisdictions, matchOf } from "../search/case-match.ts";
import { readKeys } from "../search/case-pages.ts";
import { CitationPages } from "../search/citation-pages.ts";
import { countFacet } from "../search/count-facets.ts";
import { FindCases } from "../search/find-cases.ts";
import { type Lookups, openLookups } from "../search/lookups.ts";
import { MatchCache } from "../search/match-cache.ts";
import { positionsAround } from "../search/page-positions.ts";
import { MAX_SCORED_MATCHES } from "../search/scoring-plan.ts";
import type { OpenTexts } from "../words/open-texts.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import { CaseRows } from "./case-rows.ts";
import { indexedBodies, indexedTexts } from "./case-texts.ts";
import { readCoverage } from "./coverage-reader.ts";
import { hasCaseOfJurisdiction } from "./coverage-rows.ts";
import { readStats } from "./stats-reader.ts";
import { VolumeCasesReader } from "./volume-cases.ts";

export interface ReaderOptions {
  /** Matches that are scored for an order by relevance; with more matches, the other ones follow by date. */
  readonly rankedMatches?: number | undefined;
  /** Parses a stored body, for the citations in its text. Without it, only `cites_to` is used. */
  readonly readBody?: ReadBody | undefined;
}

/** A corpus file. For what the methods return see domain/corpus-source. */
export class CorpusReader implements CorpusSource {
  readonly path: string;
  /** The change log. */
  readonly changes: Changes;
  readonly #db;
  readonly #identity: string;
  readonly #matches: MatchCache;
  readonly #references: ReferenceReader;
  readonly #rows: CaseRows;
  readonly #citations: CitationPages;
  readonly #find: FindCases;
  readonly #lookups: Lookups;
  readonly #volumes: VolumeCasesReader;

  /** @throws CaselawError as `openForReading` */
  constructor(path: string, { rankedMatches = MAX_SCORED_MATCHES, readBody }: ReaderOptions = {}) {
    this.path = path;
    guarded(path, () => refuseForeignLog(path));
    this.#identity = identityOf(path);
    this.#db = openForReading(path);
    this.#matches = new MatchCache(this.#db, rankedMatches);
    this.#references = new ReferenceReader(this.#db);
    this.#rows = new CaseRows(this.#db, this.#references);
    this.#citations = new CitationPages(this.#db);
    const bodyOf = readBody === undefined ? () => null : indexedBodies(this.#rows, readBody);
    this.#find = new FindCases(this.#db, bodyOf);
    const textsOf = indexedTexts(this.#rows, bodyOf);
    this.#lookups = openLookups(this.#db, { findIds: (by) => this.#find.ids(by), textsOf });
    this.#volumes = new VolumeCasesReader(this.#db);
    this.changes = new Changes(this.#db, path);
  }

  cases(query: CaseQuery): CasePage {
    return this.#read(() => {
      const match = this.#match(query.filter);
      const isByRelevance = query.ordering.by === "relevance";
      const counted = this.#matches.of(match, query.counting ?? "quick");
      const scores = isByRelevance ? this.#matches.scores(counted) : null;
      const page = readKeys(this.#db, counted, query, scores);
      const items = this.#rows.read(page.keys.map((key) => Number(key.at(-1))));
      const relevance = scores === null ? null : scores.plan.rest === null ? "exact" : "bounded";
      return {
        items,
        count: counted.isExact ? counted.count : null,
        relevance,
        ...positionsAround(page, query, scores === null ? null : scores.state),
      };
    });
  }

  facet(filter: CaseFilter, facet: Facet): FacetCount[] {
    return this.#read(() => {
      const match = this.#match(filter);
      return countFacet(this.#db, { match, dateRowids: this.#matches.dateRowids(match) }, facet);
    });
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
    return this.#read(() => new Map(normals.map((normal) => [normal, this.#find.byCitation(normal)])));
  }

  idsByEntries(entries: readonly JsonObject[]): number[][] {
    return this.#read(() => entries.map((entry) => this.#find.resolve(entry)));
  }

  citations(query: CitationQuery): Page<CitationOfCase> {
    return this.#read(() => this.#citations.read(query));
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
    return this.#read(() => this.#volumes.read(reporter));
  }

  bulkFiles(): KnownBulkFile[] {
    return this.#read(() => readBulkFiles(this.#db));
  }

  coverage(): Coverage {
    return this.#read(() => readCoverage(this.#db, this.jurisdictions()));
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

  /** Iterates over the ids of all matches of a filter. Until the iteration ends, this connection must not write. */
  *ids(filter: CaseFilter, order: IdOrder): Generator<number> {
    try {
      yield* idsOf(this.#db, this.#match(filter), order);
    } catch (error) {
      throw asCorpusError(this.path, error);
    }
  }

  sieve(filter: CaseFilter): (ids: readonly number[]) => number[] {
    const match = this.#match(filter);
    const allowed = match.ids === null ? null : new Set(match.ids);
    return (ids) => {
      const some = { ...match, ids: allowed === null ? ids : ids.filter((id) => allowed.has(id)) };
      return this.#read(() => [...idsOf(this.#db, some, "id")]);
    };
  }

  state(): CorpusState {
    return this.#read(() => readState(this.#db));
  }

  hold(): Disposable {
    guarded(this.path, () => {
      // an export reads the complete file, and mapped pages count as memory of the process
      this.#db.pragma("mmap_size = 0");
      this.#db.exec("BEGIN");
      // the first statement fixes the moment of the transaction
      this.#db.prepare("SELECT count(*) FROM corpus").get();
    });
    return { [Symbol.dispose]: () => void this.#db.exec("ROLLBACK") };
  }

  snapshot<T>(work: () => T): T {
    return this.#read(work);
  }

  readonly requests = (): RequestCount => NO_REQUESTS;

  isReplaced(): boolean {
    return identityOf(this.path) !== this.#identity;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #match(filter: CaseFilter): CaseMatch {
    const open = filter.searchedTexts === "open" ? this.#openTexts() : null;
    return matchOf(filter, this.#lookups, open);
  }

  #openTexts(): OpenTexts {
    const open = this.jurisdictions().filter(({ whitelisted }) => whitelisted);
    const cases = casesOfJurisdictions(open.map(({ id }) => id));
    return { cases, citingInText: (cited) => this.#find.citingInText(`${cited} NOT ${cases}`) };
  }

  #read<T>(work: () => T): T {
    try {
      return this.#db.inTransaction ? work() : this.#db.transaction(work).deferred();
    } catch (error) {
      throw asCorpusError(this.path, error);
    }
  }
}
