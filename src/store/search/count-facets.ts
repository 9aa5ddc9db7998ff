/**
 * Exact counts of matches by facet. The method depends on the cost:
 *
 * - no conditions except jurisdiction, court, reporter and dates: the stored counts;
 * - few matches, or conditions that need case rows: group the rows;
 * - many matches: look up their date rowids in the facet blocks; compute years from the date rowids.
 */
import type { Database } from "better-sqlite3";
import type { Facet, FacetCount, YearCount } from "../../domain/query.ts";
import { readRows } from "../database/statement-cache.ts";
import { countYears, type DateRowids, runsOfYears } from "../dates/count-date-rowids.ts";
import { countInBlocks, FEW_CASES } from "../dates/count-in-blocks.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Clauses, clausesOf, clausesOfDateRowids, statementOf } from "./case-statement.ts";
import { indexSourceOf, type MatchSource, matchedDateRowids } from "./matched-date-rowids.ts";
import { facetStored, storedCountsOf, yearCount, yearsStored } from "./stored-counts.ts";

/** Days count from 1970-01-01, as `unixepoch` does. */
const YEAR = "CAST(strftime('%Y', c.day * 86400, 'unixepoch') AS INTEGER)";

const GROUPS: Readonly<Record<Facet, { readonly value: string; readonly isKnown: string }>> = {
  jurisdiction: { value: "c.jurisdiction_id", isKnown: "c.jurisdiction_id IS NOT NULL" },
  court: { value: "c.court_id", isKnown: "c.court_id IS NOT NULL" },
  reporter: { value: "c.reporter_id", isKnown: "c.reporter_id IS NOT NULL" },
  decision_date: { value: YEAR, isKnown: "c.day IS NOT NULL" },
};

/** Counts all matches by value, in ascending order of values. Cases without a value are not counted. */
export function countFacet(
  db: Database,
  source: MatchSource,
  facet: Facet,
  mostRows: number = FEW_CASES,
): FacetCount[] {
  const stored = storedCountsOf(source.match, facet);
  if (stored === null) return countSearched(db, source, facet, mostRows);
  const others = stored.others.map((match) =>
    countSearched(db, { match, dateRowids: null }, facet, mostRows),
  );
  return sumOf([facetStored(db, stored, facet), ...others]);
}

function countSearched(db: Database, source: MatchSource, facet: Facet, mostRows: number): FacetCount[] {
  const chunks = chunksOf(db, source);
  if (chunks === null) return countRows(db, source.match, facet);
  if (facet === "decision_date") return countYears(chunks);
  const parts: (readonly FacetCount[])[] = [];
  for (const dateRowids of chunks) {
    if (parts.length === 0 && dateRowids.length <= mostRows) return countRowsOf(db, dateRowids, facet);
    const { counts, others } = countInBlocks(db, facet, dateRowids);
    parts.push(counts, countRowsOf(db, others, facet));
  }
  return sumOf(parts);
}

/** Counts all matches by jurisdiction and year, in ascending order of both. Cases without one of them are not counted. */
export function countYearsByJurisdiction(
  db: Database,
  source: MatchSource,
  mostRows: number = FEW_CASES,
): YearCount[] {
  const stored = storedCountsOf(source.match, "jurisdiction");
  if (stored === null) return yearsSearched(db, source, mostRows);
  const others = stored.others.flatMap((match) => yearsSearched(db, { match, dateRowids: null }, mostRows));
  return yearSums([...yearsStored(db, stored), ...others]);
}

function yearsSearched(db: Database, source: MatchSource, mostRows: number): YearCount[] {
  const chunks = chunksOf(db, source);
  if (chunks === null) return yearsInRows(db, clausesOf(source.match));
  const parts: YearCount[] = [];
  for (const dateRowids of chunks) {
    if (parts.length === 0 && dateRowids.length <= mostRows) return yearsInRowsOf(db, dateRowids);
    for (const { year, from, to } of runsOfYears(dateRowids)) {
      const { counts, others } = countInBlocks(db, "jurisdiction", dateRowids.slice(from, to));
      parts.push(...counts.map(({ value, count }) => ({ jurisdictionId: value, year, count })));
      parts.push(...yearsInRowsOf(db, others));
    }
  }
  return yearSums(parts);
}

/** The date rowids of all matches, ascending; null: their rows have to be read. */
function chunksOf(db: Database, { match, dateRowids }: MatchSource): Iterable<DateRowids> | null {
  if (dateRowids !== null) return [dateRowids];
  const source = indexSourceOf(match);
  return source === null ? null : matchedDateRowids(db, match, source);
}

function yearsInRows(db: Database, clauses: Clauses): YearCount[] {
  const { jurisdiction, decision_date: year } = GROUPS;
  const sql = statementOf(
    `${jurisdiction.value} AS place, ${year.value} AS year, count(*)`,
    clauses,
    [jurisdiction.isKnown, year.isKnown],
    "GROUP BY place, year\n ORDER BY place, year",
  );
  return readRows(db, sql, clauses.parameters).map(yearCount);
}

function yearSums(counts: readonly YearCount[]): YearCount[] {
  const places = Map.groupBy(counts, ({ jurisdictionId }) => jurisdictionId);
  return [...places]
    .sort(([a], [b]) => a - b)
    .flatMap(([jurisdictionId, own]) =>
      sumOf([own.map(({ year, count }) => ({ value: year, count }))]).map(({ value: year, count }) => ({
        ...{ jurisdictionId, year, count },
      })),
    );
}

function sumOf(parts: readonly (readonly FacetCount[])[]): FacetCount[] {
  const counts = new Map<number, number>();
  for (const { value, count } of parts.flat()) counts.set(value, (counts.get(value) ?? 0) + count);
  return ascending(counts);
}

function ascending(counts: ReadonlyMap<number, number>): FacetCount[] {
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => a.value - b.value);
}

/** Counts by grouping the rows of the matches. */
export function countRows(db: Database, match: CaseMatch, facet: Facet): FacetCount[] {
  return grouped(db, clausesOf(match), facet);
}

function grouped(db: Database, clauses: Clauses, facet: Facet): FacetCount[] {
  const { value, isKnown } = GROUPS[facet];
  const select = `${value} AS shared, count(*) AS cases`;
  const sql = statementOf(select, clauses, [isKnown], "GROUP BY shared\n ORDER BY shared");
  const rows = readRows(db, sql, clauses.parameters);
  return rows.map(([group, count]) => ({ value: Number(group), count: Number(count) }));
}

function countRowsOf(db: Database, dateRowids: DateRowids, facet: Facet): FacetCount[] {
  return dateRowids.length === 0 ? [] : grouped(db, clausesOfDateRowids(dateRowids), facet);
}

function yearsInRowsOf(db: Database, dateRowids: DateRowids): YearCount[] {
  return dateRowids.length === 0 ? [] : yearsInRows(db, clausesOfDateRowids(dateRowids));
}
