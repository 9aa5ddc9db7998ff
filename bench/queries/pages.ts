/** Pages of 100 in several orders and depths: the same question to the library and to SQL with the best plan known. */

import type Database from "better-sqlite3";
import { dateRowidsOfDays } from "../../src/store/dates/date-rowid.ts";
import { LEVELS } from "../../src/store/dates/date-rowid-levels.ts";
import { SCORE } from "../../src/store/search/scoring.ts";
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
  /** Whether the statement returns the last case of the page first. */
  readonly isReversed?: boolean;
}

/** The order of a page in SQL, and where it begins. */
interface Direction {
  readonly from: string;
  readonly order: string;
}

interface Middle {
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
const BY_NAME = `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE (c.name_abbreviation, c.id) > (:name, :id)
   ORDER BY c.name_abbreviation, c.id
   LIMIT 101
`;
const BY_NAME_OF_JURISDICTION = `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE c.jurisdiction_id = :jurisdiction
     AND (c.name_abbreviation, c.id) > (:name, :id)
   ORDER BY c.name_abbreviation, c.id
   LIMIT 101
`;
const BY_ID = `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE c.id > :id
   ORDER BY c.id
   LIMIT 101
`;
const BY_NAME_ASKING = `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE EXISTS (SELECT 1 FROM case_words AS w WHERE w.case_words MATCH :words AND w.rowid = c.date_rowid)
     AND (c.name_abbreviation, c.id) > (:name, :id)
   ORDER BY c.name_abbreviation, c.id
   LIMIT 101
`;
const BY_SCORE = `
  SELECT ${COLUMNS}
    FROM (SELECT rowid FROM case_words WHERE case_words MATCH :words ORDER BY ${SCORE} LIMIT 101) AS best
   CROSS JOIN court_case AS c ON c.date_rowid = best.rowid
`;
/** Keys of a page in date order, by sorting all matches: to find out where in the index the page stands. */
const daysOf = (words: string | null, { from, order }: Direction): string => `
  SELECT c.day
    FROM ${words === null ? "court_case AS c" : "case_words CROSS JOIN court_case AS c ON c.date_rowid = case_words.rowid"}
   WHERE ${words === null ? "TRUE" : "case_words MATCH :words"}
     AND ${from}
     AND c.day <= :until
   ORDER BY ${order}
   LIMIT 101
`;
const FORWARDS: Direction = { from: "(c.day, c.id) > (:day, :id)", order: "c.day, c.id" };
const BACKWARDS: Direction = { from: "(c.day, c.id) < (:day, :id)", order: "c.day DESC, c.id DESC" };
/** For a first page. */
const NEWEST_FIRST: Direction = { from: "TRUE", order: "c.day DESC, c.id" };
const BEFORE_ALL = { id: 0, day: -1e9, name: "" };
/** Days from 1970: the one before 1950, and the last of 1979. */
const BEFORE_1950 = { id: 2 ** 40, day: -7_306 };
const END_OF_1979 = 3_651;

export function pageCases(db: Database.Database, of: Samples): PageCase[] {
  const middle = db.prepare<[], Middle>(MIDDLE).get();
  const [word = "the", rare = "law"] = [of.common[0], of.rare[0]];
  const [slug = "", id = 0] = [of.jurisdictions[0], of.jurisdictionIds[0]];
  if (middle === undefined) throw new Error("a corpus without dated cases");
  const token = `"${filterToken("jurisdiction", id)}"`;
  const dates = { decision_date_min: "1950", decision_date_max: "1979" };
  const byDate = { search: word, ordering: "decision_date" };
  const newestFirst = { search: word, ordering: "-decision_date" };
  return [
    first("all, by date", {}, ...byIndex(db, null, BEFORE_ALL)),
    deep("all, by date", {}, "decision_date", [middle.day, middle.id], ...byIndex(db, null, middle)),
    first("all, by name", { ordering: "name_abbreviation" }, BY_NAME, BEFORE_ALL),
    deep("all, by name", {}, "name_abbreviation", [middle.name, middle.id], BY_NAME, { ...middle }),
    deep(
      "jurisdiction, by name",
      { jurisdiction: slug },
      "name_abbreviation",
      [middle.name, middle.id],
      BY_NAME_OF_JURISDICTION,
      { ...middle, jurisdiction: id },
    ),
    first("all, by id", { ordering: "id" }, BY_ID, BEFORE_ALL),
    deep("all, by id", {}, "id", [middle.id], BY_ID, { ...middle }),
    first("jurisdiction, by date", { jurisdiction: slug }, ...byIndex(db, token, BEFORE_ALL)),
    first("commonest word, by date", byDate, ...byIndex(db, `"${word}"`, BEFORE_ALL)),
    deep(
      "commonest word, by date",
      { search: word },
      "decision_date",
      [middle.day, middle.id],
      ...byIndex(db, `"${word}"`, middle),
    ),
    first(
      "commonest word, newest first",
      newestFirst,
      ...byIndex(db, `"${word}"`, BEFORE_ALL, { direction: NEWEST_FIRST }),
    ),
    {
      ...deep(
        "commonest word by date, back",
        { search: word },
        "decision_date",
        [middle.day, middle.id],
        ...byIndex(db, `"${word}"`, middle, { direction: BACKWARDS }),
        "before",
      ),
      isReversed: true,
    },
    first(
      "commonest word, jurisdiction, dates",
      { ...byDate, ...dates, jurisdiction: slug },
      ...byIndex(db, `"${word}" AND ${token}`, BEFORE_1950, { until: END_OF_1979 }),
    ),
    deep(
      "commonest word, by name",
      { search: word },
      "name_abbreviation",
      [middle.name, middle.id],
      BY_NAME_ASKING,
      {
        words: `"${word}"`,
        ...middle,
      },
    ),
    first("rare word, by relevance", { search: rare }, BY_SCORE, { words: `"${rare}"` }),
  ];
}

/**
 * A page of matches in date order, by the plan that reads least: only the ranks of the page's days are asked for, in
 * each level, and they alone are sorted.
 */
function byIndex(
  db: Database.Database,
  words: string | null,
  { day, id }: Pick<Middle, "day" | "id">,
  { until = Number.MAX_SAFE_INTEGER, direction = FORWARDS }: { until?: number; direction?: Direction } = {},
): [sql: string, values: Values] {
  const values = { day, id, until, ...(words === null ? {} : { words }) };
  const days = db.prepare<Values, number>(daysOf(words, direction)).pluck().all(values);
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
             WHERE ${direction.from}
               AND c.day <= :until
             ORDER BY ${direction.order}
             LIMIT 101) AS page
     CROSS JOIN court_case AS c ON c.id = page.id
  `;
  return [sql, values];
}

function first(name: string, question: Question, sql: string, values: Values): PageCase {
  return { name: `${name}, first page`, question, sql, values };
}

function deep(
  name: string,
  filter: Question,
  order: string,
  key: readonly (string | number)[],
  sql: string,
  values: Values,
  direction: "after" | "before" = "after",
): PageCase {
  const cursor = writeCursor({ direction, key }, `cases ${order}`);
  return { name: `${name}, from the middle`, question: { ...filter, ordering: order, cursor }, sql, values };
}
