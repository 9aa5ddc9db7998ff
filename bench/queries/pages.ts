/** Pages of 100 in several orders and depths: the same question to the library and to SQL with the best plan known. */

import type Database from "better-sqlite3";
import { dateRowidsOfDays } from "../../src/store/dates/date-rowid.ts";
import { LEVELS } from "../../src/store/dates/date-rowid-levels.ts";
import { filterToken } from "../../src/store/write/index-row.ts";
import { writeCursor } from "../../src/v1/paging.ts";
import { COLUMNS, type Values } from "./bare-rows.ts";
import type { Question } from "./kinds.ts";
import type { Samples } from "./samples.ts";

export interface PageCase {
  readonly name: string;
  /** For a deep page with its cursor. */
  readonly question: Question;
  readonly sql: string;
  readonly values: Values;
}

interface Place {
  readonly id: number;
  readonly day: number;
  readonly name: string;
}

const MIDDLE = `
  SELECT id, day, name_abbreviation AS name
    FROM court_case
   WHERE day IS NOT NULL
   ORDER BY day, id
   LIMIT 1 OFFSET (SELECT count(*) / 2 FROM court_case)
`;
const BEFORE_ALL: Place = { id: 0, day: -1e9, name: "" };

/** A page by the index of an order, with one more condition. */
const pageBy = (order: string, from: string, also: string): string => `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE (${order}) > (${from})
     AND ${also}
   ORDER BY ${order}
   LIMIT 101
`;
const byName = (also: string): string => pageBy("c.name_abbreviation, c.id", ":name, :id", also);
const HAS_WORD =
  "EXISTS (SELECT 1 FROM case_words AS w WHERE w.case_words MATCH :words AND w.rowid = c.date_rowid)";

export function pageCases(db: Database.Database, of: Samples): PageCase[] {
  const middle = db.prepare<[], Place>(MIDDLE).get();
  const [word = "the"] = of.common;
  const [slug = "", id = 0] = [of.jurisdictions[0], of.jurisdictionIds[0]];
  if (middle === undefined) throw new Error("a corpus without dated cases");
  const words = `"${word}"`;
  const [search, jurisdiction] = [{ search: word }, { jurisdiction: slug }];
  const inDateOrder = (name: string, filter: Question, match: string | null, from: Place): PageCase =>
    page(name, filter, "decision_date", from, ...byIndex(db, match, from));
  const inNameOrder = (name: string, filter: Question, also: string, from: Place, more: Values): PageCase =>
    page(name, filter, "name_abbreviation", from, byName(also), { id: from.id, name: from.name, ...more });
  return [
    inDateOrder("all, by date", {}, null, BEFORE_ALL),
    inDateOrder("all, by date", {}, null, middle),
    inNameOrder("all, by name", {}, "TRUE", BEFORE_ALL, {}),
    inNameOrder("all, by name", {}, "TRUE", middle, {}),
    inNameOrder("jurisdiction, by name", jurisdiction, `c.jurisdiction_id = ${id}`, middle, {}),
    page("all, by id", {}, "id", middle, pageBy("c.id", ":id", "TRUE"), { id: middle.id }),
    inDateOrder("jurisdiction, by date", jurisdiction, `"${filterToken("jurisdiction", id)}"`, BEFORE_ALL),
    inDateOrder("commonest word, by date", search, words, BEFORE_ALL),
    inDateOrder("commonest word, by date", search, words, middle),
    inNameOrder("commonest word, by name", search, HAS_WORD, middle, { words }),
  ];
}

/** Keys of a page in date order, by sorting all matches: to find out where in the index the page stands. */
const daysOf = (words: string | null): string => `
  SELECT c.day
    FROM ${words === null ? "court_case AS c" : "case_words CROSS JOIN court_case AS c ON c.date_rowid = case_words.rowid"}
   WHERE ${words === null ? "TRUE" : "case_words MATCH :words"}
     AND (c.day, c.id) > (:day, :id)
   ORDER BY c.day, c.id
   LIMIT 101
`;

/**
 * A page of matches in date order, by the plan that reads least: only the ranks of the page's days are asked for, in
 * each level, and they alone are sorted.
 */
function byIndex(
  db: Database.Database,
  words: string | null,
  { day, id }: Place,
): [sql: string, values: Values] {
  const values = { day, id, ...(words === null ? {} : { words }) };
  const days = db.prepare<Values, number>(daysOf(words)).pluck().all(values);
  if (days.length === 0) throw new Error(`no page of ${words}`);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const ranges = LEVELS.map((level) => dateRowidsOfDays(level, first, last));
  const ranks = ranges.map(({ from, to }) =>
    words === null
      ? `SELECT date_rowid FROM court_case WHERE date_rowid >= ${from} AND date_rowid < ${to}`
      : `SELECT rowid AS date_rowid FROM case_words WHERE case_words MATCH :words AND rowid >= ${from} AND rowid < ${to}`,
  );
  const sql = `
    SELECT ${COLUMNS}
      FROM (SELECT c.id
              FROM (${ranks.join(" UNION ALL ")}) AS matched
             CROSS JOIN court_case AS c ON c.date_rowid = matched.date_rowid
             WHERE (c.day, c.id) > (:day, :id)
             ORDER BY c.day, c.id
             LIMIT 101) AS page
     CROSS JOIN court_case AS c ON c.id = page.id
  `;
  return [sql, values];
}

/** @param from the place after which the page begins */
function page(
  name: string,
  filter: Question,
  ordering: string,
  from: Place,
  sql: string,
  values: Values,
): PageCase {
  const question = { ...filter, ordering };
  if (from === BEFORE_ALL) return { name: `${name}, first page`, question, sql, values };
  const key = { decision_date: [from.day], name_abbreviation: [from.name] }[ordering] ?? [];
  const cursor = writeCursor({ direction: "after", key: [...key, from.id] }, `cases ${ordering}`);
  return { name: `${name}, from the middle`, question: { ...question, cursor }, sql, values };
}
