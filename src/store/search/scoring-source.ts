/**
 * The FROM and WHERE clauses of a statement that scores matches: only the index of words, where the filter allows it. Reading
 * the row of a match costs three times as much as scoring it. So a range of dates becomes a range of date rowids, and the
 * table `rank_block` has the days of blocks.
 */

import { dateRowidsOfDay, FIRST_BLOCK_ROWID, NO_DAY } from "../dates/date-rowid.ts";
import { ROWIDS_PER_BLOCK } from "../dates/date-rowid-sizes.ts";
import { type CaseMatch, NO_DATE_BOUNDS } from "./case-match.ts";
import { type Clauses, clausesOf, integer } from "./case-statement.ts";

const BLOCK_OF_ROWID = `case_words.rowid - (case_words.rowid - ${FIRST_BLOCK_ROWID}) % ${ROWIDS_PER_BLOCK}`;
/** The plus sign keeps SQLite from searching the index again for each date rowid. */
const IS_AMONG_IDS = `+case_words.rowid IN (
  SELECT rank FROM court_case WHERE id IN (SELECT value FROM json_each(:ids)))`;
/** `rank_block` is read only for date rowids in blocks. */
const IS_IN_DAYS = `(
     case_words.rowid < :toDateRowid
     OR case_words.rowid >= ${FIRST_BLOCK_ROWID}
    AND (SELECT day FROM rank_block WHERE from_rank = ${BLOCK_OF_ROWID}) BETWEEN :firstDay AND :lastDay)`;

/** Clauses in which `case_words.rowid` is the date rowid of a match, and `bm25(case_words)` is defined. */
export function scoringSource(match: CaseMatch): Clauses {
  let clauses = clausesOf({ ...match, ...NO_DATE_BOUNDS, ids: null }, "words");
  const isInIndex = match.names === null && match.updatedFrom === null && match.updatedTo === null;
  const from = isInIndex ? "case_words" : clauses.from;
  if (match.ids !== null) {
    clauses = {
      ...clauses,
      where: [...clauses.where, IS_AMONG_IDS],
      parameters: { ...clauses.parameters, ids: JSON.stringify(match.ids) },
    };
  }
  const { decidedFrom, decidedTo } = match;
  if (decidedFrom === null && decidedTo === null) return { ...clauses, from };
  return {
    from,
    where: [...clauses.where, `case_words.rowid >= ${integer(":fromDateRowid")}`, IS_IN_DAYS],
    parameters: {
      ...clauses.parameters,
      fromDateRowid: decidedFrom === null ? 0 : dateRowidsOfDay(decidedFrom).from,
      toDateRowid: decidedTo === null ? FIRST_BLOCK_ROWID : dateRowidsOfDay(decidedTo).to,
      firstDay: decidedFrom ?? -NO_DAY,
      lastDay: decidedTo ?? NO_DAY - 1,
    },
  };
}
