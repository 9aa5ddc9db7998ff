/** A corpus of an earlier version, made from one of today by copying what both know. */
import { rmSync } from "node:fs";
import Database from "better-sqlite3";
import { packText } from "../../src/store/codec/codec.ts";
import { APPLICATION_ID, MIGRATIONS } from "../../src/store/database/schema.ts";
import { type StoredText, unpackExtras } from "../../src/store/write/extras.ts";

/** From this version on the row of a case has its extras. */
const EXTRAS_IN_ROW = 12;

/** Writes the content of the corpus `from` as a corpus of version 1 at `to`. */
export function makeFirstVersion(from: string, to: string): void {
  makeVersion(1, from, to);
}

/** Writes the content of the corpus `from` as a corpus of an earlier version at `to`. */
export function makeVersion(version: number, from: string, to: string): void {
  rmSync(to, { force: true });
  const db = new Database(to);
  db.unsafeMode(true);
  db.pragma("page_size = 8192");
  db.pragma("foreign_keys = OFF");
  for (const step of MIGRATIONS.slice(0, version)) db.exec(step);
  db.prepare("ATTACH ? AS today").run(from);
  const tables = db
    .prepare<[], string>(
      `SELECT name
         FROM main.sqlite_schema
        WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name IN (SELECT name FROM today.sqlite_schema)
        ORDER BY name`,
    )
    .pluck()
    .all();
  for (const table of tables) {
    const columns = db
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
      .pluck()
      .all(table)
      .map((name) => `"${name}"`)
      .join(", ");
    db.exec(`DELETE FROM main."${table}"`);
    db.exec(`INSERT INTO main."${table}" (${columns}) SELECT ${columns} FROM today."${table}"`);
  }
  if (version < EXTRAS_IN_ROW) writeEarlierExtras(db);
  db.exec("DETACH today");
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.pragma(`user_version = ${version}`);
  db.pragma("journal_mode = WAL");
  db.close();
}

/** Earlier versions had the extras in a table of their own, without the citations. */
function writeEarlierExtras(db: Database.Database): void {
  const rows = db.prepare<[], { id: number; extra: StoredText }>("SELECT id, extra FROM today.court_case");
  const write = db.prepare("INSERT INTO main.case_extra (case_id, data) VALUES (:id, :data)");
  for (const { id, extra } of rows.all()) {
    const { values, origins } = unpackExtras(extra);
    const isEmpty = Object.values(values).every((value) => value === null);
    if (isEmpty && Object.keys(origins).length === 0) continue;
    const text = JSON.stringify({ values, origins });
    write.run({ id, data: text.length <= 256 ? text : packText(text) });
  }
}

export function versionOf(path: string): number {
  const db = new Database(path, { fileMustExist: true });
  const version = Number(db.pragma("user_version", { simple: true }));
  db.close();
  return version;
}
