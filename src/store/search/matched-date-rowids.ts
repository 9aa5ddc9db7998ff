/**
 * The date rowids or ids of all matches, read from the index without case rows unless conditions are on rows. A range of dates is a range of
 * date rowids in each level.
 */
import type { Database } from "better-sqlite3";
import type { IdOrder } from "../../domain/query.ts";
import { type Parameters, readRows, readValues } from "../database/statement-cache.ts";
import { type DateRowids, dateRowidsOfDays } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS, UNDATED } from "../dates/date-rowid-levels.ts";
import { dateRowidsOf } from "../fts5-pages/token-lists.ts";
import { LONG_LIST, MAX_FIELDS_READ } from "../words/list-lengths.ts";
import { passing, type TestedCorpus } from "../words/place-test.ts";
import { isEmpty, type Plan } from "./plan.ts";
import {
  clausesOf,
  clausesOfDateRowids,
  DATE_ROWID_COLUMN,
  leadOf,
  needsNoRow,
  rangeStatement,
  rowTests,
  statementOf,
} from "./statement.ts";

const EVERY_CASE_RANGE: DateRowidRange = { from: 0, to: UNDATED.to };
/** Date rowids that are read at a time: 8 MB. Many, because FTS5 merges the lists of a prefix again for each statement. */
const CHUNK_ROWIDS = 2 ** 20;

const IDS_OF_DATE_ROWIDS = `
  SELECT c.id, c.date_rowid
    FROM json_each(:dateRowids) AS matched
   CROSS JOIN court_case AS c ON c.date_rowid = matched.value
   ORDER BY matched.key
`;

export interface MatchSource {
  readonly plan: Plan;
  /** The date rowids of all matches, ascending; null if they are not known. */
  readonly dateRowids: DateRowids | null;
}

/** The ascending ranges of date rowids that the date bounds allow; null without date bounds. */
export function rangesOf({ decidedFrom, decidedTo }: Plan): DateRowidRange[] | null {
  if (decidedFrom === null && decidedTo === null) return null;
  const ranges = LEVELS.map((level) => dateRowidsOfDays(level, decidedFrom, decidedTo));
  return ranges.filter(({ from, to }) => from < to);
}

/** Yields all matches in ascending chunks of at most `CHUNK_ROWIDS`; the list of one token is one chunk. */
export function* matchedDateRowids(db: Database, plan: Plan): Generator<Float64Array> {
  const listed = tokenDateRowids(db, plan);
  if (listed === null) yield* searchChunks(db, plan, CHUNK_ROWIDS);
  else yield listed;
}

/** One token, in any parentheses. */
const ONE_TOKEN = /^\(*"([a-z0-9\P{ASCII}]+)"\)*$/u;

/** All matches, if they are the list of one token; null for other plans, and if the list cannot be read. */
function tokenDateRowids(db: Database, plan: Plan): Float64Array | null {
  const isList = needsNoRow(plan) && rangesOf(plan) === null;
  const token = isList ? ONE_TOKEN.exec(plan.words ?? "")?.[1] : undefined;
  const list = token === undefined ? null : dateRowidsOf(db, token);
  if (list === null || plan.excluded.length === 0) return list;
  const excluded = new Set(plan.excluded);
  return list.filter((dateRowid) => !excluded.has(dateRowid));
}

/** Yields all matches by a search, in ascending chunks of at most `most`. */
function* searchChunks(db: Database, plan: Plan, most: number): Generator<Float64Array> {
  const { sql, parameters } = rangeStatement(plan, "ascending");
  let chunk: number[] = [];
  for (const { from, to } of rangesOf(plan) ?? [EVERY_CASE_RANGE]) {
    for (let next = from; next < to; ) {
      const limit = most - chunk.length;
      const dateRowids = readValues<number>(db, sql, { ...parameters, from: next, to, limit });
      next = dateRowids.length < limit ? to : (dateRowids.at(-1) ?? to) + 1;
      chunk = chunk.length === 0 ? dateRowids : chunk.concat(dateRowids);
      if (chunk.length < most) continue;
      yield Float64Array.from(chunk);
      chunk = [];
    }
  }
  if (chunk.length > 0) yield Float64Array.from(chunk);
}

