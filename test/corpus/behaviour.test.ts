/** Rows of docs/interface.md, "Behaviour by example", that test/http/behaviour does not cover: finding and filtering. */
import { expect, test } from "vitest";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { line } from "./records.ts";
import { walk } from "./walk.ts";

function ids(corpus: V1, question: Parameters): number[] {
  return corpus.list("cases", question).results.map(({ id }) => id);
}

function open(...records: unknown[]): V1 {
  return openV1(makeCorpus(records));
}

test("row 12: last_updated takes a date and an instant, with its + as a URL without escapes has it", () => {
  using corpus = open(
    line(1, { last_updated: "2023-07-14T19:38:59.743188+00:00" }),
    line(2),
    line(3, { last_updated: "2022-01-01T00:00:00Z" }),
  );
  for (const last_updated_min of [
    "2023-07-14",
    "2023-07-14T21:38:59.743188+02:00",
    "2023-07-14T19:38:59.743188 00:00",
  ])
    expect([last_updated_min, ids(corpus, { last_updated_min })]).toEqual([last_updated_min, [1]]);
  expect(() => ids(corpus, { last_updated_min: "2023" })).toThrow("Expected an ISO 8601 date or time.");
  expect(ids(corpus, { last_updated_max: "2023-07-14", ordering: "last_updated" })).toEqual([3, 1]);
});

test.each<[Parameters, number[]]>([
  [{}, [1, 2, 3]],
  [{ ordering: "-decision_date" }, [3, 2, 1]],
  [{ search: "library" }, [3, 2, 1]],
  [{ search: "library", ordering: "relevance" }, [3, 2, 1]],
  [{ search: "library", ordering: "-relevance" }, [1, 2, 3]],
])("row 19: %j turned round, and the most frequent word first", (question, wanted) => {
  const named = (n: number) =>
    line(n, { name: "library ".repeat(n), name_abbreviation: "x", decision_date: `200${n}` });
  using corpus = open(named(2), named(1), named(3));
  const walked = walk(corpus, { ...question, page_size: 1 });
  expect([walked.forth, walked.back]).toEqual([wanted, wanted]);
});

test("cite reads every spelling of a citation, and never drops the page of a quotation", () => {
  const cited = (cite: string) => ({ citations: [{ type: "official", cite }] });
  using corpus = open(line(1, cited("1 Ill. App. 17")), line(2, cited("1 Ill. App. 17")), line(3));
  for (const cite of ["1 Ill. App. 17", "1 Ill.App. 17", "1 ill app 17", "1 ILL. APP., 17", "1illapp17"])
    expect([cite, ids(corpus, { cite }).sort()]).toEqual([cite, [1, 2]]);
  for (const cite of ["1 Ill. App. 17, 18", "1 Ill. App. 17 at 18", "1 Ill. App. 1", "Ill. App. 17"])
    expect([cite, ids(corpus, { cite })]).toEqual([cite, []]);
  expect(corpus.list("citations", { cite: "1ILLAPP17" }).results.map((one) => one.case_id)).toEqual([1, 2]);
});
