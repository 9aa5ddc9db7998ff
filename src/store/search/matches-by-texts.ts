/** Resolves matches that the texts of cases decide (words/text-test.ts): the index finds candidates, and the text of each is read. */
import type { Database } from "better-sqlite3";
import { readRows } from "../database/statement-cache.ts";
import type { TextCondition } from "../words/text-test.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, statementOf } from "./case-statement.ts";

/** Candidates whose texts are read before a page is returned: some 2 s. A text of 8 KB takes a millisecond. */
export const MAX_TEXTS_READ = 2_000;
/** Texts that are in memory at the same time. */
const CHUNK = 100;

/**
 * The ids of all matches, ascending.
 *
 * @param most null if the index finds more candidates
 */
export function idsByTexts(
  db: Database,
  match: CaseMatch,
  { keep }: TextCondition,
  most: number,
): readonly number[] | null {
  const clauses = clausesOf(match);
  const limit = Number.isFinite(most) ? most + 1 : -1;
  const sql = statementOf("c.id", clauses, [], "LIMIT :limit");
  const ids = readRows(db, sql, { ...clauses.parameters, limit }).map(([id]) => Number(id));
  if (ids.length > most) return null;
  const kept: number[] = [];
  for (let from = 0; from < ids.length; from += CHUNK) kept.push(...keep(ids.slice(from, from + CHUNK)));
  return kept.sort((a, b) => a - b);
}

/** The same match when its cases are known. */
export function knownMatch(match: CaseMatch, ids: readonly number[]): CaseMatch {
  return {
    ...match,
    ...{ ids, knownWords: match.words, texts: null, inTexts: null, onRow: { contains: [], conditions: [] } },
  };
}

/** The same match if its candidates are too many: pages by date read them until they are full. */
export function walkedMatch(match: CaseMatch, { keep }: TextCondition): CaseMatch {
  const { words, inTexts } = match;
  if (words === null) return match;
  return {
    ...match,
    inTexts:
      inTexts === null
        ? { words, keep }
        : { words: inTexts.words, keep: (ids) => keep([...inTexts.keep(ids)]) },
  };
}
