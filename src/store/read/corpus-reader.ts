/** A corpus file opened for queries. Each method reads one state of the corpus. */

import { type CorpusSource, NO_REQUESTS } from "../../domain/corpus-source.ts";
import type { Coverage } from "../../domain/ledger.ts";
import type { CaseFilter } from "../../domain/query.ts";
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
import type { ReadBody } from "../write/prepare-case.ts";
import { CaseRows, indexedBodies, indexedColumns } from "./case-rows.ts";
import { hasCaseOfJurisdiction, readCoverage } from "./coverage-reader.ts";
import { readCourtDays, readCourtTotals, readCurrentRun, readStats } from "./stats-reader.ts";
import { openVolumes, volumeAddress } from "./volume-cases.ts";

interface ReaderOptions extends MatchLimits {
  /** Parses a stored body: for the citations in its text, and for searches that read texts. Without it, no text is read. */
  readonly readBody?: ReadBody | undefined;
}

/** The file of a corpus, opened for reading. */
export interface CorpusFile extends CorpusSource {
  readonly path: string;
  readonly changes: Changes;
}

/** @throws CaselawError as `openForReading` */
export function openCorpusFile(path: string, { readBody, ...limits }: ReaderOptions = {}): CorpusFile {
  guarded(path, () => refuseForeignLog(path));
  const identity = identityOf(path);
  const db = openForReading(path);
  const references = new ReferenceReader(db);
  const rows = new CaseRows(db, references);
  const find = new FindCases(db, readBody === undefined ? () => null : indexedBodies(rows, readBody));
  const corpus: TestedCorpus = { db, columnsOf: indexedColumns(db, rows, readBody) };
  const coverage = new SnapshotCache<Coverage>(1);
  const snapshot = <T>(work: () => T): T => {
    try {
      return db.inTransaction ? work() : db.transaction(work).deferred();
    } catch (error) {
      throw asCorpusError(path, error);
    }
  };
  /** Each call reads one state of the corpus. */
  const inState =
    <Args extends readonly unknown[], Result>(read: (...args: Args) => Result) =>
    (...args: Args): Result =>
      snapshot(() => read(...args));
  const jurisdictions = inState(() => [...references.current().jurisdictions.values()]);
  const courts = inState(() => [...references.current().courts.values()]);
  const reporters = inState(() => [...references.current().reporters.values()]);
  const lookups = openLookups(corpus, find, {
    findCourts: (text) => courtIdsOf(text, courts()),
    openJurisdictions: () => jurisdictions().flatMap(({ id, whitelisted }) => (whitelisted ? id : [])),
  });
  const matches = new Matches(corpus, lookups, limits);
  const sourceOf = (filter: CaseFilter): MatchSource => {
    const question = { filter, counting: "quick", needed: "all" } as const;
    const plan = matches.resolved(question);
    return { plan, dateRowids: matches.dateRowids(question, plan) };
  };
  return {
    path,
    cases: inState((query) => {
      const { filter, counting = "quick", ordering } = query;
      const question = { filter, counting, needed: ordering.by };
      const counted = matches.counted(question);
      const scores = ordering.by === "relevance" ? matches.scores(question, counted) : null;
      const page = readKeys(corpus, counted, query, scores);
      const { best } = counted.plan;
      return {
        items: rows.read(page.keys.map((key) => Number(key.at(-1)))),
        count: Number.isFinite(counted.count) ? counted.count : null,
        relevance: scores === null ? null : scores.rest === null ? "exact" : "bounded",
        ...(best === null ? {} : { passages: passagesById(db, best) }),
        ...positionsAround(page, query, scores === null ? null : scores.state),
      };
    }),
    explain: inState(({ filter, counting = "quick", ordering }) => {
      const plan = matches.resolved({ filter, counting, needed: ordering.by });
      return { index: leadOf(plan), order: ordering, counting, plan };
    }),
    facet: inState((filter, facet) => countFacet(db, sourceOf(filter), facet)),
    yearsByJurisdiction: inState((filter) => countYearsByJurisdiction(db, sourceOf(filter))),
    counts: inState((filters, most) => filters.map((filter) => countUpTo(db, matches.plan(filter), most))),
    /** Until the iteration ends, this connection must not write. */
    *ids(filter, order) {
      try {
        yield* idsOf(db, matches.resolved({ filter, counting: "exact", needed: "all" }), order);
      } catch (error) {
        throw asCorpusError(path, error);
      }
    },
    idFilter: (filter) => {
      const plan = matches.plan(filter);
      const allowed = plan.ids === null ? null : new Set(plan.ids);
      return inState((ids) => {
        const part = { ...plan, ids: allowed === null ? ids : ids.filter((id) => allowed.has(id)) };
        return [...(idsUpTo(corpus, part, Number.POSITIVE_INFINITY) ?? [])];
      });
    },
    idsByCitations: inState((normals) => find.byCitations(normals)),
    idsByVolume: inState((volume) => find.byVolume(volume)),
    idsByEntries: inState((entries) => entries.map((entry) => find.resolve(entry))),
    citations: inState((query) => readCitations(db, query)),
    sharedCitations: inState((most) => readSharedCitations(db, most)),
    blocked: inState(() => find.blocked()),
    casesOf: inState((ids) => rows.read(ids)),
    bodies: inState((ids) => rows.readBodies(ids)),
    citationsOf: inState((id) => find.citationsOf(id)),
    jurisdictions,
    courts,
    reporters,
    volumes: inState(() => [...references.volumes().values()]),
    volumesOf: inState(openVolumes(db)),
    bulkFiles: inState(() => readBulkFiles(db)),
    coverage: inState(() => coverage.get(stateOf(db), "", () => readCoverage(db, jurisdictions()))),
    courtTotals: inState((until, without) => readCourtTotals(db, until, without)),
    courtDays: inState((courtId, without) => readCourtDays(db, courtId, without)),
    volumeAddress: inState((volume) => volumeAddress(db, volume)),
    hasCaseOfJurisdiction: inState((ids) => hasCaseOfJurisdiction(db, ids)),
    stats: inState((volumes) => {
      const jurisdictionIds = jurisdictions().map(({ id }) => id);
      const reporterIds = reporters().map(({ id }) => id);
      return readStats(db, path, { jurisdictionIds, reporterIds, volumes });
    }),
    currentRun: inState(() => readCurrentRun(db, path)),
    changes: new Changes(db, path),
    state: inState(() => readState(db)),
    snapshot,
    hold: () => holdState(db, path),
    requests: () => NO_REQUESTS,
    isReplaced: () => identityOf(path) !== identity,
    [Symbol.dispose]: () => void db.close(),
  };
}
