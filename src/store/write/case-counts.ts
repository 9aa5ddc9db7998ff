/**
 * Keeps the table `case_count`: the number of cases of each jurisdiction, court, reporter and year. From it follow counts and
 * facets that would otherwise need a pass over millions of postings. Changes are collected until the end of a transaction.
 */
import type { Database } from "better-sqlite3";
import { yearOfDay } from "../../domain/decision-date.ts";

/** What a case is counted by. */
export interface CountedCase {
  readonly jurisdictionId: number | null;
  readonly courtId: number | null;
  readonly reporterId: number | null;
  readonly day: number | null;
}

const COUNTED = `
  SELECT jurisdiction_id AS jurisdictionId, court_id AS courtId, reporter_id AS reporterId, day
    FROM court_case
   WHERE id = :id
`;
const ADD = `
  INSERT INTO case_count (jurisdiction_id, court_id, reporter_id, year, cases)
  VALUES (:jurisdictionId, :courtId, :reporterId, :year, :cases)
      ON CONFLICT DO UPDATE SET cases = cases + excluded.cases
`;
const REMOVE_EMPTY = `
  DELETE FROM case_count
   WHERE jurisdiction_id = :jurisdictionId AND court_id = :courtId AND reporter_id = :reporterId AND year = :year
     AND cases = 0
`;
/** Columns of a key are never null: an empty text means "none". */
const COUNTS = `
  SELECT coalesce(jurisdiction_id, '') AS jurisdiction_id, coalesce(court_id, '') AS court_id,
         coalesce(reporter_id, '') AS reporter_id,
         coalesce(CAST(strftime('%Y', day * 86400, 'unixepoch') AS INTEGER), '') AS year, count(*) AS cases
    FROM court_case
   GROUP BY 1, 2, 3, 4
`;

/** Yields a row for each count that the cases do not have; `cases` is the stored number. */
export const WRONG_COUNTS = `
  SELECT * FROM (SELECT * FROM case_count EXCEPT ${COUNTS})
   UNION ALL
  SELECT * FROM (${COUNTS} EXCEPT SELECT * FROM case_count)
`;

interface Change {
  readonly jurisdictionId: number | "";
  readonly courtId: number | "";
  readonly reporterId: number | "";
  readonly year: number | "";
  cases: number;
}

export class CaseCounts {
  readonly #statements;
  readonly #changes = new Map<string, Change>();

  constructor(db: Database) {
    this.#statements = {
      counted: db.prepare<{ id: number }, CountedCase>(COUNTED),
      add: db.prepare(ADD),
      removeEmpty: db.prepare(REMOVE_EMPTY),
    };
  }

  add(added: CountedCase): void {
    this.#change(added, 1);
  }

  /** Call this before the row of the case is deleted or replaced. */
  remove(id: number): void {
    const counted = this.#statements.counted.get({ id });
    if (counted !== undefined) this.#change(counted, -1);
  }

  /** Writes the changes. Call this before the transaction ends. */
  flush(): void {
    for (const { cases, ...key } of this.#changes.values()) {
      if (cases !== 0) this.#statements.add.run({ ...key, cases });
      if (cases < 0) this.#statements.removeEmpty.run(key);
    }
    this.forget();
  }

  /** Discards the changes. Call this after a rollback. */
  forget(): void {
    this.#changes.clear();
  }

  #change({ jurisdictionId, courtId, reporterId, day }: CountedCase, cases: number): void {
    const year = day === null ? "" : yearOfDay(day);
    const key = `${jurisdictionId} ${courtId} ${reporterId} ${year}`;
    const change: Change = this.#changes.get(key) ?? {
      jurisdictionId: jurisdictionId ?? "",
      courtId: courtId ?? "",
      reporterId: reporterId ?? "",
      year,
      cases: 0,
    };
    change.cases += cases;
    this.#changes.set(key, change);
  }
}

/** Counts all cases again. */
export function recount(db: Database): void {
  db.exec(`DELETE FROM case_count; INSERT INTO case_count ${COUNTS}`);
}
