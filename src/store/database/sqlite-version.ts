/** The version of the SQLite library that the driver contains. */
import Database from "better-sqlite3";

export function sqliteVersion(): string {
  const db = new Database(":memory:");
  try {
    return String(db.prepare("SELECT sqlite_version()").pluck().get());
  } finally {
    db.close();
  }
}
