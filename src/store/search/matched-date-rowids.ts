/**
 * The date rowids of all matches, for example to count them, read from the index without case rows unless a field must contain a
 * text. A range of dates is a range of date rowids in each level.
 */
import type { Database } from "better-sqlite3";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { type DateRowids, lowerBound } from "../dates/count-date-rowids.ts";
import { dateRowidsOfDays } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS, UNDATED } from "../dates/date-rowid-levels.ts";
import { unionOf } from "../dates/date-rowid-lists.ts";
import { LONG_LIST, listLengthsOf, MAX_FIELDS_READ, SHORT_LIST } from "../words/list-lengths.ts";
import { costOfPlain, matchesOfPlain, parsePlain, tokensOfPlain } from "../words/plain-expression.ts";
import { postingListsOf } from "../words/posting-lists.ts";
import { type CaseMatch, hasNone } from "./case-match.ts";
import {
  type Clauses,
  clausesOf,
  clausesOfDateRowids,
  DATE_ROWID_COLUMN,
  isInRange,
  leadOf,
  rowTests,
  statementOf,
} from "./case-statement.ts";

/** The date rowids of all cases. */
export const EVERY_CASE_RANGE: DateRowidRange = { from: 0, to: UNDATED.to };

/** Date rowids in a chunk: 8 MB. Large, because FTS5 merges the lists of a prefix again for each statement. */
const CHUNK_ROWIDS = 2 ** 20;

const IDS_OF_DATE_ROWIDS = `
  SELECT c.id, c.date_rowid
    FROM json_each(:dateRowids) AS wanted
   CROSS JOIN court_case AS c ON c.date_rowid = wanted.value
   ORDER BY wanted.key
`;

/** A match and, if known, its result. */
export interface MatchSource {
  readonly match: CaseMatch;
  /** The date rowids of all matches, ascending; null if they are not known. */
  readonly dateRowids: DateRowids | null;
}

/** A source of all matches except for date bounds, in the order of their date rowids. */
export interface IndexSource {
  readonly clauses: Clauses;
  /** The column with the date rowids. */
  readonly dateRowid: string;
}

/** The index of words with the conditions of a match; null if it does not lead. */
export function indexSourceOf(match: CaseMatch): IndexSource | null {
  if (leadOf(match) === "rows" || match.updatedFrom !== null || match.updatedTo !== null) return null;
  const clauses = clausesOf({ ...match, decidedFrom: null, decidedTo: null }, "words");
  const from = hasNone(match.onRow) ? "case_words" : clauses.from;
  return { clauses: { ...clauses, from }, dateRowid: DATE_ROWID_COLUMN.words };
}

/** The ascending ranges of date rowids that the date bounds allow; null without date bounds. */
export function rangesOf({ decidedFrom, decidedTo }: CaseMatch): DateRowidRange[] | null {
  if (decidedFrom === null && decidedTo === null) return null;
  const ranges = LEVELS.map((level) => dateRowidsOfDays(level, decidedFrom, decidedTo));
  return ranges.filter(({ from, to }) => from < to);
}

/** Yields all matches in ascending chunks; only the last chunk is smaller. */
export function* matchedDateRowids(
  db: Database,
  match: CaseMatch,
  { clauses, dateRowid }: IndexSource,
  chunkRowids = CHUNK_ROWIDS,
): Generator<Float64Array> {
  const sql = statementOf(
    `${dateRowid} AS dateRowid`,
    clauses,
    isInRange(dateRowid),
    `ORDER BY ${dateRowid} LIMIT :limit`,
  );
  const statement = db.prepare<Parameters, number>(sql).pluck();
  let chunk: number[] = [];
  for (const { from, to } of rangesOf(match) ?? [EVERY_CASE_RANGE]) {
    for (let next = from; next < to; ) {
      const dateRowids = statement.all({
        ...clauses.parameters,
        from: next,
        to,
        limit: chunkRowids - chunk.length,
      });
      next = chunk.length + dateRowids.length < chunkRowids ? to : (dateRowids.at(-1) ?? to) + 1;
      chunk = chunk.length === 0 ? dateRowids : chunk.concat(dateRowids);
      if (chunk.length < chunkRowids) continue;
      yield Float64Array.from(chunk);
      chunk = [];
    }
  }
  if (chunk.length > 0) yield Float64Array.from(chunk);
}

/** Tokens of one expression whose lists are read: finding a list takes some 0.3 ms. */
const MAX_LISTS = 8;

