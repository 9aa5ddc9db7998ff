import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { runSql } from "../support/sql.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";

/** Three releases of a unit: 1 to 4; 2 changed, 4 gone, 5 added; 2 changed again, 4 back, 5 gone. */
const RELEASES = [
  bulkCases(1, 4),
  [bulkCase(1), bulkCase(2, { docket_number: "No. 2a" }), bulkCase(3), bulkCase(5)],
  bulkCases(1, 4),
];
const path = join(keptFolder(), "test.db");

beforeAll(() => {
  using writer = openTestWriter(path);
  for (const [nth, records] of RELEASES.entries()) {
    writer.beginRun("import");
    importRecords(writer, { records, release: `2020-0${nth + 1}-01` });
  }
});

const ROWS = [
  [1, "added", 1, 1],
  [2, "added", 2, 1],
  [3, "added", 3, 1],
  [4, "added", 4, 1],
  [5, "changed", 2, 2],
  [6, "added", 5, 2],
  [7, "removed", 4, 2],
  [8, "changed", 2, 3],
  [9, "added", 4, 3],
  [10, "removed", 5, 3],
];

test("changes tells every row of the log with its run; unchanged cases are in none", () => {
  using corpus = openV1(path);
  const { results, ...rest } = corpus.changes();
  expect(rest).toEqual({ since: 0, until: 10, more: false });
  expect(results.map((one) => [one.number, one.kind, one.case_id, one.run_id])).toEqual(ROWS);
  expect(results[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
});

test("changes since a number tells what came after it, page after page", () => {
  using corpus = openV1(path);
  const first = corpus.changes({ since: 4, limit: 4 });
  expect(first).toMatchObject({ since: 4, until: 10, more: true });
  expect(first.results.map(({ number }) => number)).toEqual([5, 6, 7, 8]);
  expect(corpus.changes({ since: 8, limit: 2 })).toMatchObject({ more: false });
  expect(corpus.changes({ since: 10 })).toEqual({ since: 10, until: 10, more: false, results: [] });
});

test("changes with net tells one line a case: what came and went is left out", () => {
  using corpus = openV1(path);
  const net = (since: number): unknown[] =>
    corpus.changes({ since, net: true }).results.map((one) => [one.kind, one.case_id, one.number]);
  expect(net(0)).toEqual([
    ["added", 1, 1],
    ["added", 2, 8],
    ["added", 3, 3],
    ["added", 4, 9],
  ]);
  expect(net(4)).toEqual([
    ["changed", 2, 8],
    ["changed", 4, 9],
  ]);
  expect(net(7)).toEqual([
    ["changed", 2, 8],
    ["added", 4, 9],
    ["removed", 5, 10],
  ]);
  expect(corpus.changes({ since: 4, net: true, limit: 1 })).toMatchObject({ more: true });
});

test("eachChange gives all, or as many as the limit", () => {
  using corpus = openV1(path);
  expect([...corpus.eachChange({ since: 2 })].map(({ number }) => number)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  expect([...corpus.eachChange({ since: 2, limit: 3 })]).toHaveLength(3);
  expect([...corpus.eachChange({ net: true, limit: 2 })].map((one) => one.case_id)).toEqual([1, 2]);
  // the reader can still be asked
  expect(corpus.list("cases").count).toBe(4);
});

test("changes since a date tells what came at or after it, whatever the clock did", () => {
  const dated = join(tempFolder(), "test.db");
  copyFileSync(path, dated);
  runSql(
    dated,
    `UPDATE change_log
        SET at = CASE WHEN seq <= 4 THEN '2024-03-01T23:59:59.999Z'
                      WHEN seq = 8 THEN '2024-02-01T00:00:00.000Z'
                      ELSE '2024-03-02T00:00:00.000Z' END`,
  );
  using corpus = openV1(dated);
  const since = (date: string): number => corpus.changes({ since: date }).since;
  expect(since("2024-03-02")).toBe(4);
  expect(since("2024-03-01")).toBe(0);
  expect(since("2024-03-02T01:00:00+01:00")).toBe(4);
  expect(since("2024-03-02T00:00:00.001Z")).toBe(10);
  // the row of the clock that was set back is among them
  expect(corpus.changes({ since: "2024-03-02" }).results.map(({ number }) => number)).toContain(8);
});

test.each([
  ["11", "The newest change of this corpus is 10."],
  ["99999999999999999999", "The newest change of this corpus is 10."],
  ["-1", "Enter a change number, a date (YYYY-MM-DD) or an ISO 8601 time."],
  ["2024-13-01", "Enter a change number, a date (YYYY-MM-DD) or an ISO 8601 time."],
  ["yesterday", "Enter a change number, a date (YYYY-MM-DD) or an ISO 8601 time."],
])("changes since %s is refused", (since, message) => {
  using corpus = openV1(path);
  expect(() => corpus.changes({ since })).toThrow(`since: ${message}`);
  expect(() => corpus.eachChange({ since }).next()).toThrow(message);
});
