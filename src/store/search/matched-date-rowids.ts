/**
 * The date rowids of all matches, read from the indexes without case rows, for example to count them. A range of dates is a
 * range of date rowids in each level.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import type { Parameters } from "../database/statement-cache.ts";
import { readRows } from "../database/statement-cache.ts";
import { commonDateRowids } from "../dates/count-date-rowids.ts";
import { dateRowidsOfDays } from "../dates/date-rowid.ts";
import { type DateRowidRange, LEVELS } from "../dates/date-rowid-levels.ts";
import type { CaseMatch } from "./case-match.ts";
import { type Clauses, clausesOf, isInRange, leadOf, statementOf } from "./case-statement.ts";
import { LONG_LIST } from "./list-lengths.ts";

/** Date rowids in a chunk: 8 MB. Large, because FTS5 merges the lists of a prefix again for each statement. */
export const CHUNK_ROWIDS = 2 ** 20;

/** If at most this many names match, `case_words` is queried for each of them instead of being read in full. */
const FEW_NAMES = 500;

const IDS_OF_DATE_ROWIDS = `
  SELECT c.id, c.rank
    FROM json_each(:dateRowids) AS wanted
   CROSS JOIN court_case AS c ON c.rank = wanted.value
   ORDER BY wanted.key
`;

/** An index that can answer all conditions of a match except its date bounds. */
export interface IndexSource {
  readonly clauses: Clauses;
  /** The column with the date rowids. */
  readonly dateRowid: string;
}

/** The index that answers a match, or null if case rows must be read. */
export function indexSourceOf(match: CaseMatch): IndexSource | null {
  const lead = leadOf(match);
  if (lead === "rows" || match.updatedFrom !== null || match.updatedTo !== null) return null;
  const clauses = clausesOf({ ...match, decidedFrom: null, decidedTo: null }, lead);
  const table = lead === "words" ? "case_words" : "case_names";
  return { clauses: match.needsBoth ? clauses : { ...clauses, from: table }, dateRowid: `${table}.rowid` };
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

/**
 * All matches, ascending; null if they are more than `LONG_LIST` or need case rows. A match that needs both indexes reads each of them
 * once and intersects the results, unless so few names match that the index of words is asked about each of them.
 */
export function allDateRowids(db: Database, match: CaseMatch): readonly number[] | null {
  if (match.needsBoth) {
    const named = singleChunk(db, { ...match, needsBoth: false });
    if (named === null || named.length > FEW_NAMES || match.hasPrefix) {
      const found = singleChunk(db, { ...match, needsBoth: false, names: null });
      return named === null || found === null ? null : commonDateRowids(named, found);
    }
  }
  return singleChunk(db, match);
}

function singleChunk(db: Database, match: CaseMatch): readonly number[] | null {
  const source = indexSourceOf(match);
  if (source === null) return null;
  const first = matchedDateRowids(db, match, source, LONG_LIST + 1).next();
  const dateRowids = first.done === true ? [] : first.value;
  return dateRowids.length > LONG_LIST ? null : dateRowids;
}

/** `[id, dateRowid]` of the cases with these date rowids, in their order. A covering index answers it. */
export function idsOfDateRowids(db: Database, dateRowids: readonly number[]): SortKey[] {
  return dateRowids.length === 0
    ? []
    : readRows(db, IDS_OF_DATE_ROWIDS, { dateRowids: JSON.stringify(dateRowids) });
}
