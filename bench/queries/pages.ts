/** Pages of 100 in several orders and depths: the same question to the library and to SQL with the best plan known. */
import type Database from "better-sqlite3";
import { writeCursor } from "../../src/corpus/cursor.ts";
import { filterToken } from "../../src/store/index-row.ts";
import { ranksOfDay } from "../../src/store/rank.ts";
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
const BY_DATE = `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE (c.day, c.id) > (:day, :id)
   ORDER BY c.day, c.id
   LIMIT 101
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
const BY_INDEX = `
  SELECT ${COLUMNS}
    FROM case_words
   CROSS JOIN court_case AS c ON c.rank = case_words.rowid
   WHERE case_words MATCH :words
     AND case_words.rowid >= CAST(:from AS INTEGER) AND case_words.rowid < CAST(:to AS INTEGER)
   ORDER BY case_words.rowid
   LIMIT 101
`;
const BY_NAME_ASKING = `
  SELECT ${COLUMNS}
    FROM court_case AS c
   WHERE EXISTS (SELECT 1 FROM case_words AS w WHERE w.case_words MATCH :words AND w.rowid = c.rank)
     AND (c.name_abbreviation, c.id) > (:name, :id)
   ORDER BY c.name_abbreviation, c.id
   LIMIT 101
`;
const BY_SCORE = `
  SELECT ${COLUMNS}
    FROM (SELECT rowid FROM case_words WHERE case_words MATCH :words ORDER BY rank LIMIT 101) AS best
   CROSS JOIN court_case AS c ON c.rank = best.rowid
`;
const BEFORE_ALL = { id: 0, day: -1e9, name: "" };
const ALL_RANKS = { from: 0, to: 2 ** 52 };
/** 1950 to 1979, as days from 1970. */
const DECADES = { from: ranksOfDay(-7_305).from, to: ranksOfDay(3_651).to };

export function pageCases(db: Database.Database, of: Samples): PageCase[] {
  const middle = db.prepare<[], Middle>(MIDDLE).get();
  const [word = "the", rare = "law"] = [of.common[0], of.rare[0]];
  const [slug = "", id = 0] = [of.jurisdictions[0], of.jurisdictionIds[0]];
  if (middle === undefined) throw new Error("a corpus without dated cases");
  const token = `"${filterToken("jurisdiction", id)}"`;
  const afterDay = { ...ALL_RANKS, from: ranksOfDay(middle.day).from };
  const dates = { decision_date_min: "1950", decision_date_max: "1979" };
  const byDate = { search: word, ordering: "decision_date" };
  return [
    first("all, by date", {}, BY_DATE, BEFORE_ALL),
    deep("all, by date", {}, "decision_date", [middle.day, middle.id], BY_DATE, { ...middle }),
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
    first("jurisdiction, by date", { jurisdiction: slug }, BY_INDEX, {
      words: token,
      ...ALL_RANKS,
    }),
    first("commonest word, by date", byDate, BY_INDEX, { words: `"${word}"`, ...ALL_RANKS }),
    deep("commonest word, by date", { search: word }, "decision_date", [middle.day, middle.id], BY_INDEX, {
      words: `"${word}"`,
      ...afterDay,
    }),
    first("commonest word, jurisdiction, dates", { ...byDate, ...dates, jurisdiction: slug }, BY_INDEX, {
      words: `"${word}" AND ${token}`,
      ...DECADES,
    }),
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
): PageCase {
  const cursor = writeCursor({ direction: "after", key }, `cases ${order}`);
  return { name: `${name}, from the middle`, question: { ...filter, ordering: order, cursor }, sql, values };
}