/** All matches where the cases that can match are listed, ascending. */
export function knownDateRowids(db: Database, plan: Plan): Float64Array {
  const clauses = clausesOf(plan);
  const sql = statementOf("c.date_rowid", clauses, [], "ORDER BY c.date_rowid");
  return Float64Array.from(readValues<number>(db, sql, clauses.parameters));
}

const NONE = new Float64Array(0);
const NO_ROW = { contains: [], conditions: [] };

/** All matches, ascending; null if they are more than a million, or if the fields of too many cases would have to be read. */
export function allDateRowids(db: Database, plan: Plan): Float64Array | null {
  if (isEmpty(plan.onRow))
    return plan.isMerged
      ? dateRowidsUpTo(db, plan, LONG_LIST)
      : (tokenDateRowids(db, plan) ?? dateRowidsUpTo(db, plan, CHUNK_ROWIDS));
  const candidates = dateRowidsUpTo(db, { ...plan, onRow: NO_ROW }, MAX_FIELDS_READ);
  return candidates === null ? null : testRows(db, plan, candidates);
}

function testRows(db: Database, plan: Plan, candidates: Float64Array): Float64Array {
  if (candidates.length === 0) return candidates;
  const { where, parameters } = rowTests(plan);
  const among = clausesOfDateRowids(candidates);
  const sql = statementOf("c.date_rowid", among, where, "ORDER BY matched.key");
  return Float64Array.from(readValues<number>(db, sql, { ...among.parameters, ...parameters }));
}

/** All matches, ascending; null if they are more than `most`, or if the index of words does not lead. */
function dateRowidsUpTo(db: Database, plan: Plan, most: number): Float64Array | null {
  if (leadOf(plan) === "rows") return null;
  const [dateRowids = NONE] = searchChunks(db, plan, most + 1).take(1);
  return dateRowids.length > most ? null : dateRowids;
}

const ORDER_BY: Readonly<Record<IdOrder, string>> = {
  id: "c.id",
  jurisdiction: "c.jurisdiction_id, c.id",
  // every decision date that is a date begins with its year
  year: "c.jurisdiction_id, CASE WHEN c.day IS NOT NULL THEN substr(c.decision_date, 1, 4) END, c.id",
};

/**
 * Iterates over the ids of all matches in one statement, for an export. SQLite sorts them, on disk if they are many, so this process keeps
 * nothing. Reading page by page would search all matches again for every page.
 */
export function idsOf(db: Database, plan: Plan, order: IdOrder): IterableIterator<number> {
  const clauses = clausesOf(plan);
  const sql = statementOf("c.id", clauses, [], `ORDER BY ${ORDER_BY[order]}`);
  return db.prepare<Parameters, number>(sql).pluck().iterate(clauses.parameters);
}

/** The ids of all matches, ascending; null if more than `most` cases match, or have to be tested. */
export function idsUpTo(corpus: TestedCorpus, plan: Plan, most: number): readonly number[] | null {
  const { db } = corpus;
  if (plan.tests === null && leadOf(plan) === "words") {
    // reads only the parts of the index between the bounds of the date, which one statement for all levels would not
    const dateRowids = dateRowidsUpTo(db, plan, most);
    return dateRowids === null ? null : sortedIds(db, dateRowids);
  }
  const lead = leadOf(plan);
  const clauses = clausesOf(plan, lead);
  const sql = statementOf(DATE_ROWID_COLUMN[lead], clauses, [], "LIMIT :limit");
  const limit = Number.isFinite(most) ? most + 1 : -1;
  const candidates = readValues<number>(db, sql, { ...clauses.parameters, limit });
  if (candidates.length > most) return null;
  return sortedIds(db, plan.tests === null ? candidates : [...passing(corpus, plan.tests, candidates)]);
}

function sortedIds(db: Database, dateRowids: DateRowids): number[] {
  return [...idByDateRowid(db, dateRowids).values()].sort((a, b) => a - b);
}

/** The ids of the cases with these date rowids, by date rowid, in their order. A damaged index can have rows of no case. */
export function idByDateRowid(db: Database, dateRowids: DateRowids): ReadonlyMap<number, number> {
  if (dateRowids.length === 0) return new Map();
  const rows = readRows(db, IDS_OF_DATE_ROWIDS, { dateRowids: JSON.stringify(Array.from(dateRowids)) });
  return new Map(rows.map(([id, dateRowid]) => [Number(dateRowid), Number(id)]));
}
