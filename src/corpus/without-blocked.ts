/** A corpus as the network sees it: without the decisions that are blocked, as if it had never had them. */
import type { ChangeLog, CorpusSource } from "../domain/corpus-source.ts";
import { decisionDay } from "../domain/decision-date.ts";
import { isJsonObject } from "../domain/json.ts";
import type { Change, Stats } from "../domain/ledger.ts";
import type { CaseFilter, CaseQuery } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";

/**
 * The same corpus without its blocked decisions: in pages, counts, facets, citations, volumes, totals and changes, by id and by citation.
 * Not left out are the sizes of archives and of the file. Where no decision is blocked, every question is passed on as it is.
 */
export function withoutBlocked(source: CorpusSource): CorpusSource {
  let blocked: ReadonlySet<number> = new Set();
  let blockedIds: readonly number[] = [];
  /** The ids of blocked decisions in the state that is read. */
  const hidden = (): ReadonlySet<number> => {
    const current = source.blocked();
    if (current !== blockedIds) blocked = new Set(current);
    blockedIds = current;
    return blocked;
  };
  /** Runs a question in one state of the corpus. */
  const inState =
    <Args extends readonly unknown[], Answer>(ask: (...args: Args) => Answer) =>
    (...args: Args): Answer =>
      source.snapshot(() => ask(...args));
  const shown = (ids: readonly number[]): readonly number[] => {
    const without = hidden();
    return without.size === 0 ? ids : ids.filter((id) => !without.has(id));
  };
  const filterOf = (filter: CaseFilter): CaseFilter => (hidden().size === 0 ? filter : narrow(filter, shown));
  const queryOf = (query: CaseQuery): CaseQuery => ({ ...query, filter: filterOf(query.filter) });
  const shownIn = (lists: ReadonlyMap<string, readonly number[]>): ReadonlyMap<string, readonly number[]> =>
    hidden().size === 0
      ? lists
      : new Map(
          [...lists].map(([key, ids]) => [key, shown(ids)] as const).filter(([, ids]) => ids.length > 0),
        );
  return {
    cases: inState((query) => {
      const page = source.cases(queryOf(query));
      return { ...page, items: hideRemarks(page.items, hidden()) };
    }),
    explain: inState((query) => source.explain(queryOf(query))),
    facet: inState((filter, facet) => source.facet(filterOf(filter), facet)),
    yearsByJurisdiction: inState((filter) => source.yearsByJurisdiction(filterOf(filter))),
    counts: inState((filters, most) => source.counts(filters.map(filterOf), most)),
    ids: (filter, order) => source.ids(filterOf(filter), order),
    idFilter: (filter) => source.idFilter(filterOf(filter)),
    idsByCitations: inState((normals) => shownIn(source.idsByCitations(normals))),
    idsByVolume: inState((volume) => shown(source.idsByVolume(volume))),
    idsByEntries: inState((entries) => source.idsByEntries(entries).map(shown)),
    citations: inState((query) => {
      const without = [...hidden()];
      return source.citations(
        without.length === 0 ? query : { ...query, filter: { ...query.filter, without } },
      );
    }),
    sharedCitations: inState((most) => {
      const { count, pairs } = source.sharedCitations(most);
      const without = hidden();
      const visiblePairs = pairs.filter(({ id, otherId }) => !without.has(id) && !without.has(otherId));
      return { count: count - (pairs.length - visiblePairs.length), pairs: visiblePairs };
    }),
    blocked: () => [],
    casesOf: inState((ids) => hideRemarks(source.casesOf(shown(ids)), hidden())),
    bodies: inState((ids) => source.bodies(shown(ids))),
    citationsOf: inState((id) => (hidden().has(id) ? [] : source.citationsOf(id))),
    jurisdictions: () => source.jurisdictions(),
    courts: () => source.courts(),
    reporters: () => source.reporters(),
    volumes: () => source.volumes(),
    volumesOf: inState((reporter) => {
      const all = source.volumesOf(reporter);
      if (hidden().size === 0) return all;
      return all.flatMap((volume) => {
        const caseIds = shown(volume.caseIds);
        if (caseIds.length === volume.caseIds.length) return volume;
        const days = source.casesOf(caseIds).flatMap(({ decisionDate }) => decisionDay(decisionDate) ?? []);
        const dated = days.length > 0;
        const [firstDay, lastDay] = dated ? [Math.min(...days), Math.max(...days)] : [null, null];
        return caseIds.length === 0 ? [] : { ...volume, caseIds, firstDay, lastDay };
      });
    }),
    bulkFiles: () => source.bulkFiles(),
    coverage: inState(() => {
      const coverage = source.coverage();
      const counts = countsOf(source.casesOf([...hidden()]));
      const jurisdictions = coverage.jurisdictions.map((row) => {
        const casesImported = row.casesImported - (counts.byJurisdiction.get(row.jurisdictionId) ?? 0);
        return { ...row, casesImported };
      });
      return { ...coverage, jurisdictions };
    }),
    courtTotals: inState((until, without) => source.courtTotals(until, [...without, ...hidden()])),
    courtDays: inState((id, without) => source.courtDays(id, [...without, ...hidden()])),
    volumeAddress: (of) => source.volumeAddress(of),
    hasCaseOfJurisdiction: (of) => source.hasCaseOfJurisdiction(of),
    stats: inState((volumes) => lessBy(source.stats(volumes), countsOf(source.casesOf([...hidden()])))),
    currentRun: () => source.currentRun(),
    changes: visibleChanges(source.changes, hidden),
    state: () => source.state(),
    snapshot: (work) => source.snapshot(work),
    hold: () => source.hold(),
    requests: () => source.requests(),
    isReplaced: () => source.isReplaced(),
    [Symbol.dispose]: () => source[Symbol.dispose](),
  };
}

