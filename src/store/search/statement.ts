/**
 * Builds the statements on cases from constant clauses. Values are bound as named parameters only.
 *
 * The index is the outer loop and the case rows are the inner loop; CROSS JOIN fixes that order. The index returns matches by
 * date rowid, which is date order, so the statement can stop as soon as the page is full.
 */

import type { Parameters } from "../database/statement-cache.ts";
import { type DateRowids, dateRowidsOfDays } from "../dates/date-rowid.ts";
import { LEVELS } from "../dates/date-rowid-levels.ts";
import { CONTAINS } from "../words/name-filter.ts";
import { conditionClauses, isUpdated, type ReferenceIds } from "./conditions.ts";
import { isEmpty, isKnown, type Plan } from "./plan.ts";

export interface Clauses {
  readonly from: string;
  readonly where: readonly string[];
  readonly parameters: Parameters;
}

const FROM = {
  words: "case_words CROSS JOIN court_case AS c ON c.date_rowid = case_words.rowid",
  index: "case_words",
  rows: "court_case AS c",
  dates: "court_case AS c",
} as const;
const MATCH_WORDS = "case_words MATCH :words";
const HAS_WORDS =
  "EXISTS (SELECT 1 FROM case_words AS w WHERE w.case_words MATCH :words AND w.rowid = c.date_rowid)";
/** With IN, FTS5 merges the lists of a prefix once; with EXISTS it would do so for each row. */
const IN_WORDS = "c.date_rowid IN (SELECT rowid FROM case_words WHERE case_words MATCH :words)";

/** Date rowids that a statement gets as a list: SQLite parses this many in some 20 ms. */
const MAX_LISTED = 100_000;

/**
 * The outer loop of a statement.
 * - `words`: the index of words, with the row of each match
 * - `index`: the index of words; rows only where a condition needs them, because reading a row costs as much as scoring three matches
 * - `rows`: the case rows, if few ids are known or no condition needs the index of words
 * - `dates`: the case rows between the bounds of the date
 */
type Lead = "words" | "index" | "rows" | "dates";

export function leadOf(plan: Plan): "words" | "rows" {
  return isKnown(plan) || plan.words === null ? "rows" : "words";
}

/** The expression for the date rowid in a statement with that outer loop. */
export const DATE_ROWID_COLUMN: Readonly<Record<Lead, string>> = {
  words: "case_words.rowid",
  index: "case_words.rowid",
  rows: "c.date_rowid",
  dates: "c.date_rowid",
};

/**
 * Casts a parameter to an integer. The driver binds numbers as floats, which FTS5 does not accept as bounds of its rowids: it
 * would read all matches, and SQLite would filter them afterwards.
 */
function integer(parameter: string): string {
  return `CAST(${parameter} AS INTEGER)`;
}

/** Half-open bounds of a date rowid, with the parameters `from` and `to`. */
export function isInRange(dateRowid: string): string[] {
  return [`${dateRowid} >= ${integer(":from")}`, `${dateRowid} < ${integer(":to")}`];
}

/**
 * Selects the date rowids of matches within a range in their order. Parameters: `from`, `to`, `limit`. The bounds of the date are left
 * to the ranges.
 */
export function rangeStatement(
  plan: Plan,
  order: "ascending" | "descending",
): { sql: string; parameters: Parameters } {
  const lead = leadOf(plan) === "words" ? "index" : "rows";
  const dateRowid = DATE_ROWID_COLUMN[lead];
  const clauses = clausesOf({ ...plan, decidedFrom: null, decidedTo: null }, lead);
  const tail = `ORDER BY ${dateRowid} ${order === "descending" ? "DESC" : "ASC"} LIMIT :limit`;
  return { sql: statementOf(dateRowid, clauses, isInRange(dateRowid), tail), parameters: clauses.parameters };
}

/** Whether no match has to be read in its row: the index of words knows all. */
export function needsNoRow(plan: Plan): boolean {
  return leadOf(plan) === "words" && isEmpty(plan.onRow) && !isUpdated(plan);
}

/** The plus sign keeps SQLite from searching the index again for each date rowid. */
const AMONG_IDS = "IN (SELECT date_rowid FROM court_case WHERE id IN (SELECT value FROM json_each(:ids)))";

