/** A finished corpus taken apart: its tables' definitions, and its rows written again into an empty file. */
import Database from "better-sqlite3";
import type { CpuClock } from "./stages.ts";

interface Table {
  readonly name: string;
  readonly type: "table" | "virtual" | "shadow" | "view";
}

/** Rows a transaction. */
const BATCH_ROWS = 5_000;

export function tableSql(corpus: string, name: string): string {
  const db = new Database(corpus, { readonly: true });
  const sql = db.prepare("SELECT sql FROM sqlite_master WHERE name = ?").pluck().get(name);
  db.close();
  if (typeof sql !== "string") throw new Error(`no table ${name} in ${corpus}`);
  return sql;
}

/** Writes all rows but the full-text indexes' into `db`, with the same tables and indexes; reading is not timed. */
export function copyRows(corpus: string, db: Database.Database, clock: CpuClock): void {
  const from = new Database(corpus, { readonly: true });
  db.pragma("foreign_keys = OFF");
  const tables = from
    .prepare<[], Table>("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
    .all()
    .filter(({ name, type }) => type === "table" && !name.startsWith("sqlite_"));
  for (const { name } of tables) db.exec(tableSql(corpus, name));
  for (const sql of from
    .prepare("SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
    .pluck()
    .all()) {
    if (typeof sql === "string") db.exec(sql);
  }
  for (const { name } of tables) copyTable(from, db, name, clock);
  from.close();
}

function copyTable(from: Database.Database, db: Database.Database, name: string, clock: CpuClock): void {
  const select = from.prepare<[], unknown[]>(`SELECT * FROM "${name}"`).raw();
  const places = select.columns().map(() => "?");
  const insert = db.prepare(`INSERT INTO "${name}" VALUES (${places.join(", ")})`);
  const write = db.transaction((rows: readonly unknown[][]) => {
    for (const row of rows) insert.run(row);
  });
  let rows: unknown[][] = [];
  for (const row of select.iterate()) {
    rows.push(row);
    if (rows.length < BATCH_ROWS) continue;
    const batch = rows;
    clock.timed(() => write(batch));
    rows = [];
  }
  clock.timed(() => write(rows));
}