/**
 * All matches, from the lists of the tokens, which costs much less than a search if FTS5 would read many postings. Null for other
 * expressions and conditions, for few postings, and for lists that are too long.
 */
export function listedDateRowids(db: Database, match: CaseMatch): Float64Array | null {
  const isInIndex = indexSourceOf(match) !== null && hasNone(match.onRow) && match.excluded.length === 0;
  const expression = isInIndex && match.testedWalk === null ? parsePlain(match.words ?? "") : null;
  if (expression === null) return null;
  const tokens = tokensOfPlain(expression);
  if (tokens.length > MAX_LISTS || costOfPlain(expression, listLengthsOf(db, SHORT_LIST)) <= SHORT_LIST)
    return null;
  const lists = postingListsOf(db, tokens);
  if (lists === null) return null;
  const matches = matchesOfPlain(expression, (token) => lists[tokens.indexOf(token)] ?? new Float64Array(0));
  return withinDates(match, matches);
}

function withinDates(match: CaseMatch, dateRowids: Float64Array): Float64Array {
  const parts = rangesOf(match)?.map(({ from, to }) =>
    dateRowids.subarray(lowerBound(dateRowids, from), lowerBound(dateRowids, to)),
  );
  return parts === undefined ? dateRowids : unionOf(parts);
}

/** All matches where the cases that can match are listed, ascending. */
export function knownDateRowids(db: Database, match: CaseMatch): Float64Array {
  const others = clausesOf({ ...match, dateRowids: null, decidedFrom: null, decidedTo: null });
  if (match.dateRowids !== null && others.where.length === 0)
    return withinDates(match, Float64Array.from(match.dateRowids));
  const clauses = clausesOf(match);
  const rows = readRows(
    db,
    statementOf("c.date_rowid", clauses, [], "ORDER BY c.date_rowid"),
    clauses.parameters,
  );
  return Float64Array.from(rows, ([dateRowid]) => Number(dateRowid));
}

const NONE = new Float64Array(0);

/** All matches, ascending; null if they are more than `LONG_LIST`, or if the fields of too many cases would have to be read. */
export function allDateRowids(db: Database, match: CaseMatch): Float64Array | null {
  if (hasNone(match.onRow)) return someDateRowids(db, match, LONG_LIST);
  const { certain } = match;
  const candidates = { ...match, onRow: { contains: [], conditions: [] } };
  const known = certain === null ? NONE : someDateRowids(db, { ...candidates, words: certain }, LONG_LIST);
  if (known === null) return null;
  const words = certain === null ? match.words : `(${match.words}) NOT (${certain})`;
  const others =
    certain === match.words ? NONE : someDateRowids(db, { ...candidates, words }, MAX_FIELDS_READ);
  return others === null ? null : unionOf([known, tested(db, match, others)]);
}

/** Those of some cases whose rows match. */
function tested(db: Database, match: CaseMatch, candidates: Float64Array): Float64Array {
  if (candidates.length === 0) return candidates;
  const { where, parameters } = rowTests(match);
  const among = clausesOfDateRowids(candidates);
  const sql = statementOf("c.date_rowid", among, where, "ORDER BY matched.key");
  const rows = readRows(db, sql, { ...among.parameters, ...parameters });
  return Float64Array.from(rows, ([dateRowid]) => Number(dateRowid));
}

/** All matches, ascending; null if they are more than `most`, or if the index of words does not lead. */
export function someDateRowids(db: Database, match: CaseMatch, most: number): Float64Array | null {
  const source = indexSourceOf(match);
  if (source === null) return null;
  const first = matchedDateRowids(db, match, source, most + 1).next();
  const dateRowids = first.done === true ? new Float64Array(0) : first.value;
  return dateRowids.length > most ? null : dateRowids;
}

/** The ids of the cases with these date rowids, by date rowid, in their order. A damaged index can have rows of no case. */
export function idByDateRowid(db: Database, dateRowids: DateRowids): ReadonlyMap<number, number> {
  if (dateRowids.length === 0) return new Map();
  const rows = readRows(db, IDS_OF_DATE_ROWIDS, { dateRowids: JSON.stringify(Array.from(dateRowids)) });
  return new Map(rows.map(([id, dateRowid]) => [Number(dateRowid), Number(id)]));
}

/** The ids of the cases with these date rowids, in their order. */
export function idsOfDateRowids(db: Database, dateRowids: DateRowids): number[] {
  return [...idByDateRowid(db, dateRowids).values()];
}
