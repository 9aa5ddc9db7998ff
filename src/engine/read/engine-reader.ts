/** A corpus that was published to a search engine, opened for queries. */

import { normaliseCitation } from "../../domain/citation.ts";
import type { CorpusSource, EngineLocation } from "../../domain/corpus-source.ts";
import type { IndexState, TableName, Tables } from "../layout/index-state.ts";
import { changeLogOf } from "./change-log.ts";
import { countVolumes, EngineCases, readCitations, readVolumes, sharedCitations } from "./engine-cases.ts";
import { EngineIndex, TableCache } from "./engine-index.ts";
import { filtersOf, type IndexedCase, indexedCases, openPages } from "./engine-pages.ts";
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
  const table = <Name extends TableName>(name: Name): (() => Tables[Name]) =>
    index.inState(() => tables.get(name));
  const casesOf: CorpusSource["casesOf"] = index.inState((ids) => cases.read(ids));
  return {
    ...openPages(index, cases, filtersOf(index, cases, tables)),
    idsByCitations: index.inState((normals) => cases.byCitations(normals)),
    idsByVolume: index.inState((volume) => cases.byVolume(volume)),
    idsByEntries: index.inState((entries) => cases.byEntries(entries)),
    citations: index.inState((query) => readCitations(index, query)),
    sharedCitations: index.inState((most) => sharedCitations(index, cases, most)),
    casesOf,
    bodies: index.inState((ids) => cases.bodies(ids)),
    citationsOf: (id) => {
      const citations = casesOf([id]).flatMap((record) => record.citations);
      const normals = new Set(citations.map(({ cite }) => normaliseCitation(cite)));
      return [...normals].filter((normal) => normal !== "").sort();
    },
    jurisdictions: table("jurisdictions"),
    courts: table("courts"),
    reporters: table("reporters"),
    volumes: table("volumes"),
    volumesOf: index.inState((reporter) => readVolumes(index, reporter)),
    bulkFiles: table("bulkFiles"),
    coverage: table("coverage"),
    courtTotals: index.inState((until, without) => courtTotals(index, until, without)),
    courtDays: index.inState((courtId, without) => courtDays(index, courtId, without)),
    // not published
    volumeAddress: () => null,
    hasCaseOfJurisdiction: (of) => {
      const units = table("unitJurisdictions")();
      return units.some(
        ({ unitId, jurisdictionIds }) => unitId === of.unitId && jurisdictionIds.includes(of.jurisdictionId),
      );
    },
    stats: index.inState((volumes) => {
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
    state: index.inState(() => {
      const { state, change, textRoot } = index.state;
      return { state, lastChange: change, textRoot };
    }),
    published: () => index.state,
    indexedCases: () => indexedCases(index),
    snapshot: (work) => index.during(work),
    hold: () => index.hold(),
    requests: () => index.requests(),
    // a rebuilt index is read from the next question on
    isReplaced: () => false,
    [Symbol.dispose]: () => index[Symbol.dispose](),
  };
}