/** @param shown leaves out the ids of blocked decisions */
function narrow(filter: CaseFilter, shown: (ids: readonly number[]) => readonly number[]): CaseFilter {
  const { citesToCases, citedBy } = filter;
  return {
    ...filter,
    ...(citesToCases === undefined ? {} : { citesToCases: narrow(citesToCases, shown) }),
    ...(citedBy === undefined ? {} : { citedBy: shown(citedBy) }),
    blocked: "hidden",
  };
}

/** The same cases, without what blocked decisions say of them. */
function hideRemarks(cases: readonly Case[], blocked: ReadonlySet<number>): Case[] {
  if (blocked.size === 0) return [...cases];
  return cases.map((record) => {
    const { courtlistener } = record;
    const stored = courtlistener?.parentheticals;
    if (!Array.isArray(stored)) return record;
    const parentheticals = stored.filter((item) => !isJsonObject(item) || !blocked.has(Number(item.case_id)));
    return { ...record, courtlistener: { ...courtlistener, parentheticals } };
  });
}

/** A decision that was blocked after it could be read is removed, for those who keep a copy; nothing else is said of it. */
function visibleChanges(changes: ChangeLog, hidden: () => ReadonlySet<number>): ChangeLog {
  const visibleIn = (all: readonly Change[], blocked: ReadonlySet<number>): Change[] =>
    all
      .filter(({ caseId, kind }) => kind !== "added" || !blocked.has(caseId))
      .map((change) => (blocked.has(change.caseId) ? { ...change, kind: "removed" } : change));
  return {
    last: () => changes.last(),
    numberBefore: (instant) => changes.numberBefore(instant),
    read: (span, limit) => {
      const shown: Change[] = [];
      for (let { since } = span; shown.length < limit; ) {
        const page = changes.read({ ...span, since }, limit);
        shown.push(...visibleIn(page, hidden()));
        since = page.at(-1)?.number ?? span.until;
        if (page.length < limit) break;
      }
      return shown.slice(0, limit);
    },
    *net(span) {
      const blocked = hidden();
      for (const change of changes.net(span)) yield* visibleIn([change], blocked);
    },
    *touched(span) {
      const blocked = hidden();
      for (const row of changes.touched(span)) yield blocked.has(row.caseId) ? { ...row, gone: 1 } : row;
    },
  };
}

/** Cases, counted as `Stats` counts them. */
type Counts = Pick<Stats, "cases" | "undated" | "byJurisdiction" | "byReporter"> & {
  readonly byVolume: ReadonlyMap<string, number>;
};

function countsOf(cases: readonly Case[]): Counts {
  const byKey = <Key>(keyOf: (record: Case) => Key): Map<Key, number> => {
    const counts = new Map<Key, number>();
    for (const record of cases) counts.set(keyOf(record), (counts.get(keyOf(record)) ?? 0) + 1);
    return counts;
  };
  return {
    cases: cases.length,
    undated: cases.filter(({ decisionDate }) => decisionDay(decisionDate) === null).length,
    byJurisdiction: byKey(({ jurisdiction }) => jurisdiction?.id ?? -1),
    byReporter: byKey(({ reporter }) => reporter.id ?? -1),
    byVolume: byKey(({ volume }) => volume.barcode ?? ""),
  };
}

function lessBy(stats: Stats, hidden: Counts): Stats {
  const less = <Key>(all: ReadonlyMap<Key, number>, counts: ReadonlyMap<Key, number>): Map<Key, number> =>
    new Map([...all].map(([key, count]) => [key, count - (counts.get(key) ?? 0)]));
  return {
    ...stats,
    cases: stats.cases - hidden.cases,
    undated: stats.undated - hidden.undated,
    byJurisdiction: less(stats.byJurisdiction, hidden.byJurisdiction),
    byReporter: less(stats.byReporter, hidden.byReporter),
    byVolume:
      stats.byVolume
        ?.map((volume) => ({ ...volume, cases: volume.cases - (hidden.byVolume.get(volume.barcode) ?? 0) }))
        .filter(({ cases }) => cases > 0) ?? null,
  };
}
