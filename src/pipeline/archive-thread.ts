/** The main thread's end of an archive worker: its batches, in order, as they are asked for. */
import { once } from "node:events";
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
}

interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: Place;
  readonly hint?: string;
}

export type FromWorker =
  | { readonly kind: "batch"; readonly batch: RecordBatch }
  | { readonly kind: "end"; readonly fault: Fault | null };

/** Batches that may wait: one is written, one is ready, one is being made. */
const BATCHES_AHEAD = 2;
/**
 * Heap of the worker, in MB. Left alone it grows by garbage to 300 and more. A line of 64 MiB, the longest there may be,
 * needs some 700 once it is parsed.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24 } as const;
/** Development runs the TypeScript itself, a published package what was compiled from it. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));

/**
 * Reads and prepares an archive in a thread of its own.
 *
 * @throws CaselawError `corrupt` when the archive cannot be read to its end, after the batches before the fault
 */
export async function* readInThread(task: ArchiveTask): AsyncGenerator<RecordBatch> {
  const worker = new Worker(new URL(`./archive-worker${EXTENSION}`, import.meta.url), {
    workerData: task,
    resourceLimits: RESOURCE_LIMITS,
  });
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
  try {
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead++) worker.postMessage("next");
    for (;;) {
      while (messages.length === 0 && failure === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      if (failure !== undefined) throw failure;
      const message = messages.shift();
      if (message === undefined) continue;
      if (message.kind === "end") {
        if (message.fault !== null) throw faultOf(message.fault);
        return;
      }
      yield message.batch;
      worker.postMessage("next");
    }
  } finally {
    await stop(worker);
  }
}

async function stop(worker: Worker): Promise<void> {
  const gone = once(worker, "exit");
  await worker.terminate();
  await Promise.race([gone, Promise.resolve()]);
}

function faultOf({ code, message, at, hint }: Fault): CaselawError {
  return new CaselawError(code, message, { at, hint });
}
