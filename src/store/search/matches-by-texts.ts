/** Resolves matches that FTS5 does not decide (words/text-test.ts): it finds candidates, and each of them is tested. */
import type { Database } from "better-sqlite3";
import { readRows } from "../database/statement-cache.ts";
import type { TextCondition } from "../words/text-test.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, DATE_ROWID_COLUMN, leadOf, statementOf } from "./case-statement.ts";
import { idsOfDateRowids } from "./matched-date-rowids.ts";

/** Candidates whose texts are read before a page is returned: some 2 s. A text of 8 KB takes a millisecond. */
export const MAX_TEXTS_READ = 2_000;
/** So many more candidates are tested if no text is read: 10,000 take some 50 ms. */
const PLACES_OF_TEXT = 5;

/** How many candidates are tested where so many texts may be read. */
export function mostTested({ readsTexts }: TextCondition, texts: number): number {
  return readsTexts ? texts : texts * PLACES_OF_TEXT;
}

/**
 * The ids of all matches, ascending.
 *
 * @param most null if there are more candidates
 */
export function idsByTexts(
  db: Database,
  match: CaseMatch,
  { keep }: TextCondition,
  most: number,
): readonly number[] | null {
  const lead = leadOf(match);
  const clauses = clausesOf(match, lead);
  const limit = Number.isFinite(most) ? most + 1 : -1;
  const sql = statementOf(DATE_ROWID_COLUMN[lead], clauses, [], "LIMIT :limit");
  const candidates = readRows(db, sql, { ...clauses.parameters, limit }).map(([dateRowid]) =>
    Number(dateRowid),
  );
  if (candidates.length > most) return null;
  return idsOfDateRowids(db, [...keep(candidates)])
    .map(([id]) => Number(id))
    .sort((a, b) => a - b);
}

/** The same match when its cases are known. */
export function knownMatch(match: CaseMatch, ids: readonly number[]): CaseMatch {
  return {
    ...match,
    ...{ ids, knownWords: match.words, texts: null, inTexts: null, onRow: { contains: [], conditions: [] } },
  };
}

/** The same match if its candidates are too many: pages by date read them until they are full. */
export function walkedMatch(match: CaseMatch, { keep, readsTexts }: TextCondition): CaseMatch {
  const { words, inTexts } = match;
  if (words === null) return match;
  if (inTexts === null) return { ...match, inTexts: { words, keep, readsTexts } };
  return { ...match, inTexts: { ...inTexts, keep: (dateRowids) => keep([...inTexts.keep(dateRowids)]) } };
}
