/** A thread that makes segments of the index of words. It says when it is ready, and answers each message with a segment or an error. */
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../domain/errors.ts";
import type { PackedRows } from "../../store/segments/index-rows.ts";
import { SegmentBuilder } from "../../store/segments/segment-builder.ts";
import type { SegmentAnswer, SegmentTask, ToSegmentThread } from "./threaded-segment-maker.ts";

const { answered, port }: SegmentTask = workerData;
if (parentPort === null) throw new Error("the maker of segments was not started as a thread");
const writer = parentPort;
const builder = new SegmentBuilder();

writer.on("message", (rows: ToSegmentThread) => {
  if (rows === null) {
    port.close();
    writer.close();
    return;
  }
  const answer = answerTo(rows);
  port.postMessage(answer, "made" in answer ? answer.made.map((part) => part.buffer) : []);
  // the writer's thread sleeps until the number changes
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
});
writer.postMessage("ready");

function answerTo(rows: PackedRows): SegmentAnswer {
  try {
    const made = Array.from(builder.build(rows), (part) => new Uint8Array(part));
    // frees the memory of the rows now: the next rows may already be on their way
    if (rows.bytes.buffer instanceof ArrayBuffer) rows.bytes.buffer.transfer(0);
    return { made };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
