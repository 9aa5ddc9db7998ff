/** A thread makes the segments that `SegmentBuilder` makes. */
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { startThread } from "../../../src/import/threads/start-thread.ts";
import { ThreadedSegmentMaker } from "../../../src/import/threads/threaded-segment-maker.ts";
import { INDEX_COLUMNS } from "../../../src/store/segments/index-rows.ts";
import { SegmentBuilder } from "../../../src/store/segments/segment-builder.ts";
import { readSegmentRows, type SegmentRow } from "../../../src/store/segments/segment-rows.ts";
import { type Row, segmentOf } from "../../support/index-of-words.ts";

const NO_ROWS = { dateRowids: [], starts: [], lengths: [], bytes: new Uint8Array(0) };
const TOO_MANY = { ...NO_ROWS, dateRowids: Array.from({ length: 2 ** 24 }, (_, nth) => nth) };

function rowsFrom(first: number): Row[] {
  return Array.from({ length: 50 }, (_, nth) => ({
    dateRowid: first + nth,
    columns: INDEX_COLUMNS.map((_, column) => `word${nth} the column${column}`),
  }));
}

function rowsOf(parts: Iterable<Uint8Array>): SegmentRow[] {
  return [...readSegmentRows(Array.from(parts, (part) => new Uint8Array(part)))];
}

/** Starts another thread instead. */
function threadOf(code: string, onStart: (thread: Worker) => void = () => {}): typeof startThread {
  return (_name, workerData, transferList = []) => {
    const thread = new Worker(code, { eval: true, workerData, transferList });
    onStart(thread);
    return thread;
  };
}

test("segments are made in a thread, one after the other", async () => {
  await using maker = new ThreadedSegmentMaker();
  for (const first of [1, 1_000, 2 ** 40])
    expect(rowsOf(segmentOf(maker, rowsFrom(first)))).toEqual(
      rowsOf(segmentOf(new SegmentBuilder(), rowsFrom(first))),
    );
});

test("a segment that was begun and not finished is discarded", async () => {
  await using maker = new ThreadedSegmentMaker();
  maker.begin(NO_ROWS);
  expect(rowsOf(segmentOf(maker, rowsFrom(1)))).toEqual(rowsOf(segmentOf(new SegmentBuilder(), rowsFrom(1))));
  maker.begin(NO_ROWS);
});

test("an error in the thread is thrown where the segment is awaited", async () => {
  await using maker = new ThreadedSegmentMaker();
  maker.begin(TOO_MANY);
  expect(() => maker.finish()).toThrow(/^cannot make a segment of the index: .* at most 16777215 rows/);
  expect(rowsOf(segmentOf(maker, rowsFrom(1)))).toEqual(rowsOf(segmentOf(new SegmentBuilder(), rowsFrom(1))));
});

test.each([
  ["by an error", 'throw new Error("broken")', "broken"],
  ["without an error", "process.exit(0)", "has ended"],
])("a thread that ends %s is reported", async (_, code, message) => {
  const started: Worker[] = [];
  await using maker = new ThreadedSegmentMaker(threadOf(code, (thread) => started.push(thread)));
  maker.begin(NO_ROWS);
  await Promise.all(started.map((thread) => new Promise((resolve) => thread.once("exit", resolve))));
  expect(() => maker.finish()).toThrow(message);
  expect(() => maker.begin(NO_ROWS)).toThrow(message);
});

test("a thread that does not answer is given up after a time, and ended", async () => {
  const silent = 'require("node:worker_threads").workerData.port.on("message", () => { for (;;); })';
  await using maker = new ThreadedSegmentMaker(threadOf(silent), 1);
  maker.begin(NO_ROWS);
  expect(() => maker.finish()).toThrow("does not answer");
  expect(() => maker.begin(NO_ROWS)).toThrow("does not answer");
});

test("no segment is awaited that was not begun", async () => {
  await using maker = new ThreadedSegmentMaker();
  expect(() => maker.finish()).toThrow("no segment was begun");
  segmentOf(maker, rowsFrom(1));
  expect(() => maker.finish()).toThrow("no segment was begun");
});
