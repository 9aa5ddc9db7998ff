/** Which searches the places in the index decide; test/corpus/near-words compares their answers with an oracle. */
import { expect, test } from "vitest";
import { openPlaceTest } from "../../../src/store/words/place-test.ts";
import { BETWEEN } from "../../../src/store/write/index-row.ts";
import { PARAGRAPH_END, SENTENCE_END } from "../../../src/text/analyzer.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
import { openIndex, write } from "../../support/index-steps.ts";

const CASES = [10, 20, 30, 40];
const BY_TEXTS = new Set([990]);

function openTest() {
  const db = openIndex(4_050, 4);
  write(db, [
    [10, `mill the dam`],
    [20, `mill ${BETWEEN} dam mill`],
    [30, `dam ${BETWEEN} mill pond`],
    [40, `mill dam x`],
  ]);
  const keep = (search: string): number[] | null => {
    const test = openPlaceTest(db)(parseSearch(search), () => BY_TEXTS);
    return test === null
      ? null
      : [...test(CASES.toReversed())].map((dateRowid) => dateRowid / 10).sort((a, b) => a - b);
  };
  return { db, keep };
}

test("places decide order, sentences and paragraphs", () => {
  const { db, keep } = openTest();
  using _closed = db;
  expect(keep("mill +1 dam")).toEqual([1, 2, 4]);
  expect(keep("mill +0 dam")).toEqual([4]);
  expect(keep("dam +0 mill")).toEqual([2]);
  expect(keep("mill /s dam")).toEqual([1, 2, 4]);
  expect(keep('"dam mill" /p mill')).toEqual([2]);
  expect(keep("-(mill /s dam)")).toEqual([3]);
  expect(keep("(mill /p dam) | pond")).toEqual([1, 2, 3, 4]);
});

test("places do not decide prefixes and fields, nor where rows are outdated", () => {
  const { db, keep } = openTest();
  using _closed = db;
  for (const search of ["mill* /s dam", "(mill /s dam) | pond*", "(mill /s dam) | name:smith"])
    expect(keep(search)).toBeNull();
  db.exec("INSERT INTO index_outdated (case_id) VALUES (7)");
  expect(keep("mill /s dam")).toBeNull();
});

test("texts decide if the index is stored in another version of the format, or if a page is damaged", () => {
  for (const damage of [
    "UPDATE case_words_config SET v = 5 WHERE k = 'version'",
    "UPDATE case_words_data SET block = zeroblob(1) WHERE id >= (1 << 37)",
  ]) {
    const { db, keep } = openTest();
    using _closed = db;
    db.unsafeMode();
    db.exec(damage);
    expect(keep("mill /s dam")).toEqual([99]);
  }
});

test("ends that have a place of their own also end a sentence", () => {
  const db = openIndex(4_050, 4);
  using _closed = db;
  // FTS5 gives each token a place
  write(db, [
    [10, `mill ${SENTENCE_END} dam`],
    [20, `mill ${PARAGRAPH_END} dam`],
    [30, "mill dam"],
  ]);
  const test = openPlaceTest(db);
  const keep = (search: string) => test(parseSearch(search), () => BY_TEXTS)?.(CASES);
  expect(keep("mill /s dam")).toEqual(new Set([30]));
  expect(keep("dam /p mill")).toEqual(new Set([10, 30]));
});

test("a test that was made before a merge reads the new segment", () => {
  const { db } = openTest();
  using _closed = db;
  write(db, [[50, "mill dam"]]);
  const test = openPlaceTest(db)(parseSearch("mill /s dam"), () => BY_TEXTS);
  expect(test?.([10, 50])).toEqual(new Set([10, 50]));
  db.exec("INSERT INTO case_words (case_words) VALUES ('optimize')");
  expect(test?.([10, 50])).toEqual(new Set([10, 50]));
});
