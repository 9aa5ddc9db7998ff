/**
 * Exact counts of matches, in all and by facet. The method depends on the plan:
 *
 * - no conditions except jurisdiction, court, reporter and dates: the table `case_count`, which counts by year; in the years that a range
 *   of dates has only in part, the index counts;
 * - conditions that need case rows: count or group the rows;
 * - else look up the date rowids of the matches in the facet blocks; years follow from date rowids.
 */
import type { Database } from "better-sqlite3";
import { dayOf, yearOfDay } from "../../domain/decision-date.ts";
import type { Facet, FacetCount, SortKey, YearCount } from "../../domain/query.ts";
import { readRows, readValue } from "../database/statement-cache.ts";
import { type DateRowids, runsOfYears } from "../dates/date-rowid.ts";
import { findInBlocks } from "../dates/facet-blocks.ts";
import { quoted } from "../words/compile-search.ts";
import { ANY } from "../write/case-counts.ts";
import { EVERY_CASE } from "../write/index-row.ts";
import { isUpdated, type ReferenceIds } from "./conditions.ts";
import { type MatchSource, matchedDateRowids, rangesOf } from "./matched-date-rowids.ts";
import type { Plan } from "./plan.ts";
import {
  type Clauses,
  clausesOf,
  clausesOfDateRowids,
  DATE_ROWID_COLUMN,
  isInRange,
  leadOf,
  rowClausesOf,
  statementOf,
} from "./statement.ts";

export function countMatches(db: Database, plan: Plan): number {
  const stored = storedCountsOf(plan);
  if (stored === null) return countSearched(db, plan);
  const { clauses, partYears, hidden } = stored;
  const inTable = readValue<number>(db, statementOf("total(cases)", clauses, [], ""), clauses.parameters);
  const count = partYears.reduce((sum, days) => sum + countSearched(db, days), inTable ?? 0);
  return hidden === null ? count : count - countRows(db, hidden);
}

