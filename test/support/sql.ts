/** SQL on a corpus past the program: what a test damages or looks up. */
import Database from "better-sqlite3";

/** Runs statements, also on FTS5's own tables. */
export function runSql(path: string, ...statements: readonly string[]): void {
  const db = new Database(path);
  db.unsafeMode();
  for (const statement of statements) db.exec(statement);
  db.close();
}

/** The values of all rows. @param values of the statement's parameters */
export function readSql(path: string, statement: string, ...values: readonly unknown[]): unknown[] {
  const db = new Database(path, { readonly: true });
  const rows = db
    .prepare<unknown[], unknown[]>(statement)
    .raw()
    .all(...values);
  db.close();
  return rows.flat();
}
