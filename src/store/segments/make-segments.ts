/**
 * Makes segments of the index of words outside of the corpus, by FTS5 in memory, so that the writer's thread need not: FTS5's hash table
 * takes half of its time otherwise.
 */
import Database from "better-sqlite3";
import { INDEX_COLUMNS, insertRows, type PackedRows } from "./index-rows.ts";

/** More than the rows that are given at a time need, so that FTS5 makes one segment of them. */
const HASH_BYTES = 2 ** 30;

/** The table is as that of a corpus (store/database/schema-2-to-7.ts). */
const CREATE = `
  PRAGMA page_size = 32768;
  PRAGMA journal_mode = OFF;
  CREATE VIRTUAL TABLE case_words USING fts5 (
    ${INDEX_COLUMNS.join(", ")}, content = '', contentless_delete = 1, tokenize = 'ascii'
  );
  INSERT INTO case_words (case_words, rank) VALUES ('hashsize', ${HASH_BYTES});
`;

/** @returns a database with the index of these rows, as bytes */
export function makeSegments(rows: PackedRows): Buffer {
  const db = new Database(":memory:");
  try {
    db.exec(CREATE);
    db.transaction(() => insertRows(db, rows))();
    return db.serialize();
  } finally {
    db.close();
  }
}
