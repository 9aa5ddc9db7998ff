/**
 * Builds the statements on cases out of whole constant clauses; values go in as named parameters only.
 *
 * The index leads and the rows follow (CROSS JOIN keeps that order): an index gives its matches in rank order, which is
 * date order, and stops as soon as enough are found.
 */

import { dateRowidsOfDay, FIRST_BLOCK_ROWID } from "../dates/date-rowid.ts";
import type { CaseMatch, RowFilter } from "./case-match.ts";

export type Parameters = Record<string, string | number | null>;

export interface Clauses {
  readonly from: string;
  readonly where: readonly string[];
  readonly parameters: Parameters;
}

const FROM = {
  words: "case_words CROSS JOIN court_case AS c ON c.rank = case_words.rowid",
  names: "case_names CROSS JOIN court_case AS c ON c.rank = case_names.rowid",
  rows: "court_case AS c",
} as const;
const MATCH_WORDS = "case_words MATCH :words";
const MATCH_NAMES = "case_names MATCH :names";
const ALSO_WORDS =
  "EXISTS (SELECT 1 FROM case_words AS w WHERE w.case_words MATCH :words AND w.rowid = c.rank)";
/** A prefix is put together once and not for each row. */
const IN_WORDS = "c.rank IN (SELECT rowid FROM case_words WHERE case_words MATCH :words)";
const ALSO_NAMES =
  "EXISTS (SELECT 1 FROM case_names AS n WHERE n.case_names MATCH :names AND n.rowid = c.rank)";

const ROW_COLUMNS = {
  jurisdiction: "c.jurisdiction_id",
  court: "c.court_id",
  reporter: "c.reporter_id",
} as const satisfies Record<RowFilter["kind"], string>;

/** What leads a statement: an index, or the rows (few ids are known, or nothing is asked of an index). */
export type Lead = "words" | "names" | "rows";

export function leadOf(match: CaseMatch): Lead {
  if (match.ids !== null) return "rows";
  if (match.names !== null) return "names";
  return match.words === null ? "rows" : "words";
}

/** The rank within a statement of that lead. */
export const DATE_ROWID_COLUMN: Readonly<Record<Lead, string>> = {
  words: "case_words.rowid",
  names: "case_names.rowid",
  rows: "c.rank",
};

/**
 * A parameter as an integer. The driver binds numbers as floats, and FTS5 takes none for a bound of its row ids: it
 * would read all matches and let SQLite drop those outside.
 */
export function integer(parameter: string): string {
  return `CAST(${parameter} AS INTEGER)`;
}

/** Half-open bounds of a rank, with the parameters `from` and `to`. */
export function isInRange(dateRowid: string): string[] {
  return [`${dateRowid} >= ${integer(":from")}`, `${dateRowid} < ${integer(":to")}`];
}

export function clausesOf(match: CaseMatch, lead: Lead = leadOf(match)): Clauses {
  const where: string[] = [];
  const parameters: Parameters = {};
  const wordsToo = match.needsBoth || match.names === null;
  if (match.words !== null && (lead === "words" || wordsToo)) {
    where.push(lead === "words" ? MATCH_WORDS : match.hasPrefix ? IN_WORDS : ALSO_WORDS);
    parameters.words = match.words;
  }
  if (match.names !== null) {
    where.push(lead === "names" ? MATCH_NAMES : ALSO_NAMES);
    parameters.names = match.names;
  }
  if (lead !== "rows") addDateRowidBounds(where, parameters, DATE_ROWID_COLUMN[lead], match);
  addBound(where, parameters, "c.day >= :decidedFrom", "decidedFrom", match.decidedFrom);
  addBound(where, parameters, "c.day <= :decidedTo", "decidedTo", match.decidedTo);
  addBound(where, parameters, "c.updated_instant >= :updatedFrom", "updatedFrom", match.updatedFrom);
  addBound(where, parameters, "c.updated_instant <= :updatedTo", "updatedTo", match.updatedTo);
  if (match.excluded.length > 0) {
    where.push(`${DATE_ROWID_COLUMN[lead]} NOT IN (SELECT value FROM json_each(:leftOut))`);
    parameters.excluded = JSON.stringify(match.excluded);
  }
  if (match.ids !== null) {
    where.push("c.id IN (SELECT value FROM json_each(:ids))");
    parameters.ids = JSON.stringify(match.ids);
  }
  return { from: FROM[lead], where, parameters };
}

/** The conditions on a case's row alone, for a match that asks for nothing else (`inRows`). */
export function rowClausesOf(match: CaseMatch, filters: readonly RowFilter[]): Clauses {
  const { from, where, parameters } = clausesOf({ ...match, words: null }, "rows");
  const named = filters.map(({ kind, ids }, nth) => ({
    kind,
    name: `filter${nth}`,
    ids: JSON.stringify(ids),
  }));
  return {
    from,
    where: [
      ...where,
      ...named.map(({ kind, name }) => `${ROW_COLUMNS[kind]} IN (SELECT value FROM json_each(:${name}))`),
    ],
    parameters: { ...parameters, ...Object.fromEntries(named.map(({ name, ids }) => [name, ids])) },
  };
}

/** A statement from its clauses; `tail` is the rest after WHERE. */
export function statementOf(select: string, clauses: Clauses, more: readonly string[], tail: string): string {
  const where = [...clauses.where, ...more];
  return `SELECT ${select}
  FROM ${clauses.from}
${where.length === 0 ? "" : ` WHERE ${where.join("\n   AND ")}`}
 ${tail}`;
}

/** Leaves out what the index alone tells to be outside of the dates, before its row is looked at. */
function addDateRowidBounds(
  where: string[],
  parameters: Parameters,
  dateRowid: string,
  match: CaseMatch,
): void {
  const { decidedFrom, decidedTo } = match;
  if (decidedFrom !== null) {
    where.push(`${dateRowid} >= ${integer(":fromDateRowid")}`);
    parameters.fromDateRowid = dateRowidsOfDay(decidedFrom).from;
  }
  if (decidedTo !== null) {
    where.push(`(${dateRowid} < :toDateRowid OR ${dateRowid} >= ${FIRST_BLOCK_ROWID})`);
    parameters.toDateRowid = dateRowidsOfDay(decidedTo).to;
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
