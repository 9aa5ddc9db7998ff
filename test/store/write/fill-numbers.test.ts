/** Version 8 has numbers of `analysis` as columns; the next run fills them in an older corpus. */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { verifyCorpus } from "../../../src/maintenance/verify.ts";
import { openForWriting } from "../../../src/store/database/open-database.ts";
import { fillNumbers } from "../../../src/store/write/fill-numbers.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { makeVersion } from "../../support/old-corpus.ts";
import { expectWhole, problemsIn } from "../../support/verify.ts";

const COLUMNS = "id, word_count, char_count, cardinality, ocr_confidence, pagerank_percentile, pagerank_raw";
/** `cites_to` makes the extras of some so long that they are packed. */
const LINES = Array.from({ length: 11 }, (_, n) => {
  const cites = Array.from({ length: n % 3 === 0 ? 20 : 0 }, (_, at) => ({ cite: `${at} U.S. ${n}` }));
  const pagerank = n === 4 ? "much" : { raw: n / 1e7, percentile: n / 11 };
  const analysis = n === 7 ? {} : { word_count: 100 * n, char_count: 9 ** n, ocr_confidence: 0.5, pagerank };
  return line(n + 1, { cites_to: cites, analysis });
});

function columnsOf(path: string): unknown[] {
  const db = new Database(path, { readonly: true });
  const rows = db.prepare(`SELECT ${COLUMNS} FROM court_case ORDER BY id`).all();
  db.close();
  return rows;
}

test("the run after a killed one fills the columns that are still empty", async () => {
  const today = makeCorpus(LINES);
  const old = `${today}.version-7`;
  makeVersion(7, today, old);
  const db = openForWriting(old);
  let steps = 0;
  const killed = (): void => {
    fillNumbers(db, (work) => (++steps > 2 ? stop() : db.transaction(work)()), 3);
  };
  expect(killed).toThrow("killed");
  fillNumbers(db, (work) => db.transaction(work)(), 3);
  fillNumbers(db, () => stop());
  db.close();
  expect(columnsOf(old)).toEqual(columnsOf(today));
  expect(columnsOf(old)[1]).toMatchObject({ word_count: 100, cardinality: null, pagerank_raw: 1e-7 });
  await expectWhole(old);
  using v1 = openV1(old);
  const { results } = v1.list("cases", {
    ordering: "-analysis.word_count",
    "analysis.word_count__lte": "800",
  });
  expect(results.map(({ id }) => id)).toEqual([9, 7, 6, 5, 4, 3, 2, 1]);
});

test("verify finds columns that differ from the analysis", async () => {
  const path = makeCorpus(LINES);
  const db = new Database(path);
  db.exec("UPDATE court_case SET pagerank_percentile = 0.999 WHERE id = 3");
  db.close();
  const found = problemsIn(await verifyCorpus(path, { depth: "all" }));
  expect(found).toEqual(["index words: case 3: its columns differ from its analysis"]);
});

function stop(): never {
  throw new Error("killed");
}
