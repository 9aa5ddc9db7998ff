/**
 * The transactions of a corpus's writer: single steps, and groups of batches.
 *
 * Batches share a transaction, because each commit writes a segment of the index of words, and because the index rows of one transaction can
 * be sorted by date rowid (index-writer.ts).
 */
import type { Database } from "better-sqlite3";
import { syncFile } from "../../files/durable.ts";
import { TOUCH } from "./corpus-state.ts";
import { asCorpusError, closeWriter } from "./open-database.ts";
import { run } from "./statement-cache.ts";

/** After this time a group is committed although it is small. */
const MAX_GROUP_MS = 10_000;

/** The log's share of the corpus, with bounds of 32 MB (SQLite's default) and 1 GB: a page has 32 KB. */
const LOG_SHARE = 1 / 16;
const MIN_LOG_PAGES = 1_000;
const MAX_LOG_PAGES = 32_768;

interface TransactionHooks {
  readonly flush: () => void;
  /** Discards pending rows and cached records after a rollback. */
  readonly rolledBack: () => void;
}

export class WriteTransactions {
  readonly #path: string;
  readonly #db: Database;
  readonly #hooks: TransactionHooks;
  #begun = 0;

  constructor(path: string, db: Database, hooks: TransactionHooks) {
    this.#path = path;
    this.#db = db;
    this.#hooks = hooks;
  }

  /**
   * Runs `work` in its own transaction. An open group is committed first.
   *
   * @throws CaselawError as `asCorpusError`, after a rollback
   */
  step<T>(work: () => T): T {
    this.commit();
    const result = this.join(work);
    this.commit();
    return result;
  }

  /**
   * Runs `work` in the transaction of the open group. Begins a group if none is open.
   *
   * @throws CaselawError as `asCorpusError`, after a rollback of the group
   */
  join<T>(work: () => T): T {
    return this.#guarded(() => {
      if (!this.#db.inTransaction) {
        this.#db.exec("BEGIN IMMEDIATE");
        this.#begun = performance.now();
        run(this.#db, TOUCH, { id: crypto.randomUUID() });
      }
      return work();
    });
  }

  /** Whether the open group should be committed, so that readers see it and a kill loses little. */
  get isOld(): boolean {
    return this.#db.inTransaction && performance.now() - this.#begun > MAX_GROUP_MS;
  }

  commit(): void {
    if (!this.#db.inTransaction) return;
    this.#guarded(() => {
      this.#hooks.flush();
      const isLong = boundLog(this.#db) > MIN_LOG_PAGES;
      this.#db.exec("COMMIT");
      // a checkpoint waits until the log is on the disk; this writes most of it while the import goes on
      if (isLong) syncFile(`${this.#path}-wal`).catch(() => {});
    });
  }

  close(): void {
    try {
      this.commit();
    } finally {
      closeWriter(this.#db);
    }
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      // some errors make SQLite roll back by itself
      if (this.#db.inTransaction) this.#db.exec("ROLLBACK");
      this.#hooks.rolledBack();
      throw asCorpusError(this.#path, error);
    }
  }
}

/**
 * Sets the length of the write-ahead log, in pages, from which a commit checkpoints it.
 *
 * The transactions of a large corpus change the same pages all over its indexes again and again. A checkpoint of
 * several transactions writes each page once, not once for each change. Returns the length.
 */
function boundLog(db: Database): number {
  const pages = Number(db.pragma("page_count", { simple: true }));
  const bound = Math.min(Math.max(Math.round(pages * LOG_SHARE), MIN_LOG_PAGES), MAX_LOG_PAGES);
  db.pragma(`wal_autocheckpoint = ${bound}`);
  return bound;
}
