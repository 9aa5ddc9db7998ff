/** The thread of a `ThreadedSegmentMaker`: it answers rows with a segment, or with an error, until its port is closed. */
import { workerData } from "node:worker_threads";
import { messageOf } from "../../domain/errors.ts";
import { SegmentBuilder } from "../../store/segments/segment-builder.ts";
import type { SegmentAnswer, SegmentTask, SentRows } from "./threaded-segment-maker.ts";

const { answered, port }: SegmentTask = workerData;
const builder = new SegmentBuilder();

port.on("message", (rows: SentRows) => {
  const answer = answerTo(rows);
  port.postMessage(answer, "parts" in answer ? answer.parts.map((part) => part.buffer) : []);
  // the writer's thread sleeps until the number changes
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
});

function answerTo(rows: SentRows): SegmentAnswer {
  try {
    builder.begin(rows);
    // freed now: otherwise they wait for a collection
    rows.bytes.buffer.transfer(0);
    return { parts: Array.from(builder.finish(), (part) => new Uint8Array(part)) };
  } catch (error) {
    return { error: messageOf(error) };
  }
}
