/**
 * Reads the change log: each case added, changed or removed, by a growing number. Rows are never altered nor taken away, so
 * what lies between two numbers is the same whenever it is read.
 */
import type { Database } from "better-sqlite3";

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

/** The number of the newest change; 0 in a corpus that never had any. */
export const LAST_CHANGE = "SELECT coalesce(max(seq), 0) FROM change_log";
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

export class Changes {
  readonly #statements;

  constructor(db: Database) {
    this.#statements = {
      last: db.prepare<[], number>(LAST_CHANGE).pluck(),
      firstSince: db.prepare<{ instant: string }, number>(FIRST_SINCE).pluck(),
      rows: db.prepare<ChangeSpan & { limit: number }, Change>(CHANGES),
      net: db.prepare<ChangeSpan, Change>(NET_CHANGES),
    };
  }

  /** The number of the newest change. */
  last(): number {
    return this.#statements.last.get() ?? 0;
  }

  /** The number before the first change at or after an instant (domain/instant); the newest when there is none. */
  numberBefore(instant: string): number {
    const first = this.#statements.firstSince.get({ instant });
    return first === undefined ? this.last() : first - 1;
  }

  /** The first rows of a span, by number. */
  read(span: ChangeSpan, limit: number): Change[] {
    return this.#statements.rows.all({ ...span, limit });
  }

  /**
   * What a span comes to, one change a case, by ascending case id: `added` was not there before and is, `removed` the
   * other way round. What came and went within the span is left out. The number is that of the case's last change.
   */
  net(span: ChangeSpan): IterableIterator<Change> {
    return this.#statements.net.iterate(span);
  }
}
