/** A thread makes the segments that `makeSegments` makes, while this one goes on. */
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { ThreadedSegmentMaker } from "../../../src/import/threads/threaded-segment-maker.ts";
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

/** Starts another thread instead. */
function threadOf(code: string) {
  return () => new Worker(code, { eval: true });
}

const READY = 'const { parentPort } = require("node:worker_threads"); parentPort.postMessage("ready");';

test("segments are made in a thread, one after the other", async () => {
  await using maker = await ThreadedSegmentMaker.start();
  for (const first of [1, 1_000, 2 ** 40]) {
    maker.begin(rowsFrom(first));
    expect(maker.finish().equals(makeSegments(rowsFrom(first)))).toBe(true);
  }
});

test("closing ends the thread although a segment was not taken", async () => {
  const maker = await ThreadedSegmentMaker.start();
  maker.begin(rowsFrom(1));
  await maker[Symbol.asyncDispose]();
});

test("an error of FTS5 in the thread is thrown where the segment is awaited", async () => {
  await using maker = await ThreadedSegmentMaker.start();
  const rows = rowsFrom(1);
  maker.begin({ ...rows, dateRowids: rows.dateRowids.map(() => 2 ** 70) });
  expect(() => maker.finish()).toThrow(/^cannot make a segment of the index: .*mismatch/);
  maker.begin(rowsFrom(1));
  expect(maker.finish().equals(makeSegments(rowsFrom(1)))).toBe(true);
});

test("a thread that cannot be started, or that ends, is reported", async () => {
  await expect(ThreadedSegmentMaker.start(threadOf('throw new Error("no thread")'))).rejects.toThrow(
    "no thread",
  );
  await expect(ThreadedSegmentMaker.start(threadOf(""))).rejects.toThrow("has ended");
  const ending = await ThreadedSegmentMaker.start(
    threadOf(`${READY} parentPort.once("message", () => { throw new Error("broken"); });`),
  );
  ending.begin(rowsFrom(1));
  await ending[Symbol.asyncDispose]();
  expect(() => ending.finish()).toThrow("broken");
});

test("a thread that does not answer is given up after a time, once", async () => {
  await using maker = await ThreadedSegmentMaker.start(
    threadOf(`${READY} parentPort.on("message", (rows) => { if (rows === null) parentPort.close(); });`),
    10,
  );
  maker.begin(rowsFrom(1));
  expect(() => maker.finish()).toThrow("does not answer");
  expect(() => maker.begin(rowsFrom(1))).toThrow("does not answer");
});
