/** An index of words that FTS5 fills, to compare with. */
import Database from "better-sqlite3";
import { INDEX_COLUMNS, IndexRows } from "../../src/store/segments/index-rows.ts";
import type { SegmentBuilder, SegmentRow } from "../../src/store/segments/segment-builder.ts";

/** A row of the index: the tokens of each column. */
export interface Row {
  readonly dateRowid: number;
  readonly columns: readonly string[];
}

/** A database in memory with an empty index, as that of a corpus. */
export function makeIndex(): Database.Database {
  const db = new Database(":memory:");
  db.exec(`
    CREATE VIRTUAL TABLE case_words USING fts5 (
      ${INDEX_COLUMNS.join(", ")}, content = '', contentless_delete = 1, tokenize = 'ascii'
    );
  `);
  return db;
}

/** Inserts rows, in the order of their date rowids, as FTS5 needs it to write one segment. */
export function insertRows(db: Database.Database, rows: readonly Row[]): void {
  const insert = db.prepare<(number | string)[]>(`
    INSERT INTO case_words (rowid, ${INDEX_COLUMNS.join(", ")})
    VALUES (?, ${INDEX_COLUMNS.map(() => "?").join(", ")})
  `);
  for (const { dateRowid, columns } of rows.toSorted((a, b) => a.dateRowid - b.dateRowid))
    insert.run(dateRowid, ...columns);
}

/** The segment of rows. */
export function segmentOf(maker: SegmentBuilder, rows: readonly Row[]): Iterable<SegmentRow> {
  const collected = new IndexRows(1_000);
  for (const { dateRowid, columns } of rows) collected.add(dateRowid, columns);
  return maker.build(collected.packed());
}
