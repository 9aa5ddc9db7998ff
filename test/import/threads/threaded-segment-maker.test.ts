/** A thread makes the segments that `SegmentBuilder` makes, while this one goes on. */
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { ThreadedSegmentMaker } from "../../../src/import/threads/threaded-segment-maker.ts";
import { INDEX_COLUMNS, IndexRows, type PackedRows } from "../../../src/store/segments/index-rows.ts";
import { SegmentBuilder } from "../../../src/store/segments/segment-builder.ts";
import { readSegmentRows, type SegmentRow } from "../../../src/store/segments/segment-rows.ts";

function rowsFrom(first: number): PackedRows {
  const rows = new IndexRows(2 ** 16);
  for (let nth = 0; nth < 50; nth++)
    rows.add(
      first + nth,
      INDEX_COLUMNS.map((_, column) => `word${nth} the column${column}`),
    );
  return rows.take();
}

function rowsOf(parts: Iterable<Uint8Array>): SegmentRow[] {
  return [...readSegmentRows(Array.from(parts, (part) => new Uint8Array(part)))];
}

function builtFrom(first: number): SegmentRow[] {
  return rowsOf(new SegmentBuilder().build(rowsFrom(first)));
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
    expect(rowsOf(maker.finish())).toEqual(builtFrom(first));
  }
});

test("closing ends the thread although a segment was not taken", async () => {
  const maker = await ThreadedSegmentMaker.start();
  maker.begin(rowsFrom(1));
  await maker[Symbol.asyncDispose]();
});

test("an error in the thread is thrown where the segment is awaited", async () => {
  await using maker = await ThreadedSegmentMaker.start();
  maker.begin({ ...rowsFrom(1), dateRowids: Array.from({ length: 2 ** 24 }, (_, nth) => nth) });
  expect(() => maker.finish()).toThrow(/^cannot make a segment of the index: .* at most 16777215 rows/);
  maker.begin(rowsFrom(1));
  expect(rowsOf(maker.finish())).toEqual(builtFrom(1));
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
