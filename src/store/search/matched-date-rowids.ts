/**
 * The date rowids of all matches, for example to count them, read from the index without case rows unless a field must contain a
 * text. A range of dates is a range of date rowids in each level.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { dateRowidsOfDays } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS } from "../dates/date-rowid-levels.ts";
import { LONG_LIST, MAX_FIELDS_READ } from "../words/list-lengths.ts";
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

/** Date rowids in a chunk: 8 MB. Large, because FTS5 merges the lists of a prefix again for each statement. */
export const CHUNK_ROWIDS = 2 ** 20;

const IDS_OF_DATE_ROWIDS = `
  SELECT c.id, c.rank
    FROM json_each(:dateRowids) AS wanted
   CROSS JOIN court_case AS c ON c.rank = wanted.value
   ORDER BY wanted.key
`;

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
): Generator<readonly number[]> {
  const sql = statementOf(
    `${dateRowid} AS dateRowid`,
    clauses,
    isInRange(dateRowid),
    `ORDER BY ${dateRowid} LIMIT :limit`,
  );
  const statement = db.prepare<Parameters, number>(sql).pluck();
  let chunk: number[] = [];
  for (const { from, to } of rangesOf(match) ?? [{ from: 0, to: Number.MAX_SAFE_INTEGER }]) {
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
      yield chunk;
      chunk = [];
    }
  }
  if (chunk.length > 0) yield chunk;
}

/** All matches, ascending; null if they are more than `LONG_LIST`, or if the fields of too many cases would have to be read. */
export function allDateRowids(db: Database, match: CaseMatch): readonly number[] | null {
  if (hasNone(match.onRow)) return singleChunk(db, match, LONG_LIST);
  const candidates = singleChunk(db, { ...match, onRow: { contains: [], conditions: [] } }, MAX_FIELDS_READ);
  if (candidates === null) return null;
  const { where, parameters } = rowTests(match);
  const among = clausesOfDateRowids(candidates);
  const sql = statementOf("c.rank", among, where, "ORDER BY matched.key");
  return readRows(db, sql, { ...among.parameters, ...parameters }).map(([dateRowid]) => Number(dateRowid));
}

function singleChunk(db: Database, match: CaseMatch, most: number): readonly number[] | null {
  const source = indexSourceOf(match);
  if (source === null) return null;
  const first = matchedDateRowids(db, match, source, most + 1).next();
  const dateRowids = first.done === true ? [] : first.value;
  return dateRowids.length > most ? null : dateRowids;
}

/** `[id, dateRowid]` of the cases with these date rowids, in their order. A covering index answers it. */
export function idsOfDateRowids(db: Database, dateRowids: readonly number[]): SortKey[] {
  return dateRowids.length === 0
    ? []
    : readRows(db, IDS_OF_DATE_ROWIDS, { dateRowids: JSON.stringify(dateRowids) });
}
