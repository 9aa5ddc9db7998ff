/** Resolves matches that FTS5 does not decide (words/text-test.ts): it finds candidates, and each of them is tested. */
import type { Database } from "better-sqlite3";
import { readRows } from "../database/statement-cache.ts";
import type { CandidateTest } from "../words/text-test.ts";
import type { CaseMatch } from "./case-match.ts";
import { clausesOf, DATE_ROWID_COLUMN, leadOf, statementOf } from "./case-statement.ts";
import { idsOfDateRowids } from "./matched-date-rowids.ts";

/** Candidates whose texts are read before a page is returned: some 2 s. A text of 8 KB takes a millisecond. */
export const MAX_TEXTS_READ = 2_000;
/** This many times as many candidates are tested if no text is read: 10,000 take some 30 ms. */
const CANDIDATES_PER_TEXT = 5;

/** How many candidates are tested where this many texts may be read. */
export function mostTested({ readsTexts }: CandidateTest, texts: number): number {
  return readsTexts ? texts : texts * CANDIDATES_PER_TEXT;
}

/**
 * The ids of all matches, ascending.
 *
 * @param most null if there are more candidates
 */
export function idsThatPass(
  db: Database,
  match: CaseMatch,
  { keep }: CandidateTest,
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
  return idsOfDateRowids(db, [...keep(candidates)]).sort((a, b) => a - b);
}

/** The same match when its cases are known. */
export function knownMatch(match: CaseMatch, ids: readonly number[]): CaseMatch {
  return {
    ...match,
    ...{
      ids,
      knownWords: match.words,
      test: null,
      testedWalk: null,
      onRow: { contains: [], conditions: [] },
    },
  };
}

/** The same match if its candidates are too many: pages by date read them until they are full. */
export function walkedMatch(match: CaseMatch, { keep, readsTexts }: CandidateTest): CaseMatch {
  const { words, hasPrefix, testedWalk } = match;
  if (words === null) return match;
  if (testedWalk === null) return { ...match, testedWalk: { words, hasPrefix, keep, readsTexts } };
  return {
    ...match,
    testedWalk: { ...testedWalk, keep: (dateRowids) => keep([...testedWalk.keep(dateRowids)]) },
  };
}
