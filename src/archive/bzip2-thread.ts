/** A thread that decodes blocks of bzip2 for bzip2-threads.ts, until it is asked to end. */
import { parentPort } from "node:worker_threads";
import { Bzip2Decoder, type DecodedBlock } from "./bzip2-decoder.ts";

/** A block; null ends the thread. */
export type ToBzip2Thread = { readonly packed: Uint8Array<ArrayBuffer>; readonly from: number } | null;

const decoder = new Bzip2Decoder();

parentPort?.on("message", (task: ToBzip2Thread) => {
  if (task === null) return parentPort?.close();
  const block: DecodedBlock = decoder.decode(task.packed, task.from);
  // frees its memory, of which the collector would leave much behind
  task.packed.buffer.transfer(0);
  parentPort?.postMessage(block, [block.text.buffer]);
});
