/** The state of a corpus. It changes with every transaction that writes, so results can be cached per state. */

import type { Database } from "better-sqlite3";
import type { CorpusState } from "../../domain/ledger.ts";
import { guarded } from "./open-database.ts";
import { readObject, readValue } from "./statement-cache.ts";

/** Length of the corpus id, a UUID that never changes. */
const ID_LENGTH = 36;

/**
 * Every transaction that writes must run this. It keeps the corpus id, by which the write-ahead log of another corpus is
 * recognised (docs/faults.md, "F2"), and replaces the state id.
 */
export const TOUCH = `
  UPDATE corpus
     SET value = substr(value, 1, ${ID_LENGTH}) || ' ' || :id
   WHERE key = 'state'
`;

const STATE_ALONE = "SELECT value FROM corpus WHERE key = 'state'";
export const STATE = `
  SELECT (${STATE_ALONE}) AS state,
         coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'change_log'), 0) AS lastChange,
         (SELECT value FROM corpus WHERE key = 'text_root') AS textRoot
`;

export function readState(db: Database): CorpusState {
  return readObject<CorpusState>(db, STATE) ?? { state: "", lastChange: 0, textRoot: null };
}

/** The id of the corpus that has this state. */
export function corpusIdOf(state: string): string {
  return state.slice(0, ID_LENGTH);
}

/** Only the state, for caches that check it on every request. */
export function stateOf(db: Database): string {
  return readValue<string>(db, STATE_ALONE) ?? "";
}

/** Begins a transaction, which reads the state of this moment. */
export function beginSnapshot(db: Database): void {
  db.exec("BEGIN");
  // the first statement fixes the moment of the transaction
  db.prepare("SELECT count(*) FROM sqlite_schema").get();
}

/** Until disposed, the connection reads the state of this moment. @throws CaselawError as a reader does */
export function holdState(db: Database, path: string): Disposable {
  guarded(path, () => {
    // an export reads the complete file, and mapped pages count as memory of the process
    db.pragma("mmap_size = 0");
    beginSnapshot(db);
  });
  return { [Symbol.dispose]: () => void db.exec("ROLLBACK") };
}
