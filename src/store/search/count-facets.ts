/**
 * Exact counts of matches by facet. The method depends on the cost:
 *
 * - no conditions except jurisdiction, court, reporter and dates: the stored counts;
 * - few matches, or conditions that need case rows: group the rows;
 * - many matches: intersect their date rowids with each value's posting list; compute years from the date rowids.
 */
import type { Database } from "better-sqlite3";
import type { Facet, FacetCount, YearCount } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { commonOf, countCommon, countYears } from "../dates/count-date-rowids.ts";
import { filterToken } from "../write/index-row.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Clauses, clausesOf, clausesOfDateRowids, isInRange, statementOf } from "./case-statement.ts";
import type { MatchSource } from "./date-walk.ts";
import { CHUNK_ROWIDS, indexSourceOf, matchedDateRowids } from "./matched-date-rowids.ts";
import { facetStored, storedCountsOf, yearCount, yearsStored } from "./stored-counts.ts";

/** Days count from 1970-01-01, as `unixepoch` does. */
const YEAR = "CAST(strftime('%Y', c.day * 86400, 'unixepoch') AS INTEGER)";

type Reference = Exclude<Facet, "decision_date">;

const GROUPS: Readonly<Record<Facet, { readonly value: string; readonly isKnown: string }>> = {
  jurisdiction: { value: "c.jurisdiction_id", isKnown: "c.jurisdiction_id IS NOT NULL" },
  court: { value: "c.court_id", isKnown: "c.court_id IS NOT NULL" },
  reporter: { value: "c.reporter_id", isKnown: "c.reporter_id IS NOT NULL" },
  decision_date: { value: YEAR, isKnown: "c.day IS NOT NULL" },
};
const IDS: Readonly<Record<Reference, string>> = {
  jurisdiction: "SELECT id FROM jurisdiction ORDER BY id",
  court: "SELECT id FROM court ORDER BY id",
  reporter: "SELECT id FROM reporter ORDER BY id",
};
const ALL_CASES = "SELECT count(*) FROM court_case";
const POSTINGS = `
  SELECT rowid
    FROM case_words
   WHERE case_words MATCH :words
     AND ${isInRange("case_words.rowid").join(" AND ")}
   ORDER BY rowid
`;

/** If at most this many cases match, their rows are read without comparing costs. */
const ALWAYS_READ_ROWS = 16_384;
/** Costs in units of one date rowid of a posting list: of reading a row, and of opening a list. */
const ROWIDS_PER_ROW_READ = 12;
const ROWIDS_PER_LIST = 200;

/** Counts all matches by value, in ascending order of values. Cases without a value are not counted. */
export function countFacet(db: Database, source: MatchSource, facet: Facet): FacetCount[] {
  const stored = storedCountsOf(source.match, facet);
  if (stored === null) return countSearched(db, source, facet);
  const others = stored.others.map((match) => countSearched(db, { match, dateRowids: null }, facet));
  return sumOf([facetStored(db, stored, facet), ...others]);
}

function countSearched(db: Database, { match, dateRowids: known }: MatchSource, facet: Facet): FacetCount[] {
  const source = indexSourceOf(match);
  if (source === null) return countRows(db, match, facet);
  const chunks = known === null ? matchedDateRowids(db, match, source) : [known];
  if (facet === "decision_date") return countYears(chunks);
  const lists = idsOf(db, facet).length;
  const counts = new Map<number, number>();
  for (const dateRowids of chunks) {
    // a first chunk that is not full contains all matches
    if (
      dateRowids.length < CHUNK_ROWIDS &&
      counts.size === 0 &&
      isCheaperByRows(db, dateRowids.length, lists)
    ) {
      return grouped(db, clausesOfDateRowids(dateRowids), facet);
    }
    addCounts(db, facet, dateRowids, counts);
  }
  return ascending(counts);
}

/** Counts all matches by jurisdiction and year, in ascending order of both. Cases without one of them are not counted. */
export function countYearsByJurisdiction(db: Database, source: MatchSource): YearCount[] {
  const stored = storedCountsOf(source.match, "jurisdiction");
  if (stored === null) return yearsSearched(db, source);
  const others = stored.others.flatMap((match) => yearsSearched(db, { match, dateRowids: null }));
  return yearSums([...yearsStored(db, stored), ...others]);
}

function yearsSearched(db: Database, { match, dateRowids: known }: MatchSource): YearCount[] {
  const source = indexSourceOf(match);
  if (source === null) return yearsInRows(db, clausesOf(match));
  const counts: YearCount[] = [];
  const ids = idsOf(db, "jurisdiction");
  for (const dateRowids of known === null ? matchedDateRowids(db, match, source) : [known]) {
    const isOnly = dateRowids.length < CHUNK_ROWIDS && counts.length === 0;
    if (isOnly && isCheaperByRows(db, dateRowids.length, ids.length))
      return yearsInRows(db, clausesOfDateRowids(dateRowids));
    for (const id of ids) counts.push(...yearsOfJurisdiction(db, id, dateRowids));
  }
  return yearSums(counts);
}

/** The years of those of the date rowids that are in a jurisdiction's posting list. */
export function yearsOfJurisdiction(
  db: Database,
  jurisdictionId: number,
  dateRowids: readonly number[],
): YearCount[] {
  const own = commonOf(dateRowids, postingsBetween(db, "jurisdiction", jurisdictionId, dateRowids));
  return countYears([own]).map(({ value: year, count }) => ({ jurisdictionId, year, count }));
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

/** Adds to `counts` how many of the date rowids are in each value's posting list. */
export function addCounts(
  db: Database,
  facet: Reference,
  dateRowids: readonly number[],
  counts: Map<number, number>,
): void {
  for (const id of idsOf(db, facet)) {
    const count = countCommon(dateRowids, postingsBetween(db, facet, id, dateRowids));
    if (count > 0) counts.set(id, (counts.get(id) ?? 0) + count);
  }
}

/** The part of a value's posting list between the first and the last of these date rowids. */
function postingsBetween(
  db: Database,
  facet: Reference,
  id: number,
  dateRowids: readonly number[],
): number[] {
  const range = { from: dateRowids[0] ?? 0, to: (dateRowids.at(-1) ?? 0) + 1 };
  return db
    .prepare<Parameters, number>(POSTINGS)
    .pluck()
    .all({ words: postingExpression(facet, id), ...range });
}

/** Whether reading the rows of the matches costs less than reading all posting lists. */
function isCheaperByRows(db: Database, matches: number, lists: number): boolean {
  if (matches <= ALWAYS_READ_ROWS) return true;
  const [cases = 0] = readRows(db, ALL_CASES, {})[0] ?? [];
  return matches * ROWIDS_PER_ROW_READ < Number(cases) + lists * ROWIDS_PER_LIST;
}

function idsOf(db: Database, facet: Reference): number[] {
  return readRows(db, IDS[facet], {}).map(([id]) => Number(id));
}

function postingExpression(facet: Reference, id: number): string {
  return `"${filterToken(facet, id)}"`;
}
