/** A thread that makes segments of the index of words. It answers each message with a segment, or why there is none. */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../domain/errors.ts";
import type { PackedRows } from "../../store/segments/index-rows.ts";
import { makeSegments } from "../../store/segments/make-segments.ts";
import type { SegmentAnswer, SegmentTask, ToSegmentThread } from "./segment-making.ts";

const { answered, port }: SegmentTask = workerData;
if (parentPort === null) throw new Error("the maker of segments was not started as a thread");
const writer = parentPort;

writer.on("message", (rows: ToSegmentThread) => {
  if (rows === null) {
    port.close();
    writer.close();
    return;
  }
  answer(made(rows));
});

function made(rows: PackedRows): SegmentAnswer {
  try {
    // a copy, because the driver's buffers cannot be transferred
    return { made: new Uint8Array(makeSegments(rows)) };
  } catch (error) {
    return { error: messageOf(error) };
  } finally {
    // freed at once
    if (rows.bytes.buffer instanceof ArrayBuffer) rows.bytes.buffer.transfer(0);
  }
}

/** The writer's thread sleeps until the number changes. */
function answer(message: SegmentAnswer): void {
  port.postMessage(message, "made" in message ? [message.made.buffer] : []);
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
}
