/** Filters with a suffix at their limits; test/corpus/agree compares their answers with an oracle. */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";

test("more years than SQLite's expressions are deep are taken", () => {
  using v1 = openV1(
    makeCorpus([line(1, { decision_date: "1988" }), line(2, { decision_date: "1188-05-01" })]),
  );
  const years = Array.from({ length: 1_300 }, (_, n) => String(500 + n).padStart(4, "0")).join("__");
  const ids = (asked: object) => v1.list("cases", { ...asked }).results.map(({ id }) => id);
  expect(ids({ decision_date__in: years })).toEqual([2]);
  expect(ids({ decision_date__exclude: years })).toEqual([1]);
});
