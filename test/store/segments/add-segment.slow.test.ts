/** Compares an index with added segments with one into which FTS5 inserted the same rows. */
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readJoinedBody } from "../../../src/casebody/read-body.ts";
import { addSegment } from "../../../src/store/segments/add-segment.ts";
import { INDEX_COLUMNS } from "../../../src/store/segments/index-rows.ts";
import { SegmentBuilder } from "../../../src/store/segments/segment-builder.ts";
import { CorpusWriter } from "../../../src/store/write/corpus-writer.ts";
import { insertRows, makeIndex, segmentOf } from "../../support/index-of-words.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const token = fc.oneof(
  fc.constantFrom("the", "court", "courts", "of", "a", "\ue003j29", "é", "𐌰"),
  fc.stringMatching(/^[a-f]{1,3}$/),
  fc.stringMatching(/^[a-z]{40,90}$/),
);
const column = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.array(token, { maxLength: 12 }).map((tokens) => tokens.join(" ")) },
  { weight: 1, arbitrary: fc.constant("the of ".repeat(80)) },
);
const columns = fc.array(column, { minLength: INDEX_COLUMNS.length, maxLength: INDEX_COLUMNS.length });
const rows = fc.uniqueArray(
  fc.record({ dateRowid: fc.oneof(fc.nat(60), fc.integer({ min: 0, max: 2 ** 45 })), columns }),
  { maxLength: 12, selector: ({ dateRowid }) => dateRowid },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("rows" as const), rows }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), share: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("optimize" as const) }) },
);
const builder = new SegmentBuilder();
const SEARCHES = ["the", "names : court", '"the of"', "c* NOT the", "opinions : (the OR of) AND a"];

test("added segments are searched, removed from and merged as those of FTS5", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), fc.boolean(), (steps, isOneTransaction) => {
      using ours = openIndex();
      using theirs = openIndex();
      const stored = new Set<number>();
      if (isOneTransaction) ours.db.exec("BEGIN");
      for (const one of steps) {
        const gone =
          one.kind === "rows"
            ? one.rows.map(({ dateRowid }) => dateRowid).filter((dateRowid) => stored.has(dateRowid))
            : [...stored].filter((_, at) => one.kind === "remove" && at % 6 <= one.share);
        for (const dateRowid of gone) {
          stored.delete(dateRowid);
          for (const { db } of [ours, theirs])
            db.prepare("DELETE FROM case_words WHERE rowid = ?").run(dateRowid);
        }
        if (one.kind === "rows") {
          ours.db.transaction(() => addSegment(ours.db, segmentOf(builder, one.rows)))();
          theirs.db.transaction(() => insertRows(theirs.db, one.rows))();
          for (const { dateRowid } of one.rows) stored.add(dateRowid);
        }
        if (one.kind === "optimize")
          for (const { db } of [ours, theirs])
            db.exec("INSERT INTO case_words (case_words) VALUES ('optimize')");
        expect(ours.tokens()).toEqual(theirs.tokens());
      }
      if (isOneTransaction) ours.db.exec("COMMIT");
      ours.db.exec("INSERT INTO case_words (case_words) VALUES ('integrity-check')");
      for (const words of SEARCHES) expect(ours.ranks(words)).toEqual(theirs.ranks(words));
    }),
    { numRuns: 25, seed: 11 },
  );
});

test("eight added segments are merged into one", () => {
  using ours = openIndex(4_050);
  for (let first = 0; first < 64; first++) {
    const more = Array.from({ length: 40 }, (_, nth) => ({
      dateRowid: first * 40 + nth,
      columns: INDEX_COLUMNS.map((_, column) => `c${column} w${first * 40 + nth}`),
    }));
    ours.db.transaction(() => addSegment(ours.db, segmentOf(builder, more)))();
  }
  const segments = ours.db.prepare("SELECT count(DISTINCT segid) FROM case_words_idx").pluck().get();
  expect(segments).toBeLessThan(20);
  expect(ours.tokens()).toHaveLength(64 * 40 * INDEX_COLUMNS.length * 2);
});

test("the index is that of a corpus", () => {
  const path = join(tempFolder(), "corpus.db");
  new CorpusWriter(path, readJoinedBody)[Symbol.dispose]();
  const corpus = new Database(path);
  using index = openIndex();
  const definition = (db: Database.Database): string =>
    String(db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'case_words'").pluck().get());
  const plain = (sql: string): string => sql.replace(/\s+/g, " ");
  expect(plain(definition(index.db))).toBe(plain(definition(corpus)));
  corpus.close();
});

interface Index extends Disposable {
  readonly db: Database.Database;
  tokens(): unknown[];
  ranks(words: string): unknown[];
}

/** @param pageBytes small pages make long lists span many of them */
function openIndex(pageBytes: number = 64): Index {
  const db = makeIndex();
  db.exec(`
    CREATE VIRTUAL TABLE seen USING fts5vocab ('case_words', 'instance');
    INSERT INTO case_words (case_words, rank) VALUES ('pgsz', ${pageBytes});
    INSERT INTO case_words (case_words, rank) VALUES ('automerge', 8);
    INSERT INTO case_words (case_words, rank) VALUES ('usermerge', 8);
  `);
  return {
    db,
    tokens: () => db.prepare("SELECT term, doc, col, offset FROM seen").raw().all(),
    ranks: (words) =>
      db.prepare("SELECT rowid, bm25(case_words) FROM case_words (?) ORDER BY rowid").raw().all(words),
    [Symbol.dispose]: () => void db.close(),
  };
}
