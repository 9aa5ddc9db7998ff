/**
 * What a statement that scores matches reads from: the index of words alone, wherever the filter allows it. A look at
 * the row of each match costs three times as much as its score; so a range of dates is a range of ranks here, and the
 * days of blocks are told by their own small table.
 */

import { dateRowidsOfDay, FIRST_BLOCK_ROWID, NO_DAY } from "../dates/date-rowid.ts";
import { ROWIDS_PER_BLOCK } from "../dates/date-rowid-sizes.ts";
import { type CaseMatch, NO_DATE_BOUNDS } from "./case-match.ts";
import { type Clauses, clausesOf, integer } from "./case-statement.ts";

const BLOCK_OF_ROWID = `case_words.rowid - (case_words.rowid - ${FIRST_BLOCK_ROWID}) % ${ROWIDS_PER_BLOCK}`;
/** The plus keeps the index from being asked anew for each rank. */
const IS_AMONG_IDS = `+case_words.rowid IN (
  SELECT rank FROM court_case WHERE id IN (SELECT value FROM json_each(:ids)))`;
/** Days of blocks are looked at only where a rank belongs to one. */
const IS_IN_DAYS = `(
     case_words.rowid < :toDateRowid
     OR case_words.rowid >= ${FIRST_BLOCK_ROWID}
    AND (SELECT day FROM rank_block WHERE from_rank = ${BLOCK_OF_ROWID}) BETWEEN :firstDay AND :lastDay)`;

/** Clauses in which `case_words.rowid` is the rank of a match, and `case_words` can be scored. */
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
