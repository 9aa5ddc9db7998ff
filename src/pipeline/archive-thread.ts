/** The main thread's end of an archive worker: its batches, in order, as they are asked for. */
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import { CaselawError, type ErrorCode, type Place } from "../domain/errors.ts";
import type { ReferenceRecords } from "../domain/reference.ts";
import type { VolumeContext } from "../sources/read-case.ts";
import type { ReadRecord } from "./records.ts";

export interface ArchiveTask {
  readonly path: string;
  /** Null when there is no corpus yet, of a dry run. */
  readonly corpusPath: string | null;
  readonly unitId: number | null;
  readonly volume: VolumeContext | null;
  /**
   * Whether a record whose digest the unit holds can be passed over. With a newer release only if no other unit holds
   * the case: the release decides which unit's record wins.
   */
  readonly digests: "trusted" | "trusted unless shared";
}

export interface RecordBatch {
  readonly records: readonly ReadRecord[];
  readonly mentioned: ReferenceRecords;
  /** How much of the archive was read by then, from 0 to 1; null when nothing tells how much there is. */
  readonly fraction: number | null;
}

export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: Place;
  readonly hint?: string;
}

export type FromWorker =
  | { readonly kind: "batch"; readonly batch: RecordBatch }
  | { readonly kind: "end"; readonly fault: Fault | null };

export type ToWorker = "next" | "stop";

/** Batches that may wait: one is written, one is ready, one is being made. */
const BATCHES_AHEAD = 2;
/**
 * Heap of the worker, in MB. Left alone it grows by garbage to 300 and more. A line of 64 MiB, the longest there may be,
 * needs some 700 once it is parsed.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 16 } as const;
/** Development runs the TypeScript itself, a published package what was compiled from it. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
/**
 * In a thread that runs TypeScript, Node takes the types off by WebAssembly, whose calls back into JavaScript V8 compiles
 * anew after a thousand of them; freeing the code before then ended the process about once in 200 threads (Node 24.21,
 * `ThreadIsolation::UnregisterWasmAllocation` in the trace). With this many calls to wait for it never comes to that.
 */
const NO_TIER_UP = "--wasm-wrapper-tiering-budget=2000000000";
if (EXTENSION === ".ts") setFlagsFromString(NO_TIER_UP);

/**
 * Reads and prepares an archive in a thread of its own.
 *
 * The thread is asked to stop and never terminated, so that it closes what it holds: a database, an archive.
 *
 * @throws CaselawError `corrupt` when the archive cannot be read to its end, after the batches before the fault
 */
export async function* readInThread(task: ArchiveTask): AsyncGenerator<RecordBatch> {
  const worker = new Worker(new URL(`./archive-worker${EXTENSION}`, import.meta.url), {
    workerData: task,
    resourceLimits: RESOURCE_LIMITS,
  });
  const gone = new Promise<void>((resolve) => void worker.once("exit", () => resolve()));
  const turn = (order: ToWorker): void => worker.postMessage(order);
  try {
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead++) turn("next");
    for await (const message of messagesOf(worker)) {
      if (message.kind === "end") {
        if (message.fault !== null) throw faultOf(message.fault);
        return;
      }
      yield message.batch;
      turn("next");
    }
  } finally {
    turn("stop");
    await gone;
  }
}

/** What the worker says, in order; throws what ended it. */
async function* messagesOf(worker: Worker): AsyncGenerator<FromWorker> {
  const messages: FromWorker[] = [];
  let failure: unknown;
  let wake: () => void = () => {};
  worker.on("message", (message: FromWorker) => {
    messages.push(message);
    wake();
  });
  worker.on("error", (error) => {
    failure = error;
    wake();
  });
  for (;;) {
    const message = messages.shift();
    if (message !== undefined) yield message;
    else if (failure !== undefined) throw failure;
    else
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

function faultOf({ code, message, at, hint }: Fault): CaselawError {
  return new CaselawError(code, message, { at, hint });
}
