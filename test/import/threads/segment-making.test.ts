/** A thread makes the segments that `makeSegments` makes, while this one goes on. */
import { expect, test } from "vitest";
import { SegmentMaking } from "../../../src/import/threads/segment-making.ts";
import { INDEX_COLUMNS, IndexRows, type PackedRows } from "../../../src/store/segments/index-rows.ts";
import { makeSegments } from "../../../src/store/segments/make-segments.ts";

function rowsFrom(first: number): PackedRows {
  const rows = new IndexRows(2 ** 16);
  for (let nth = 0; nth < 50; nth++)
    rows.add(
      first + nth,
      INDEX_COLUMNS.map((_, column) => `word${nth} the column${column}`),
    );
  return rows.take();
}

test("segments are made in a thread, one after the other", async () => {
  await using making = new SegmentMaking();
  for (const first of [1, 1_000, 2 ** 40]) {
    making.begin(rowsFrom(first));
    expect(making.finish().equals(makeSegments(rowsFrom(first)))).toBe(true);
  }
});

test("a segment that nobody waits for does not keep the thread", async () => {
  const making = new SegmentMaking();
  making.begin(rowsFrom(1));
  await making[Symbol.asyncDispose]();
});

test("the error of FTS5 is thrown by the thread that waits", async () => {
  await using making = new SegmentMaking();
  const rows = rowsFrom(1);
  making.begin({ ...rows, dateRowids: rows.dateRowids.map(() => 2 ** 70) });
  expect(() => making.finish()).toThrow(/^cannot make a segment of the index: .*mismatch/);
  making.begin(rowsFrom(1));
  expect(making.finish().equals(makeSegments(rowsFrom(1)))).toBe(true);
});