function countSearched(db: Database, plan: Plan): number {
  if (leadOf(plan) === "rows") return countRows(db, clausesOf(plan));
  const clauses = clausesOf({ ...plan, decidedFrom: null, decidedTo: null }, "index");
  const ranges = rangesOf(plan);
  if (ranges === null) return countRows(db, clauses);
  const where = [...clauses.where, ...isInRange(DATE_ROWID_COLUMN.index)];
  const counts = ranges.map((range) =>
    countRows(db, { ...clauses, where, parameters: { ...clauses.parameters, ...range } }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

function countRows(db: Database, clauses: Clauses): number {
  return readValue(db, statementOf("count(*)", clauses, [], ""), clauses.parameters) ?? 0;
}

/** Days count from 1970-01-01, as `unixepoch` does. */
const YEAR = "CAST(strftime('%Y', c.day * 86400, 'unixepoch') AS INTEGER)";

/** The value of a facet: in the row of a case, and in the table of counts. */
function columnsOf(facet: Facet): { readonly inRow: string; readonly stored: string } {
  if (facet === "decision_date") return { inRow: YEAR, stored: "year" };
  return { inRow: `c.${facet}_id`, stored: `${facet}_id` };
}

/** Ids of courts, jurisdictions and reporters are usually below. */
const SMALL_IDS = 2 ** 16;

/** A count of cases with these values. */
type Counted = readonly [values: readonly number[], count: number];

/** Counts all matches by value, in ascending order of values. Cases without a value are not counted. */
export function countFacet(db: Database, source: MatchSource, facet: Facet): FacetCount[] {
  return countBy(db, source, [facet]).map(([[value = 0], count]) => ({ value, count }));
}

export function countStoredFacet(db: Database, facet: "jurisdiction" | "reporter"): FacetCount[] {
  const clauses = storedClauses([], new Set([facet]), [null, null]);
  const column = columnsOf(facet).stored;
  const counts = countGroups(db, clauses, [column], "sum(cases)", [`${column} <> ''`]);
  return counts.map(([[value = 0], count]) => ({ value, count }));
}

/** Counts all matches by jurisdiction and year, in ascending order of both. Cases without one of them are not counted. */
export function countYearsByJurisdiction(db: Database, source: MatchSource): YearCount[] {
  return countBy(db, source, ["jurisdiction", "decision_date"]).map(
    ([[jurisdictionId = 0, year = 0], count]) => ({ jurisdictionId, year, count }),
  );
}

function countBy(db: Database, source: MatchSource, facets: readonly Facet[]): Counted[] {
  const stored = storedCountsOf(source.plan, facets);
  if (stored === null) return sumByValues(countInSource(db, source, facets));
  const counts = stored.partYears.flatMap((plan) => countInSource(db, { plan, dateRowids: null }, facets));
  const hidden = stored.hidden === null ? [] : countInRows(db, stored.hidden, facets);
  for (const [values, count] of hidden) counts.push([values, -count]);
  const columns = facets.map((facet) => columnsOf(facet).stored);
  const known = columns.map((column) => `${column} <> ''`);
  return sumByValues([...countGroups(db, stored.clauses, columns, "sum(cases)", known), ...counts]);
}

function countInSource(db: Database, { plan, dateRowids }: MatchSource, facets: readonly Facet[]): Counted[] {
  if (dateRowids === null && leadOf(plan) === "rows") return countInRows(db, clausesOf(plan), facets);
  const chunks = dateRowids === null ? matchedDateRowids(db, plan) : [dateRowids];
  return Iterator.from(chunks)
    .flatMap((chunk) => countInBlocks(db, chunk, facets))
    .toArray();
}

function countInBlocks(db: Database, dateRowids: DateRowids, [facet, ...rest]: readonly Facet[]): Counted[] {
  if (facet === undefined) return [];
  if (facet === "decision_date")
    return runsOfYears(dateRowids)
      .map(({ year, from, to }): Counted => [[year], to - from])
      .toArray();
  if (rest.length > 0)
    return runsOfYears(dateRowids)
      .flatMap(({ year, from, to }) =>
        countInBlocks(db, dateRowids.slice(from, to), [facet]).map(
          ([values, count]): Counted => [[...values, year], count],
        ),
      )
      .toArray();
  const { values: chunks, missing } = findInBlocks(db, facet, dateRowids);
  const counts = new Map<number, number>();
  // by value where values are small, because a map takes twice as long
  const small = new Uint32Array(SMALL_IDS);
  for (const values of chunks) {
    for (const value of values) {
      if (value >= 0 && value < SMALL_IDS) small[value] = (small[value] ?? 0) + 1;
      else counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  for (let value = 0; value < SMALL_IDS; value++)
    if (small[value] !== 0) counts.set(value, small[value] ?? 0);
  counts.delete(Number.NaN);
  const inBlocks = [...counts].map(([value, count]): Counted => [[value], count]);
  return [...inBlocks, ...countInRows(db, clausesOfDateRowids(missing), [facet])];
}

function countInRows(db: Database, clauses: Clauses, facets: readonly Facet[]): Counted[] {
  const columns = facets.map((facet) => columnsOf(facet).inRow);
  const known = columns.map((column) => `${column} IS NOT NULL`);
  return countGroups(db, clauses, columns, "count(*)", known);
}

function countGroups(
  db: Database,
  clauses: Clauses,
  columns: readonly string[],
  count: string,
  known: readonly string[],
): Counted[] {
  const groups = columns.map((_, nth) => nth + 1).join(", ");
  const sql = statementOf(`${columns.join(", ")}, ${count}`, clauses, known, `GROUP BY ${groups}`);
  return readRows(db, sql, clauses.parameters).map((row: SortKey) => [
    row.slice(0, -1).map(Number),
    Number(row.at(-1)),
  ]);
}

/** Adds up the counts of the same values, in ascending order of values. */
function sumByValues(counts: readonly Counted[]): Counted[] {
  const all = new Map<string, Counted>();
  for (const [values, count] of counts) {
    const key = values.join(" ");
    all.set(key, [values, (all.get(key)?.[1] ?? 0) + count]);
  }
  return [...all.values()]
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0));
}

/** A plan whose matches are counted in the table, except the matches on the days of incomplete years. */
interface StoredCounts {
  readonly clauses: Clauses;
  /** The matches of the years that are not complete; each needs the index of words only. */
  readonly partYears: readonly Plan[];
  /** Excluded cases, which `clauses` and `partYears` count; null: none. */
  readonly hidden: Clauses | null;
}

/**
 * Null if the plan has conditions that the table does not have, or if both courts and reporters matter.
 *
 * @param facets by which matches are counted
 */
export function storedCountsOf(plan: Plan, facets: readonly Facet[] = []): StoredCounts | null {
  const { columns, ids } = plan;
  if (columns === null || ids !== null || isUpdated(plan)) return null;
  const used = new Set<string>([...facets, ...columns.map(({ kind }) => kind)]);
  if (used.has("court") && used.has("reporter")) return null;
  const { first, last, partYears } = splitByYear(plan);
  const words = plan.words ?? quoted(EVERY_CASE);
  const { excluded, ...rest } = plan;
  return {
    clauses: storedClauses(columns, used, [first, last]),
    partYears: partYears.map(([decidedFrom, decidedTo]) => ({
      ...rest,
      decidedFrom,
      decidedTo,
      words,
      excluded: [],
    })),
    hidden:
      excluded.length === 0 ? null : rowClausesOf({ ...rest, dateRowids: excluded, excluded: [] }, columns),
  };
}

function storedClauses(
  filters: readonly ReferenceIds[],
  used: ReadonlySet<string>,
  [first, last]: Bounds,
): Clauses {
  const where = [
    `court_id ${used.has("court") ? "<>" : "="} '${ANY}'`,
    `reporter_id ${used.has("reporter") ? "<>" : "="} '${ANY}'`,
    ...filters.map(
      ({ kind }, nth) => `${columnsOf(kind).stored} IN (SELECT value FROM json_each(:filter${nth}))`,
    ),
  ];
  const parameters = Object.fromEntries(filters.map(({ ids }, nth) => [`filter${nth}`, JSON.stringify(ids)]));
  if (first === null && last === null) return { from: "case_count", where, parameters };
  return {
    from: "case_count",
    where: [...where, "year BETWEEN :first AND :last"],
    parameters: { ...parameters, first: first ?? -Infinity, last: last ?? Infinity },
  };
}

/** Null: no bound. */
type Bounds = readonly [first: number | null, last: number | null];

/** The complete years between the bounds (none if the first is after the last), and the days before and after these years. */
function splitByYear({ decidedFrom, decidedTo }: Plan): {
  readonly first: number | null;
  readonly last: number | null;
  readonly partYears: readonly Bounds[];
} {
  const first = decidedFrom === null ? null : yearOfDay(decidedFrom - 1) + 1;
  const last = decidedTo === null ? null : yearOfDay(decidedTo + 1) - 1;
  if (first !== null && last !== null && first > last)
    return { first, last, partYears: [[decidedFrom, decidedTo]] };
  const start = first === null ? null : dayOf(first, 1, 1);
  const end = last === null ? null : dayOf(last + 1, 1, 1);
  const partYears: Bounds[] = [];
  if (start !== null && decidedFrom !== null && decidedFrom < start) partYears.push([decidedFrom, start - 1]);
  if (end !== null && decidedTo !== null && decidedTo >= end) partYears.push([end, decidedTo]);
  return { first, last, partYears };
}
