/** Read transactions that are kept open, for work that reads all of a corpus. */
import type { Database } from "better-sqlite3";
import { guarded } from "./open-database.ts";

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
