/**
 * Reads the change log: each added, changed or removed case with an ascending number. Rows are never changed or deleted, so
 * a span of numbers always has the same rows.
 */

import type { Database } from "better-sqlite3";
import type { Change, ChangeSpan, ReferenceChange, TouchedCase } from "../../domain/ledger.ts";
import { asCorpusError, guarded } from "../database/open-database.ts";
import { readObjects, readValue } from "../database/statement-cache.ts";

/** The newest number; 0 before the first change. Changed reference records take numbers too (reference-writer.ts). */
export const LAST_CHANGE = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0)";
/** Scans by number, because clocks can be set back: instants do not always ascend. */
const FIRST_SINCE = `
  SELECT seq
    FROM change_log
   WHERE at >= :instant
   ORDER BY seq
   LIMIT 1
`;
const COLUMNS = "seq AS number, kind, case_id AS caseId, at, run_id AS runId";
const CHANGES = `
  SELECT ${COLUMNS}
    FROM change_log
   WHERE seq > :since AND seq <= :until
   ORDER BY seq
   LIMIT :limit
`;
/**
 * A case whose first change in the span is an addition did not exist before it; a case whose last change is a removal does not
 * exist after it. SQLite sorts in a file if the rows exceed its memory.
 */
const NET_CHANGES = `
  SELECT last.seq AS number,
         CASE WHEN last.kind = 'removed' THEN 'removed' WHEN first.kind = 'added' THEN 'added' ELSE 'changed' END AS kind,
         last.case_id AS caseId, last.at, last.run_id AS runId
    FROM (SELECT case_id, min(seq) AS first_seq, max(seq) AS last_seq
            FROM change_log
           WHERE seq > :since AND seq <= :until
           GROUP BY case_id) AS span
    JOIN change_log AS first ON first.seq = span.first_seq
    JOIN change_log AS last ON last.seq = span.last_seq
   WHERE NOT (first.kind = 'added' AND last.kind = 'removed')
   ORDER BY span.case_id
`;

/** The cases whose record differs after a span; `gone` is 1 if the case was removed. */
const TOUCHED = `
  WITH moved AS (
    SELECT kind, id FROM reference_change WHERE seq > :since AND seq <= :until
  )
  SELECT caseId, max(gone) AS gone
    FROM (SELECT caseId, kind = 'removed' AS gone
            FROM (${NET_CHANGES})
           UNION ALL
          SELECT c.id, 0
            FROM court_case AS c
           WHERE EXISTS (SELECT 1 FROM moved)
             AND (c.jurisdiction_id IN (SELECT id FROM moved WHERE kind = 'jurisdiction')
                  OR c.court_id IN (SELECT id FROM moved WHERE kind = 'court')
                  OR c.reporter_id IN (SELECT id FROM moved WHERE kind = 'reporter')
                  OR c.id IN (SELECT id FROM moved WHERE kind = 'case')))
   GROUP BY caseId
   ORDER BY caseId
`;

const REFERENCES = "SELECT kind, id, seq AS number FROM reference_change ORDER BY seq, kind, id";

/** All methods throw CaselawError as a reader does. */
export class Changes {
  readonly #db: Database;
  readonly #path: string;

  constructor(db: Database, path: string) {
    this.#db = db;
    this.#path = path;
  }

  last(): number {
    return guarded(this.#path, () => readValue(this.#db, LAST_CHANGE) ?? 0);
  }

  /** The number before the first change at or after an instant (domain/decision-date); the newest number without such a change. */
  numberBefore(instant: string): number {
    const first = guarded(this.#path, () => readValue<number>(this.#db, FIRST_SINCE, { instant }));
    return first === undefined ? this.last() : first - 1;
  }

  read(span: ChangeSpan, limit: number): Change[] {
    return guarded(this.#path, () => readObjects(this.#db, CHANGES, { ...span, limit }));
  }

  /**
   * The net change of each case over a span, by ascending case id. `added`: the case did not exist before the span and does
   * after it; `removed`: the reverse. A case that was added and removed within the span is omitted. The number is that of the
   * last change.
   *
   * Read the generator to its end or close it. Until then its read transaction stays open.
   */
  net(span: ChangeSpan): Generator<Change> {
    return this.#iterate(NET_CHANGES, span);
  }

  /**
   * The cases whose record changed in a span, by ascending id: those of `net`, and those whose court, jurisdiction or reporter
   * was renamed. Read it to its end or close it, as `net`.
   */
  touched(span: ChangeSpan): Generator<TouchedCase> {
    return this.#iterate(TOUCHED, span);
  }

  /** The reference records that were renamed and the cases that moved, each with the number of its last change. */
  references(): ReferenceChange[] {
    return guarded(this.#path, () => readObjects(this.#db, REFERENCES));
  }

  *#iterate<T>(sql: string, span: ChangeSpan): Generator<T> {
    try {
      yield* this.#db.prepare<ChangeSpan, T>(sql).iterate(span);
    } catch (error) {
      throw asCorpusError(this.#path, error);
    }
  }
}
