/** The state of a corpus. It changes with every transaction that writes, so results can be cached per state. */

import type { Database } from "better-sqlite3";
import type { CorpusState } from "../../domain/ledger.ts";
import { guarded } from "./open-database.ts";
import { readRows } from "./statement-cache.ts";

/** Length of the corpus id, a UUID that never changes. */
const ID_LENGTH = 36;
/** Position (from 1) of the transaction number, after two UUIDs. */
const NUMBER_AT = 75;

/**
 * Every transaction that writes must run this. It keeps the corpus id, by which the write-ahead log of another corpus is
 * recognised (docs/faults.md, "F2"), replaces the state id, and increments the number of the transaction.
 */
export const TOUCH = `
  UPDATE corpus
     SET value = substr(value, 1, ${ID_LENGTH}) || ' ' || :id || ' ' || (CAST(substr(value, ${NUMBER_AT}) AS INTEGER) + 1)
   WHERE key = 'state'
`;

const STATE_ALONE = "SELECT value FROM corpus WHERE key = 'state'";
export const STATE = `
  SELECT (${STATE_ALONE}) AS state,
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0) AS lastChange
`;

export function readState(db: Database): CorpusState {
  return db.prepare<[], CorpusState>(STATE).get() ?? { state: "", lastChange: 0 };
}

/** The id of the corpus and the number of its last transaction; 0 before the first numbered one. */
export function commitIn(state: string): { readonly corpus: string; readonly commit: number } {
  return { corpus: state.slice(0, ID_LENGTH), commit: Number(state.slice(NUMBER_AT - 1)) };
}

/** Only the state, for caches that check it on every request. */
export function stateOf(db: Database): string {
  return String(readRows(db, STATE_ALONE, {})[0]?.[0] ?? "");
}

/** Read transactions that are kept open, for work that reads all of a corpus. */
/** Begins a transaction, which reads the state of this moment. */
export function beginHeld(db: Database): void {
  db.exec("BEGIN");
  // the first statement fixes the moment of the transaction
  db.prepare("SELECT count(*) FROM sqlite_schema").get();
}

/** Until disposed, the connection reads the state of this moment. @throws CaselawError as a reader does */
export function holdState(db: Database, path: string): Disposable {
  guarded(path, () => {
    // an export reads the complete file, and mapped pages count as memory of the process
    db.pragma("mmap_size = 0");
    beginHeld(db);
  });
  return { [Symbol.dispose]: () => void db.exec("ROLLBACK") };
}
