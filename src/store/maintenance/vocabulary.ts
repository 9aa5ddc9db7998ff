/** fts5vocab tables, which list every occurrence of every token of an index as FTS5 reads them. */
import type { Database } from "better-sqlite3";

export const VOCABULARIES = {
  case_words: "temp.places_in_words",
  name_trigrams: "temp.places_in_trigrams",
} as const;

/** Creates them. In a transaction that has met damage, SQLite creates no tables, so this comes first; it reads no index. */
export function makeVocabularies(db: Database): void {
  // `query_only` forbids temporary tables too
  const wasOn = db.pragma("query_only", { simple: true });
  db.pragma("query_only = OFF");
  for (const [index, name] of Object.entries(VOCABULARIES))
    db.exec(`CREATE VIRTUAL TABLE ${name} USING fts5vocab (main, ${index}, instance)`);
  db.pragma(`query_only = ${wasOn}`);
}
