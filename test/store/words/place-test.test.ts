/** Which searches the places in the index decide; test/corpus/near-words compares their answers with an oracle. */
import { expect, test } from "vitest";
import { caseTestOf, passing } from "../../../src/store/words/place-test.ts";
import { BETWEEN } from "../../../src/store/write/index-row.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
import { openIndex, write } from "../../support/index-steps.ts";

type Rows = Parameters<typeof write>[1];
const ROWS: Rows = [
  [10, `mill the dam`],
  [20, `mill ${BETWEEN} dam mill`],
  [30, `dam ${BETWEEN} mill pond`],
  [40, `mill dam x`],
];
const OTHER = 990;

function openTest(rows = ROWS) {
  const db = openIndex(4_050, 4);
  write(db, rows);
  const reads = (search: string) => caseTestOf(parseSearch(search), "all")?.reads;
  // the texts, where they are read, are those of another case
  const texts = {
    ...{ name: "", docketNumber: "", cites: [], courtId: null, isOpen: true, metadata: [], authors: [] },
    texts: [["mill dam"]],
  };
  const corpus = { db, columnsOf: () => [{ dateRowid: OTHER, ...texts }] };
  const keep = (search: string, cases = rows.map(([rowid]) => rowid)): number[] => {
    const test = caseTestOf(parseSearch(search), "all");
    return [...passing(corpus, { prefixes: [], test }, cases.toReversed())]
      .map((dateRowid) => dateRowid / 10)
      .sort((a, b) => a - b);
  };
  return { db, keep, reads };
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

test("places do not decide prefixes and fields", () => {
  const { db, reads } = openTest();
  using _closed = db;
  for (const search of ["mill* /s dam", "(mill /s dam) | pond*", "(mill /s dam) | name:smith"])
    expect(reads(search)).toBe("texts");
  expect(reads("mill /s dam")).toBe("places");
  expect(reads("mill /5 dam")).toBeUndefined();
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
    expect(keep("mill /s dam")).toEqual([OTHER / 10]);
  }
});

test("after a merge the new segment is read", () => {
  const { db, keep } = openTest();
  using _closed = db;
  write(db, [[50, "mill dam"]]);
  expect(keep("mill /s dam", [10, 50])).toEqual([1, 5]);
  db.exec("INSERT INTO case_words (case_words) VALUES ('optimize')");
  expect(keep("mill /s dam", [10, 50])).toEqual([1, 5]);
});
