/** How many tokens an index row has on average, as FTS5 counts them for BM25. */
import { openForReading } from "../database/open-database.ts";

/** FTS5's record of averages: the number of rows, then the tokens of each column, as SQLite's variable-length integers. */
const AVERAGES = "SELECT block FROM case_words_data WHERE id = 1";

/** 0 without cases. @throws CaselawError as `openForReading` */
export function averageTokens(corpusPath: string): number {
  const db = openForReading(corpusPath);
  const block = db.prepare(AVERAGES).pluck().get();
  db.close();
  const [rows = 0, ...columns] = Buffer.isBuffer(block) ? integersOf(block) : [];
  return rows === 0 ? 0 : columns.reduce((sum, tokens) => sum + tokens, 0) / rows;
}

/** Integers of at most eight bytes: seven bits in each, the highest first; the last byte is less than 128. */
function integersOf(bytes: Buffer): number[] {
  const integers: number[] = [];
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 127);
    if (byte >= 128) continue;
    integers.push(value);
    value = 0;
  }
  return integers;
}
