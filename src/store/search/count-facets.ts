/**
 * Exact counts of matches by facet. The method depends on the cost:
 *
 * - all cases, or all cases of some years: count each value's posting list in the index, and each year in the index of days;
 * - few matches, or conditions that need case rows: group the rows;
 * - many matches: intersect their date rowids with each value's posting list; compute years from the date rowids.
 */
import type { Database } from "better-sqlite3";
import { dayOf, yearOfDay } from "../../domain/decision-date.ts";
import type { Facet, FacetCount } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { countCommon, countYears } from "../dates/count-date-rowids.ts";
import { filterToken } from "../write/index-row.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Clauses, clausesOf, clausesOfDateRowids, isInRange, statementOf } from "./case-statement.ts";
import { countMatches } from "./count-matches.ts";
import type { MatchSource } from "./date-walk.ts";
import { CHUNK_ROWIDS, indexSourceOf, matchedDateRowids } from "./matched-date-rowids.ts";

/** Days count from 1970-01-01, as `unixepoch` does. */
const YEAR = "CAST(strftime('%Y', c.day * 86400, 'unixepoch') AS INTEGER)";

/** Later than every decision date. */
const LAST_DAY = 2 ** 31;

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
const FIRST_DAY = "SELECT min(day) FROM court_case WHERE day BETWEEN :from AND :to";
export const CASES_OF_DAYS = "SELECT count(*) FROM court_case WHERE day BETWEEN :from AND :to";
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
export function countFacet(
  db: Database,
  { match, dateRowids: known }: MatchSource,
  facet: Facet,
): FacetCount[] {
  if (hasOnlyDates(match))
    return facet === "decision_date" ? countDays(db, match) : countPostingLists(db, match, facet);
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

/** Counts each value's posting list, for a match without conditions except dates. */
function countPostingLists(db: Database, match: CaseMatch, facet: Reference): FacetCount[] {
  return idsOf(db, facet)
    .map((id) => ({ value: id, count: countMatches(db, { ...match, words: postingExpression(facet, id) }) }))
    .filter(({ count }) => count > 0);
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

/** Counts years in the index of days, for a match without conditions except dates. */
function countDays(db: Database, { decidedFrom, decidedTo }: CaseMatch): FacetCount[] {
  const counts: FacetCount[] = [];
  const last = decidedTo ?? LAST_DAY;
  for (let from = decidedFrom ?? -LAST_DAY; ; ) {
    const [day = null] = readRows(db, FIRST_DAY, { from, to: last })[0] ?? [];
    if (day === null) return counts;
    const year = yearOfDay(Number(day));
    const end = (dayOf(year + 1, 1, 1) ?? LAST_DAY) - 1;
    const [count = 0] = readRows(db, CASES_OF_DAYS, { from: Number(day), to: Math.min(end, last) })[0] ?? [];
    counts.push({ value: year, count: Number(count) });
    from = end + 1;
  }
}

/** Whether the match has no conditions except date bounds. */
function hasOnlyDates({ words, names, ids, updatedFrom, updatedTo }: CaseMatch): boolean {
  return [words, names, ids, updatedFrom, updatedTo].every((part) => part === null);
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
