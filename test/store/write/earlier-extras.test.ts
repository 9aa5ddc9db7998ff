/** Version 12 has the extras and citations of a case in its row; rows that an earlier version wrote are read where they are. */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { importRecords, makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { makeVersion } from "../../support/old-corpus.ts";
import { expectWhole } from "../../support/verify.ts";

const LINES = Array.from({ length: 9 }, (_, n) => {
  const cites = Array.from({ length: n % 3 === 0 ? 20 : 0 }, (_, at) => ({
    cite: `${at} U.S. ${n}`,
    category: n === 3 ? "reporters:federal" : "reporters:state",
  }));
  return line(n + 1, {
    cites_to: cites,
    analysis: n % 2 === 0 ? { word_count: n } : {},
    citations: [
      { type: "official", cite: `${n} Ill. 7` },
      { type: "parallel", cite: `${n} N.E. 9` },
    ].slice(n % 3),
  });
});

function answersOf(path: string): unknown {
  using v1 = openV1(path);
  return [
    v1.list("cases", { page_size: "100" }).results,
    v1.list("cases", { "analysis.word_count__gte": "3" }).results.map(({ id }) => id),
    v1.list("cases", { "cites_to.category": "reporters:federal" }).results.map(({ id }) => id),
    v1.list("cases", { cite: "4 N.E. 9" }).results.map(({ id }) => id),
  ];
}

test("a corpus of version 11 gives the same answers, and changed cases get the new form", async () => {
  const today = makeCorpus(LINES);
  const old = `${today}.version-11`;
  makeVersion(11, today, old);
  openTestWriter(old)[Symbol.dispose]();
  expect(answersOf(old)).toEqual(answersOf(today));
  await expectWhole(old);
  const changed = {
    records: [line(1, { name: "Changed v. Case" }), ...LINES.slice(1)],
    release: "2021-01-01",
  };
  for (const path of [old, today]) {
    using writer = openTestWriter(path);
    importRecords(writer, changed);
  }
  expect(answersOf(old)).toEqual(answersOf(today));
  await expectWhole(old);
  const db = new Database(old, { readonly: true });
  expect(db.prepare("SELECT id FROM court_case WHERE extra IS NOT NULL").pluck().all()).toEqual([1]);
  expect(db.prepare("SELECT count(*) FROM case_extra WHERE case_id = 1").pluck().get()).toBe(0);
  db.close();
});
