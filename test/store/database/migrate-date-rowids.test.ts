/** Version 7 assigns new date rowids and rebuilds the index of words. */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { readFormBody } from "../../../src/casebody/read-form.ts";
import { openForWriting } from "../../../src/store/database/open-database.ts";
import { LEVELS, UNDATED } from "../../../src/store/dates/date-rowid-levels.ts";
import { CorpusWriter } from "../../../src/store/write/corpus-writer.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { makeVersion } from "../../support/old-corpus.ts";
import { expectWhole } from "../../support/verify.ts";

test("the next run gives the cases of full days and those without a date rowids in their levels", async () => {
  const dateOf = (id: number): string | null => (id > 40 ? null : "1988-05-20");
  const today = makeCorpus(
    Array.from({ length: 43 }, (_, n) => line(n + 1, { decision_date: dateOf(n + 1) })),
  );
  const old = `${today}.version-6`;
  makeVersion(6, today, old);
  openForWriting(old).close();
  expect(ranksOf(old).filter((rank) => rank < 0)).toHaveLength(43);
  {
    using writer = new CorpusWriter(old, readFormBody);
    writer.reindexOutdatedCases();
  }
  const level = LEVELS.map(({ from, to }) => ranksOf(old).filter((rank) => rank >= from && rank < to).length);
  expect(level).toEqual([32, 8, 0]);
  expect(ranksOf(old).filter((rank) => rank >= UNDATED.from)).toHaveLength(3);
  await expectWhole(old);
  using corpus = openV1(old);
  const { results } = corpus.list("cases", { search: "case", ordering: "decision_date" });
  expect(results.map(({ id }) => id)).toEqual(Array.from({ length: 43 }, (_, n) => n + 1));
});

function ranksOf(path: string): number[] {
  const db = new Database(path);
  const ranks = db.prepare<[], number>("SELECT rank FROM court_case ORDER BY rank").pluck().all();
  db.close();
  return ranks;
}
