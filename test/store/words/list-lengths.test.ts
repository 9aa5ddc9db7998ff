import { expect, test } from "vitest";
import { openForWriting } from "../../../src/store/database/open-database.ts";
import { costOfNode, listLengthsOf } from "../../../src/store/words/list-lengths.ts";
import { parseSearch } from "../../../src/text/search-query.ts";
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

test("costOfNode counts no further lists of alternatives once one of them is long", () => {
  const counted: string[] = [];
  const lengthOf = (token: string): number => {
    counted.push(token);
    return token === "b" ? Number.POSITIVE_INFINITY : 3;
  };

  expect(costOfNode(parseSearch("a | c"), lengthOf)).toBe(6);
  expect(costOfNode(parseSearch("a | b | c"), lengthOf)).toBe(Number.POSITIVE_INFINITY);
  expect(counted).toEqual(["a", "c", "a", "b"]);
});
