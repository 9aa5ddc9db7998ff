/**
 * Keeps the table `case_count`: the number of cases of each year in each jurisdiction, in each court of it, and in each reporter of
 * it. From it follow counts and facets that would otherwise need a pass over millions of postings. Changes are collected until the
 * end of a transaction.
 */
import type { Database } from "better-sqlite3";
import { yearOfDay } from "../../domain/decision-date.ts";
import { readValue, run } from "../database/statement-cache.ts";

export interface CountedCase {
  readonly jurisdictionId: number | null;
  readonly courtId: number | null;
  readonly reporterId: number | null;
  readonly day: number | null;
}

/** In a key, an empty text means that cases lack the value; `ANY` means that the row counts cases with any value. */
export const ANY = "*";
const ADD = `
  INSERT INTO case_count (court_id, reporter_id, jurisdiction_id, year, cases)
  VALUES (:courtId, :reporterId, :jurisdictionId, :year, :cases)
      ON CONFLICT DO UPDATE SET cases = cases + excluded.cases
`;
const REMOVE_EMPTY = `
  DELETE FROM case_count
   WHERE court_id = :courtId AND reporter_id = :reporterId AND jurisdiction_id = :jurisdictionId AND year = :year
     AND cases = 0
`;
const countsBy = (court: string, reporter: string): string => `
  SELECT ${court} AS court_id, ${reporter} AS reporter_id, coalesce(jurisdiction_id, '') AS jurisdiction_id,
         coalesce(CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER), '') AS year, count(*) AS cases
    FROM court_case
   GROUP BY 1, 2, 3, 4
`;
const COUNTS = [
  countsBy("coalesce(court_id, '')", `'${ANY}'`),
  countsBy(`'${ANY}'`, "coalesce(reporter_id, '')"),
  countsBy(`'${ANY}'`, `'${ANY}'`),
].join(" UNION ALL ");

/** Yields a row for each count that the cases do not have; `cases` is the stored number. */
export const WRONG_COUNTS = `
  WITH counted AS MATERIALIZED (${COUNTS})
  SELECT * FROM (SELECT * FROM case_count EXCEPT SELECT * FROM counted)
   UNION ALL
  SELECT * FROM (SELECT * FROM counted EXCEPT SELECT * FROM case_count)
`;

const ALL = `SELECT total(cases) FROM case_count WHERE court_id = '${ANY}' AND reporter_id = '${ANY}'`;

/** The cases of the corpus. */
export function countCases(db: Database): number {
  return readValue<number>(db, ALL) ?? 0;
}

export class CaseCounts {
  readonly #db: Database;
  /** How many cases more, by the key as JSON. */
  readonly #changes = new Map<string, number>();

  constructor(db: Database) {
    this.#db = db;
  }

  add(added: CountedCase): void {
    this.#change(added, 1);
  }

  remove(removed: CountedCase): void {
    this.#change(removed, -1);
  }

  flush(): void {
    for (const [json, cases] of this.#changes) {
      const [courtId, reporterId, jurisdictionId, year] = JSON.parse(json) as (number | string)[];
      const key = { courtId, reporterId, jurisdictionId, year };
      if (cases !== 0) run(this.#db, ADD, { ...key, cases });
      if (cases < 0) run(this.#db, REMOVE_EMPTY, key);
    }
    this.forget();
  }

  /** Discards the changes. Call this after a rollback. */
  forget(): void {
    this.#changes.clear();
  }

  #change({ jurisdictionId, courtId, reporterId, day }: CountedCase, by: number): void {
    const year = day === null ? "" : yearOfDay(day);
    const counters = [
      [courtId ?? "", ANY],
      [ANY, reporterId ?? ""],
      [ANY, ANY],
    ];
    for (const counter of counters) {
      const key = JSON.stringify([...counter, jurisdictionId ?? "", year]);
      this.#changes.set(key, (this.#changes.get(key) ?? 0) + by);
    }
  }
}

export function recount(db: Database): void {
  db.exec(`DELETE FROM case_count; INSERT INTO case_count ${COUNTS}`);
}
