/** A read transaction that is kept open, for work that reads all of a corpus. */
import type { Database } from "better-sqlite3";
import { guarded } from "./open-database.ts";

/** Until disposed, the connection reads the state of this moment. @throws CaselawError as a reader does */
export function holdState(db: Database, path: string): Disposable {
  guarded(path, () => {
    // an export reads the complete file, and mapped pages count as memory of the process
    db.pragma("mmap_size = 0");
    db.exec("BEGIN");
    // the first statement fixes the moment of the transaction
    db.prepare("SELECT count(*) FROM corpus").get();
  });
  return { [Symbol.dispose]: () => void db.exec("ROLLBACK") };
}
