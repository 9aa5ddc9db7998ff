/** A corpus that was published to a search engine, opened for queries. */

import { normaliseCitation } from "../../domain/citation.ts";
import type { CorpusSource, EngineLocation } from "../../domain/corpus-source.ts";
import type { IndexState, TableName, Tables } from "../layout/index-state.ts";
import { changeLogOf } from "./change-log.ts";
import { countVolumes, EngineCases, readCitations, readVolumes, sharedCitations } from "./engine-cases.ts";
import { EngineIndex, TableCache } from "./engine-index.ts";
import { EnginePages, filtersOf, type IndexedCase } from "./engine-pages.ts";
import { courtDays, courtTotals } from "./engine-totals.ts";

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
  return openPublished({ index: "caselaw", user: null, password: null, caFile: null, ...options });
}

interface PublishedCorpus extends CorpusSource {
  /** What the index says about itself. */
  published(): IndexState;
  indexedCases(): Iterable<IndexedCase>;
}

/** @throws CaselawError `not_found`, `unsupported`, `invalid`, `unreachable`, `unavailable` */
export function openPublished(location: EngineLocation): PublishedCorpus {
  const index = new EngineIndex(location);
  const tables = new TableCache(index);
  const cases = new EngineCases(index, tables);
  const pages = new EnginePages(index, cases, filtersOf(index, cases, tables));
  /** Each call reads one generation of the index. */
  const inSnapshot =
    <Given extends readonly unknown[], Read>(read: (...given: Given) => Read) =>
    (...given: Given): Read =>
      index.during(() => read(...given));
  const table = <Name extends TableName>(name: Name): (() => Tables[Name]) =>
    inSnapshot(() => tables.get(name));
  const casesOf: CorpusSource["casesOf"] = inSnapshot((ids) => cases.read(ids));
  return {
    cases: inSnapshot((query) => pages.read(query)),
    explain: inSnapshot((query) => pages.explain(query)),
    facet: inSnapshot((filter, facet) => pages.facet(filter, facet)),
    yearsByJurisdiction: inSnapshot((filter) => pages.yearsByJurisdiction(filter)),
    counts: inSnapshot((filters, most) => pages.counts(filters, most)),
    ids: (filter, order) => pages.ids(filter, order),
    sieve: (filter) => inSnapshot((ids) => pages.among(filter, ids)),
    idsByCitations: inSnapshot((normals) => cases.byCitations(normals)),
    idsByVolume: inSnapshot((volume) => cases.byVolume(volume)),
    idsByEntries: inSnapshot((entries) => cases.byEntries(entries)),
    citations: inSnapshot((query) => readCitations(index, query)),
    sharedCitations: inSnapshot((most) => sharedCitations(index, cases, most)),
    blocked: inSnapshot(() => pages.blocked()),
    casesOf,
    bodies: inSnapshot((ids) => cases.bodies(ids)),
    citationsOf: (id) => {
      const citations = casesOf([id]).flatMap((one) => one.citations);
      const normals = new Set(citations.map(({ cite }) => normaliseCitation(cite)));
      return [...normals].filter((normal) => normal !== "").sort();
    },
    jurisdictions: table("jurisdictions"),
    courts: table("courts"),
    reporters: table("reporters"),
    volumes: table("volumes"),
    volumesOf: inSnapshot((reporter) => readVolumes(index, reporter)),
    bulkFiles: table("bulkFiles"),
    coverage: table("coverage"),
    courtTotals: inSnapshot((until, without) => courtTotals(index, until, without)),
    courtDays: inSnapshot((courtId, without) => courtDays(index, courtId, without)),
    // not published
    volumeAddress: () => null,
    hasCaseOfJurisdiction: (of) => {
      const units = table("unitJurisdictions")();
      return units.some(
        ({ unitId, jurisdictionIds }) => unitId === of.unitId && jurisdictionIds.includes(of.jurisdictionId),
      );
    },
    stats: inSnapshot((volumes) => {
      const { byJurisdiction, byReporter, ...stats } = tables.get("stats");
      return {
        ...stats,
        byJurisdiction: new Map(byJurisdiction),
        byReporter: new Map(byReporter),
        byVolume: volumes === "counted" ? countVolumes(index) : null,
      };
    }),
    // a publication is one step
    currentRun: () => null,
    changes: changeLogOf(index, tables),
    state: inSnapshot(() => {
      const { state, change, textRoot } = index.state;
      return { state, lastChange: change, textRoot };
    }),
    published: () => index.state,
    indexedCases: () => pages.all(),
    snapshot: (work) => index.during(work),
    hold: () => index.hold(),
    requests: () => index.requests(),
    // a rebuilt index is read from the next question on
    isReplaced: () => false,
    [Symbol.dispose]: () => index[Symbol.dispose](),
  };
}
