/**
 * The transactions of a corpus's writer: single steps, and groups of batches.
 *
 * Batches join into one transaction because each commit makes FTS5 write a segment, and because within one the index rows
 * can be sorted by rank (index-writer.ts): 8,000 cases took 4.5 s of CPU in batches of 250, 3.3 s in groups of 2,000.
 */
import type { Database } from "better-sqlite3";
import { CommitNote, lossOf, readCommitNote } from "./commit-note.ts";
import { readState, TOUCH } from "./corpus-state.ts";
import { asCorpusError, closeWriter } from "./open-database.ts";

/** What is to be done where a transaction ends. */
export interface TransactionHooks {
  /** Writes what was kept back till the end. */
  readonly flush: () => void;
  /** Forgets all that is in memory and not in the corpus. */
  readonly undone: () => void;
}

const RAISE = "UPDATE sqlite_sequence SET seq = max(seq, :number) WHERE name = 'change_log'";
const START = "INSERT INTO sqlite_sequence (name, seq) VALUES ('change_log', :number)";

export class WriteTransactions {
  readonly #path: string;
  readonly #db: Database;
  readonly #ends: TransactionHooks;
  readonly #note: CommitNote;
  readonly #statements;

  /** @throws CaselawError as `asCorpusError` */
  constructor(path: string, db: Database, ends: TransactionHooks) {
    this.#path = path;
    this.#db = db;
    this.#ends = ends;
    this.#note = new CommitNote(path);
    this.#statements = {
      begin: db.prepare("BEGIN IMMEDIATE"),
      commit: db.prepare("COMMIT"),
      rollback: db.prepare("ROLLBACK"),
      touch: db.prepare(TOUCH),
    };
    const note = readCommitNote(path);
    if (note !== null && lossOf(path, note, readState(db)) !== null)
      this.step(() => skipNumbers(db, note.lastChange));
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
        this.#statements.touch.run({ id: crypto.randomUUID() });
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
      this.#note.write(readState(this.#db));
    });
  }

  /** Commits what is open and closes the corpus. */
  close(): void {
    try {
      this.commit();
    } finally {
      closeWriter(this.#db);
      this.#note.close();
    }
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

/** Numbers of changes that were lost are not used again: somebody may have read up to them (`changes --since`). */
function skipNumbers(db: Database, number: number): void {
  if (db.prepare(RAISE).run({ number }).changes === 0) db.prepare(START).run({ number });
}
