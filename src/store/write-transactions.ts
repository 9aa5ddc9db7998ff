/**
 * The transactions of a corpus's writer: single steps, and groups of batches.
 *
 * Batches join into one transaction because each commit makes FTS5 write a segment, and because within one the index rows
 * can be sorted by rank (index-writer.ts): 8,000 cases took 4.5 s of CPU in batches of 250, 3.3 s in groups of 2,000.
 */
import { randomUUID } from "node:crypto";
import type { Database } from "better-sqlite3";
import { asCorpusError } from "./open-database.ts";

/** What is to be done where a transaction ends. */
export interface TransactionEnds {
  /** Writes what was kept back till the end. */
  readonly flush: () => void;
  /** Forgets all that is in memory and not in the corpus. */
  readonly undone: () => void;
}

/** Who the corpus is stays, which state it is in is new: so a write-ahead log of another corpus is told (faults, F2). */
const TOUCH = `
  UPDATE corpus
     SET value = substr(value, 1, 36) || ' ' || :id
   WHERE key = 'state'
`;

export class WriteTransactions {
  readonly #path: string;
  readonly #db: Database;
  readonly #ends: TransactionEnds;
  readonly #statements;

  constructor(path: string, db: Database, ends: TransactionEnds) {
    this.#path = path;
    this.#db = db;
    this.#ends = ends;
    this.#statements = {
      begin: db.prepare("BEGIN IMMEDIATE"),
      commit: db.prepare("COMMIT"),
      rollback: db.prepare("ROLLBACK"),
      touch: db.prepare(TOUCH),
    };
  }

  /**
   * Does a work in a transaction of its own; a group that is open is committed first.
   *
   * @throws CaselawError as `asCorpusError`, after the work is undone
   */
  step<T>(work: () => T): T {
    this.commit();
    const result = this.join(work);
    this.commit();
    return result;
  }

  /**
   * Does a work in the group's transaction, which it begins when there is none.
   *
   * @throws CaselawError as `asCorpusError`, after the whole group is undone
   */
  join<T>(work: () => T): T {
    return this.#guarded(() => {
      if (!this.#db.inTransaction) {
        this.#statements.begin.run();
        this.#statements.touch.run({ id: randomUUID() });
      }
      return work();
    });
  }

  /** Commits the group, if there is one. @throws CaselawError as `join` */
  commit(): void {
    if (!this.#db.inTransaction) return;
    this.#guarded(() => {
      this.#ends.flush();
      this.#statements.commit.run();
    });
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // the driver itself undoes some of what it cannot write
      if (this.#db.inTransaction) this.#statements.rollback.run();
      this.#ends.undone();
      throw asCorpusError(this.#path, error);
    }
  }
}
