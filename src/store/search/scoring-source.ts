/**
 * The FROM and WHERE clauses of a statement that scores matches: only the index of words, where the filter allows it. Reading
 * the row of a match costs three times as much as scoring it.
 */
import { type CaseMatch, hasNone } from "./case-match.ts";
import { type Clauses, clausesOf } from "./case-statement.ts";

/** The plus sign keeps SQLite from searching the index again for each date rowid. */
const IS_AMONG_IDS = `+case_words.rowid IN (
  SELECT date_rowid FROM court_case WHERE id IN (SELECT value FROM json_each(:ids)))`;

/** Clauses in which `case_words.rowid` is the date rowid of a match, and `bm25(case_words)` is defined. */
export function scoringSource(match: CaseMatch): Clauses {
  const clauses = clausesOf({ ...match, ids: null }, "words");
  const isInIndex = hasNone(match.onRow) && match.updatedFrom === null && match.updatedTo === null;
  const from = isInIndex ? "case_words" : clauses.from;
  if (match.ids === null) return { ...clauses, from };
  return {
    from,
    where: [...clauses.where, IS_AMONG_IDS],
    parameters: { ...clauses.parameters, ids: JSON.stringify(match.ids) },
  };
}
