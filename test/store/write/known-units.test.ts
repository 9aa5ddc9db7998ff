import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { openKnownUnits } from "../../../src/store/write/known-units.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

test("openKnownUnits closes the corpus if a table is missing: no log is left", () => {
  const path = makeCorpus([line(1)]);
  const db = new Database(path);
  db.exec("DROP TABLE download");
  db.close();
  const before = readdirSync(dirname(path));
  expect(() => openKnownUnits(path)).toThrow("no such table: download");
  expect(readdirSync(dirname(path))).toEqual(before);
});
