/** The lengths of lists that FTS5 counts, and of longer ones whose pages are read. */
import { expect, test } from "vitest";
import { openForWriting } from "../../../src/store/database/open-database.ts";
import { listLengthsOf } from "../../../src/store/words/list-lengths.ts";
import { tempFolder } from "../../support/temp-folder.ts";

test("listLengthsOf counts lists up to a bound, and counts further for a higher one", () => {
  const db = openForWriting(`${tempFolder()}/corpus.db`);
  const insert = db.prepare("INSERT INTO case_words (rowid, opinions) VALUES (?, ?)");
  db.transaction(() => {
    for (let rowid = 1; rowid <= 5_000; rowid++)
      insert.run(rowid, rowid % 5 === 0 ? "often seldom" : "often");
  })();
  const words = ["often", "seldom", "never"];
  expect(words.map(listLengthsOf(db, 500))).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0]);
  expect(words.map(listLengthsOf(db, 2_500))).toEqual([Number.POSITIVE_INFINITY, 1_000, 0]);
  expect(words.map(listLengthsOf(db, 5_000))).toEqual([5_000, 1_000, 0]);
  db.close();
});
