/** Starts a thread of this program. */
import { setFlagsFromString } from "node:v8";
import { type TransferListItem, Worker } from "node:worker_threads";

/** Development runs the TypeScript itself, a published package what was compiled from it. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
/**
 * In a thread that runs TypeScript, Node removes the types by WebAssembly. V8 recompiles its calls back into JavaScript after
 * a thousand of them, and freeing the code before then ended the process about once in 200 threads (Node 24.21,
 * `ThreadIsolation::UnregisterWasmAllocation` in the trace). This number of calls is never reached.
 */
const NO_TIER_UP = "--wasm-wrapper-tiering-budget=2000000000";
if (EXTENSION === ".ts") setFlagsFromString(NO_TIER_UP);

/**
 * How much more than what is in use a heap may grow before it is collected, in percent. V8's own choice lets the main
 * thread's heap grow to four times that. With 40 instead of 100 an import of 140,000 short cases takes 20 MB less, and as long.
 */
const HEAP_GROWTH = "--heap-growing-percent=40";

/**
 * Heap of a thread, in MB. Without this limit garbage makes it grow to 300 and more. A line of 64 MiB, the longest that is
 * read, needs some 700 once it is parsed.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24 } as const;

/**
 * Space for new objects that a thread begins with, in MB. Most objects of these threads become garbage at once: with 1 in
 * the reader an import took a quarter longer. 16 is no faster than 8 and takes a tenth more memory.
 */
const YOUNG_SPACE = "--min-semi-space-size=8";

/**
 * New objects are collected by the thread that made them. V8's helpers share the processors with the threads of the import, which
 * took 3 % more CPU and time with them.
 */
const SERIAL_COLLECTION = "--no-parallel-scavenge";

/**
 * Objects begin in the space of new objects. V8's own choice puts those that lived for a while at first (here: until their chunk was
 * sent) into the old space from then on, and marked a parser's heap 67 times instead of 3 in an import of some 115,000 short cases. Without
 * it an import took 4 % less time (four runs of each) and 10 MB less.
 */
const ALL_BEGIN_YOUNG = "--no-allocation-site-pretenuring";

/** @param name of the module in this folder that the thread runs */
export function startThread(
  name: "reader-thread" | "parser-thread",
  workerData: unknown = null,
  transferList: TransferListItem[] = [],
): Worker {
  setFlagsFromString(HEAP_GROWTH);
  setFlagsFromString(YOUNG_SPACE);
  setFlagsFromString(SERIAL_COLLECTION);
  setFlagsFromString(ALL_BEGIN_YOUNG);
  return new Worker(new URL(`./${name}${EXTENSION}`, import.meta.url), {
    // shown by the system's tools
    name,
    workerData,
    transferList,
    resourceLimits: RESOURCE_LIMITS,
  });
}
