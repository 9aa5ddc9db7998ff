/** Which decisions of each court the corpus has: by source, by quarter, and up to when. */
import type { CorpusSource } from "../domain/corpus-source.ts";
import { decisionDay } from "../domain/decision-date.ts";
import type { DayTotal } from "../domain/ledger.ts";
import { NEWEST } from "../domain/query.ts";
import type { Court } from "../domain/records.ts";

/** Decisions of three months. */
export interface QuarterCoverage {
  /** `2024-Q2`. */
  readonly quarter: string;
  readonly cases: number;
  /** Of these, those that only CourtListener has. */
  readonly listenerOnly: number;
}

/** The decisions of a court in the corpus. */
export interface CourtCoverage {
  readonly court: Court;
  readonly cases: number;
  /** Of these, those that only CourtListener has. */
  readonly listenerOnly: number;
  /** The day of the last decision that is not in the future; null: none has a date. */
  readonly lastDay: number | null;
  /** In order, without those that have no decision; null: not requested. */
  readonly quarters: readonly QuarterCoverage[] | null;
}

const MS_A_DAY = 86_400_000;

function today(): number {
  return Math.floor(Date.now() / MS_A_DAY);
}

/** The day of the last decision of some courts that is not in the future; null: none has a date. @param courts ids; none: of all courts */
export function lastDayOf(
  source: Pick<CorpusSource, "cases">,
  courts: readonly number[] = [],
): number | null {
  const { items } = source.cases({
    filter: { decidedTo: today(), ...(courts.length === 0 ? {} : { courts }) },
    ...NEWEST,
    pageSize: 1,
  });
  return decisionDay(items[0]?.decisionDate ?? null);
}

/** By slug. @param courtIds those whose quarters are counted; null: all courts, without quarters */
export function courtCoverage(source: CorpusSource, courtIds: readonly number[] | null): CourtCoverage[] {
  const totals = new Map(source.courtTotals(today(), []).map((total) => [total.courtId, total]));
  return source
    .courts()
    .flatMap((court): CourtCoverage[] => {
      const total = totals.get(court.id);
      if (total === undefined || (courtIds !== null && !courtIds.includes(court.id))) return [];
      const { cases, listenerOnly, lastDay } = total;
      const quarters = courtIds === null ? null : quartersOf(source.courtDays(court.id, []));
      return [{ court, cases, listenerOnly, lastDay, quarters }];
    })
    .sort((a, b) => (a.court.slug < b.court.slug ? -1 : 1));
}

function quartersOf(days: readonly DayTotal[]): QuarterCoverage[] {
  const byQuarter = Map.groupBy(days, ({ day }) => quarterOf(day));
  return [...byQuarter].map(([quarter, quarterDays]) => ({
    quarter,
    cases: quarterDays.reduce((sum, { cases }) => sum + cases, 0),
    listenerOnly: quarterDays.reduce((sum, { listenerOnly }) => sum + listenerOnly, 0),
  }));
}

function quarterOf(day: number): string {
  const date = new Date(day * MS_A_DAY);
  return `${String(date.getUTCFullYear()).padStart(4, "0")}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
}