export function clausesOf(plan: Plan, lead: Lead = leadOf(plan)): Clauses {
  const where: string[] = [];
  const parameters: Parameters = {};
  const isIndex = lead === "words" || lead === "index";
  const from = lead === "index" && (!isEmpty(plan.onRow) || isUpdated(plan)) ? FROM.words : FROM[lead];
  if (plan.words !== null && !(!isIndex && plan.areMatches)) {
    where.push(isIndex ? MATCH_WORDS : plan.hasPrefix ? IN_WORDS : HAS_WORDS);
    parameters.words = plan.words;
  }
  const onRow = rowTests(plan);
  where.push(...onRow.where);
  Object.assign(parameters, onRow.parameters);
  if (lead === "rows") {
    addBound(where, parameters, "c.day >= :decidedFrom", "decidedFrom", plan.decidedFrom);
    addBound(where, parameters, "c.day <= :decidedTo", "decidedTo", plan.decidedTo);
  } else addDateRowidBounds(where, parameters, lead, plan);
  addBound(where, parameters, "c.updated_instant >= :updatedFrom", "updatedFrom", plan.updatedFrom);
  addBound(where, parameters, "c.updated_instant <= :updatedTo", "updatedTo", plan.updatedTo);
  if (plan.excluded.length > 0) {
    where.push(`${DATE_ROWID_COLUMN[lead]} NOT IN (SELECT value FROM json_each(:excluded))`);
    parameters.excluded = JSON.stringify(plan.excluded);
  }
  if (plan.ids !== null) {
    where.push(isIndex ? `+case_words.rowid ${AMONG_IDS}` : "c.id IN (SELECT value FROM json_each(:ids))");
    parameters.ids = JSON.stringify(plan.ids);
  }
  if (plan.dateRowids !== null) {
    // the plus sign keeps SQLite from searching the index again for each date rowid
    const among = isIndex ? `+${DATE_ROWID_COLUMN.words}` : DATE_ROWID_COLUMN[lead];
    where.push(`${among} IN (SELECT value FROM json_each(:known))`);
    parameters.known = JSON.stringify(plan.dateRowids);
  }
  return { from, where, parameters };
}

export function rowTests({ onRow }: Plan): Pick<Clauses, "where" | "parameters"> {
  const { where, parameters } = conditionClauses(onRow.conditions);
  const contained = onRow.contains.map(({ text }, nth) => [`contains${nth}`, text] as const);
  return {
    where: [
      ...onRow.contains.map(({ column }, nth) => `${CONTAINS}(c.${column}, :contains${nth})`),
      ...where,
    ],
    parameters: { ...parameters, ...Object.fromEntries(contained) },
  };
}

export function clausesOfDateRowids(dateRowids: DateRowids): Clauses {
  return {
    from: "json_each(:dateRowids) AS matched CROSS JOIN court_case AS c ON c.date_rowid = matched.value",
    where: [],
    parameters: { dateRowids: JSON.stringify(Array.from(dateRowids)) },
  };
}

/** The matches, from their date rowids where SQLite reads these sooner than it searches again. */
export function clausesOfMatches(plan: Plan, dateRowids: DateRowids | null): Clauses {
  return dateRowids === null || dateRowids.length > MAX_LISTED
    ? clausesOf(plan)
    : clausesOfDateRowids(dateRowids);
}

/** The conditions on the case row, for a match without other conditions (`columns`). */
export function rowClausesOf(plan: Plan, filters: readonly ReferenceIds[]): Clauses {
  const { from, where, parameters } = clausesOf({ ...plan, words: null }, "rows");
  const tests: string[] = [];
  for (const [nth, { kind, ids }] of filters.entries()) {
    const id = ids.length === 1 ? ids[0] : undefined;
    // a walk tests many cases, and one id is compared sooner than it is looked up in a list
    tests.push(
      `c.${kind}_id ${id === undefined ? `IN (SELECT value FROM json_each(:filter${nth}))` : `= :filter${nth}`}`,
    );
    parameters[`filter${nth}`] = id ?? JSON.stringify(ids);
  }
  return { from, where: [...where, ...tests], parameters };
}

/** Builds a statement; `tail` follows the WHERE clause. */
export function statementOf(select: string, clauses: Clauses, more: readonly string[], tail: string): string {
  const where = [...clauses.where, ...more];
  return `SELECT ${select}
  FROM ${clauses.from}
${where.length === 0 ? "" : ` WHERE ${where.join("\n   AND ")}`}
 ${tail}`;
}

/** Adds the date bounds as ranges of the date rowid, so that rows outside of them are not read. */
function addDateRowidBounds(
  where: string[],
  parameters: Parameters,
  lead: Lead,
  { decidedFrom, decidedTo }: Plan,
): void {
  if (decidedFrom === null && decidedTo === null) return;
  const dateRowid = DATE_ROWID_COLUMN[lead];
  const ranges = LEVELS.map((level) => dateRowidsOfDays(level, decidedFrom, decidedTo));
  // FTS5 uses one lower bound, and SQLite checks the ranges
  if (lead === "words" || lead === "index") where.push(`${dateRowid} >= ${integer(":from0")}`);
  where.push(
    `(${ranges.map((_, nth) => `${dateRowid} >= :from${nth} AND ${dateRowid} < :to${nth}`).join(" OR ")})`,
  );
  for (const [nth, { from, to }] of ranges.entries()) {
    parameters[`from${nth}`] = from;
    parameters[`to${nth}`] = to;
  }
}

function addBound(
  where: string[],
  parameters: Parameters,
  clause: string,
  name: string,
  value: string | number | null,
): void {
  if (value === null) return;
  where.push(clause);
  parameters[name] = value;
}
