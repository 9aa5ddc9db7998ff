/** Checksums of index rows: from the pages of a damaged index the same as from what FTS5 reads of it (docs/faults.md, "F3"). */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { IndexSums, type SumsByCase, zeroSumsOf } from "../../../src/store/maintenance/check-sums.ts";
import { makeVocabularies } from "../../../src/store/maintenance/vocabulary.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCases } from "../../support/records.ts";

const PAGES = "SELECT id, block FROM case_words_data ORDER BY id";
const WRITE = "UPDATE case_words_data SET block = ? WHERE id = ?";
/** FTS5 reads both versions; our reader only the first. */
const SET_VERSION = "UPDATE case_words_config SET v = ? WHERE k = 'version'";

/** The sums, or the error that ended them. */
function sumsIn(path: string): SumsByCase | string {
  const db = new Database(path);
  try {
    makeVocabularies(db);
    const sums = zeroSumsOf(db);
    for (const _ of new IndexSums(sums).readIndex(db));
    return sums;
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

test("F3: sums of an index with a changed byte are those of what FTS5 reads (seed 3)", () => {
  const path = makeCorpus(bulkCases(1, 200));
  const db = new Database(path);
  // FTS5's own tables too
  db.unsafeMode();
  db.exec("DELETE FROM case_words WHERE rowid IN (SELECT date_rowid FROM court_case WHERE id % 50 = 0)");
  const pages = db.prepare<[], [id: number, block: Buffer]>(PAGES).raw().all();
  const [write, setVersion] = [db.prepare(WRITE), db.prepare(SET_VERSION)];
  let seed = 3;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let tries = 0; tries < 150; tries++) {
    const [id, block] = pages[random(pages.length)] ?? [0, Buffer.alloc(0)];
    const changed = Buffer.from(block);
    const at = random(block.length);
    changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
    write.run(changed, id);
    const sums = sumsIn(path);
    setVersion.run(5);
    expect([id, at, sums]).toEqual([id, at, sumsIn(path)]);
    setVersion.run(4);
    write.run(block, id);
  }
  db.close();
});
