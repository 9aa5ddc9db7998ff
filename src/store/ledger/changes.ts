/**
 * Reads the change log: each case added, changed or removed, by a growing number. Rows are never altered nor taken away, so
 * what lies between two numbers is the same whenever it is read.
 */
import type { Database } from "better-sqlite3";
import { asCorpusError, guarded } from "../database/open-database.ts";

export type ChangeKind = "added" | "changed" | "removed";

export interface Change {
  readonly number: number;
  readonly kind: ChangeKind;
  readonly caseId: number;
  /** ISO 8601 instant. */
  readonly at: string;
  /** Of the run that made it; null before runs were kept. */
  readonly runId: number | null;
}

/** Numbers after `since`, up to and with `until`. */
export interface ChangeSpan {
  readonly since: number;
  readonly until: number;
}

/** The newest number; 0 in a corpus that never had any. Records that cases refer to take numbers too (reference-changes.ts). */
export const LAST_CHANGE = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0)";
/** By number, up to the first that fits: clocks are set back, so numbers are not sought by time. */
const FIRST_SINCE = `
  SELECT seq
    FROM change_log
   WHERE at >= :instant
   ORDER BY seq
   LIMIT 1
`;
const COLUMNS = "seq AS number, kind, case_id AS caseId, at, run_id AS runId";
export const CHANGES = `
  SELECT ${COLUMNS}
    FROM change_log
   WHERE seq > :since AND seq <= :until
   ORDER BY seq
   LIMIT :limit
`;
/**
 * A case that was added first within the span was not there before it; one whose last change is a removal is not there
 * after it. SQLite sorts what does not fit into its memory in a file.
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

/** Whose answer is another one, or none, after a span; `gone` is 1 when it is not held any more. */
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

export interface TouchedCase {
  readonly caseId: number;
  readonly gone: 0 | 1;
}

/** All of it throws a CaselawError where the file is at fault, as a reader does. */
export class Changes {
  readonly #path: string;
  readonly #statements;

  constructor(db: Database, path: string) {
    this.#path = path;
    this.#statements = {
      last: db.prepare<[], number>(LAST_CHANGE).pluck(),
      firstSince: db.prepare<{ instant: string }, number>(FIRST_SINCE).pluck(),
      rows: db.prepare<ChangeSpan & { limit: number }, Change>(CHANGES),
      net: db.prepare<ChangeSpan, Change>(NET_CHANGES),
      touched: db.prepare<ChangeSpan, TouchedCase>(TOUCHED),
    };
  }

  /** The newest number. */
  last(): number {
    return guarded(this.#path, () => this.#statements.last.get() ?? 0);
  }

  /** The number before the first change at or after an instant (domain/instant); the newest when there is none. */
  numberBefore(instant: string): number {
    const first = guarded(this.#path, () => this.#statements.firstSince.get({ instant }));
    return first === undefined ? this.last() : first - 1;
  }

  /** The first rows of a span, by number. */
  read(span: ChangeSpan, limit: number): Change[] {
    return guarded(this.#path, () => this.#statements.rows.all({ ...span, limit }));
  }

  /**
   * What a span comes to, one change a case, by ascending case id: `added` was not there before and is, `removed` the
   * other way round. What came and went within the span is left out. The number is that of the case's last change.
   *
   * To be read to its end or closed: until then the corpus stays as it was for this reader, and a snapshot cannot end.
   */
  *net(span: ChangeSpan): Generator<Change> {
    try {
      yield* this.#statements.net.iterate(span);
    } catch (error) {
      throw asCorpusError(this.#path, error);
    }
  }

  /**
   * Cases whose answers a span altered, by ascending id: those of `net`, and those whose court, jurisdiction or reporter
   * is called otherwise now. To be read or closed as `net`.
   */
  *touched(span: ChangeSpan): Generator<TouchedCase> {
    try {
      yield* this.#statements.touched.iterate(span);
    } catch (error) {
      throw asCorpusError(this.#path, error);
    }
  }
}
