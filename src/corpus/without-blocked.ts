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
  let ids: readonly number[] = [];
  /** The ids of blocked decisions in the state that is read. */
  const hidden = (): ReadonlySet<number> => {
    const now = source.blocked();
    if (now !== ids) blocked = new Set(now);
    ids = now;
    return blocked;
  };
  /** Runs a question in one state of the corpus. */
  const inState =
    <Given extends readonly unknown[], Answer>(ask: (...given: Given) => Answer) =>
    (...given: Given): Answer =>
      source.snapshot(() => ask(...given));
  const left = (some: readonly number[]): readonly number[] => {
    const without = hidden();
    return without.size === 0 ? some : some.filter((id) => !without.has(id));
  };
  const filterOf = (filter: CaseFilter): CaseFilter => (hidden().size === 0 ? filter : visible(filter, left));
  const queryOf = (query: CaseQuery): CaseQuery => ({ ...query, filter: filterOf(query.filter) });
  const each = (found: ReadonlyMap<string, readonly number[]>): ReadonlyMap<string, readonly number[]> =>
    hidden().size === 0
      ? found
      : new Map(
          [...found].map(([key, some]) => [key, left(some)] as const).filter(([, some]) => some.length > 0),
        );
  return {
    cases: inState((query) => {
      const page = source.cases(queryOf(query));
      return { ...page, items: unsaid(page.items, hidden()) };
    }),
    explain: inState((query) => source.explain(queryOf(query))),
    facet: inState((filter, facet) => source.facet(filterOf(filter), facet)),
    yearsByJurisdiction: inState((filter) => source.yearsByJurisdiction(filterOf(filter))),
    counts: inState((filters, most) => source.counts(filters.map(filterOf), most)),
    ids: (filter, order) => source.ids(filterOf(filter), order),
    idFilter: (filter) => source.idFilter(filterOf(filter)),
    idsByCitations: inState((normals) => each(source.idsByCitations(normals))),
    idsByVolume: inState((volume) => left(source.idsByVolume(volume))),
    idsByEntries: inState((entries) => source.idsByEntries(entries).map(left)),
    citations: inState((query) => {
      const without = [...hidden()];
      return source.citations(
        without.length === 0 ? query : { ...query, filter: { ...query.filter, without } },
      );
    }),
    sharedCitations: inState((most) => {
      const { count, pairs } = source.sharedCitations(most);
      const without = hidden();
      const seen = pairs.filter(({ id, otherId }) => !without.has(id) && !without.has(otherId));
      return { count: count - (pairs.length - seen.length), pairs: seen };
    }),
    blocked: () => [],
    casesOf: inState((some) => unsaid(source.casesOf(left(some)), hidden())),
    bodies: inState((some) => source.bodies(left(some))),
    citationsOf: inState((id) => (hidden().has(id) ? [] : source.citationsOf(id))),
    jurisdictions: () => source.jurisdictions(),
    courts: () => source.courts(),
    reporters: () => source.reporters(),
    volumes: () => source.volumes(),
    volumesOf: inState((reporter) => {
      const all = source.volumesOf(reporter);
      if (hidden().size === 0) return all;
      return all.flatMap((volume) => {
        const caseIds = left(volume.caseIds);
        if (caseIds.length === volume.caseIds.length) return volume;
        const days = source.casesOf(caseIds).flatMap((one) => decisionDay(one.decisionDate) ?? []);
        const dated = days.length > 0;
        const [firstDay, lastDay] = dated ? [Math.min(...days), Math.max(...days)] : [null, null];
        return caseIds.length === 0 ? [] : { ...volume, caseIds, firstDay, lastDay };
      });
    }),
    bulkFiles: () => source.bulkFiles(),
    coverage: inState(() => {
      const coverage = source.coverage();
      const counts = countsOf(source.casesOf([...hidden()]));
      const jurisdictions = coverage.jurisdictions.map((one) => {
        const casesImported = one.casesImported - (counts.byJurisdiction.get(one.jurisdictionId) ?? 0);
        return { ...one, casesImported };
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

/** @param left those of some ids that are not blocked */
function visible(filter: CaseFilter, left: (ids: readonly number[]) => readonly number[]): CaseFilter {
  const { citesToCases, citedBy } = filter;
  return {
    ...filter,
    ...(citesToCases === undefined ? {} : { citesToCases: visible(citesToCases, left) }),
    ...(citedBy === undefined ? {} : { citedBy: left(citedBy) }),
    blocked: "hidden",
  };
}

/** The same cases, without what blocked decisions say of them. */
function unsaid(cases: readonly Case[], blocked: ReadonlySet<number>): Case[] {
  if (blocked.size === 0) return [...cases];
  return cases.map((one) => {
    const { courtlistener } = one;
    const said = courtlistener?.parentheticals;
    if (!Array.isArray(said)) return one;
    const parentheticals = said.filter((by) => !isJsonObject(by) || !blocked.has(Number(by.case_id)));
    return { ...one, courtlistener: { ...courtlistener, parentheticals } };
  });
}

/** A decision that was blocked after it could be read is removed, for those who keep a copy; nothing else is said of it. */
function visibleChanges(changes: ChangeLog, hidden: () => ReadonlySet<number>): ChangeLog {
  const seen = (all: readonly Change[], blocked: ReadonlySet<number>): Change[] =>
    all
      .filter(({ caseId, kind }) => kind !== "added" || !blocked.has(caseId))
      .map((one) => (blocked.has(one.caseId) ? { ...one, kind: "removed" } : one));
  return {
    last: () => changes.last(),
    numberBefore: (instant) => changes.numberBefore(instant),
    read: (span, limit) => {
      const found: Change[] = [];
      for (let { since } = span; found.length < limit; ) {
        const some = changes.read({ ...span, since }, limit);
        found.push(...seen(some, hidden()));
        since = some.at(-1)?.number ?? span.until;
        if (some.length < limit) break;
      }
      return found.slice(0, limit);
    },
    *net(span) {
      const blocked = hidden();
      for (const change of changes.net(span)) yield* seen([change], blocked);
    },
    *touched(span) {
      const blocked = hidden();
      for (const one of changes.touched(span)) yield blocked.has(one.caseId) ? { ...one, gone: 1 } : one;
    },
  };
}

/** Cases, counted as `Stats` counts them. */
type Counts = Pick<Stats, "cases" | "undated" | "byJurisdiction" | "byReporter"> & {
  readonly byVolume: ReadonlyMap<string, number>;
};

function countsOf(cases: readonly Case[]): Counts {
  const byKey = <Key>(keyOf: (one: Case) => Key): Map<Key, number> => {
    const counts = new Map<Key, number>();
    for (const one of cases) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
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
        ?.map((one) => ({ ...one, cases: one.cases - (hidden.byVolume.get(one.barcode) ?? 0) }))
        .filter(({ cases }) => cases > 0) ?? null,
  };
}
