/**
 * Counts from the table `case_count`, for matches whose only conditions are jurisdiction, court, reporter and dates. The table
 * counts by year, so the parts of a range of dates that are not complete years are left to the indexes.
 */
import type { Database } from "better-sqlite3";
import { dayOf, yearOfDay } from "../../domain/decision-date.ts";
import type { Facet, FacetCount, SortKey, YearCount } from "../../domain/query.ts";
import { readRows } from "../database/statement-cache.ts";
import { quoted } from "../words/compile-search.ts";
import { ANY } from "../write/case-counts.ts";
import { EVERY_CASE } from "../write/index-row.ts";
import type { CaseMatch, RowFilter } from "./case-match.ts";
import { type Clauses, statementOf } from "./case-statement.ts";

/** A match whose cases are counted in the table, except those of some days. */
export interface StoredCounts {
  readonly clauses: Clauses;
  /** The matches of the years that are not complete; each needs the index of words only. */
  readonly others: readonly CaseMatch[];
}

const COLUMNS: Readonly<Record<Facet, string>> = {
  jurisdiction: "jurisdiction_id",
  court: "court_id",
  reporter: "reporter_id",
  decision_date: "year",
};

/**
 * Null if the match has other conditions, or if both courts and reporters matter.
 *
 * @param facet what is counted; null: all matches
 */
export function storedCountsOf(match: CaseMatch, facet: Facet | null = null): StoredCounts | null {
  const { inRows, ids, updatedFrom, updatedTo } = match;
  if (inRows === null || ids !== null || updatedFrom !== null || updatedTo !== null) return null;
  const used = new Set([facet, ...inRows.map(({ kind }) => kind)]);
  if (used.has("court") && used.has("reporter")) return null;
  const { first, last, others } = splitByYear(match);
  const words = match.words ?? quoted(EVERY_CASE);
  return {
    clauses: clausesOf(inRows, used, { first, last }),
    others: others.map((days) => ({ ...match, ...days, words })),
  };
}

export function countStored(db: Database, { clauses }: StoredCounts): number {
  const [row] = readRows(db, statementOf("total(cases)", clauses, [], ""), clauses.parameters);
  return Number(row?.[0] ?? 0);
}

/** Counts by value. Cases without a value are not counted. */
export function facetStored(db: Database, { clauses }: StoredCounts, facet: Facet): FacetCount[] {
  const column = COLUMNS[facet];
  const sql = statementOf(`${column}, sum(cases)`, clauses, [`${column} <> ''`], `GROUP BY ${column}`);
  return readRows(db, sql, clauses.parameters).map(([value, count]) => ({
    value: Number(value),
    count: Number(count),
  }));
}

/** Counts by jurisdiction and year. Cases without one of them are not counted. */
export function yearsStored(db: Database, { clauses }: StoredCounts): YearCount[] {
  const known = ["jurisdiction_id <> ''", "year <> ''"];
  const sql = statementOf(
    "jurisdiction_id, year, sum(cases)",
    clauses,
    known,
    "GROUP BY jurisdiction_id, year",
  );
  return readRows(db, sql, clauses.parameters).map(yearCount);
}

export function yearCount([jurisdictionId, year, count]: SortKey): YearCount {
  return { jurisdictionId: Number(jurisdictionId), year: Number(year), count: Number(count) };
}

function clausesOf(
  filters: readonly RowFilter[],
  used: ReadonlySet<Facet | null>,
  { first, last }: Pick<SplitDates, "first" | "last">,
): Clauses {
  const where = [
    `court_id ${used.has("court") ? "<>" : "="} '${ANY}'`,
    `reporter_id ${used.has("reporter") ? "<>" : "="} '${ANY}'`,
    ...filters.map(({ kind }, nth) => `${COLUMNS[kind]} IN (SELECT value FROM json_each(:filter${nth}))`),
  ];
  const parameters = Object.fromEntries(filters.map(({ ids }, nth) => [`filter${nth}`, JSON.stringify(ids)]));
  if (first === null && last === null) return { from: "case_count", where, parameters };
  return {
    from: "case_count",
    where: [...where, "year BETWEEN :first AND :last"],
    parameters: { ...parameters, first: first ?? -Infinity, last: last ?? Infinity },
  };
}

interface Days {
  readonly decidedFrom: number | null;
  readonly decidedTo: number | null;
}

interface SplitDates {
  /** The complete years; null: no bound. No year is complete if the first is after the last. */
  readonly first: number | null;
  readonly last: number | null;
  /** The days before and after the complete years. */
  readonly others: readonly Days[];
}

function splitByYear({ decidedFrom, decidedTo }: CaseMatch): SplitDates {
  const first = decidedFrom === null ? null : yearOfDay(decidedFrom - 1) + 1;
  const last = decidedTo === null ? null : yearOfDay(decidedTo + 1) - 1;
  if (first !== null && last !== null && first > last)
    return { first, last, others: [{ decidedFrom, decidedTo }] };
  const start = first === null ? null : dayOf(first, 1, 1);
  const end = last === null ? null : dayOf(last + 1, 1, 1);
  const before = start !== null && decidedFrom !== null && decidedFrom < start;
  const after = end !== null && decidedTo !== null && decidedTo >= end;
  return {
    first,
    last,
    others: [
      ...(before ? [{ decidedFrom, decidedTo: start - 1 }] : []),
      ...(after ? [{ decidedFrom: end, decidedTo }] : []),
    ],
  };
}
