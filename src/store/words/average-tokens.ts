/** How many tokens an index row has on average, as FTS5 counts them for BM25. */
import { openForReading } from "../database/open-database.ts";
import { readNumbers } from "../fts5-pages/structure-record.ts";

/** FTS5's record of averages: the number of rows, then the tokens of each column, as SQLite's variable-length integers. */
const AVERAGES = "SELECT block FROM case_words_data WHERE id = 1";

/** 0 without cases. @throws CaselawError as `openForReading` */
export function averageTokens(corpusPath: string): number {
  const db = openForReading(corpusPath);
  const block = db.prepare(AVERAGES).pluck().get();
  db.close();
  const [rows = 0, ...columns] = Buffer.isBuffer(block) ? readNumbers(block) : [];
  return rows === 0 ? 0 : columns.reduce((sum, tokens) => sum + tokens, 0) / rows;
}
