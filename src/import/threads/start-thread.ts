/** Starts a thread of this program. */
import { setFlagsFromString } from "node:v8";
import { type TransferListItem, Worker } from "node:worker_threads";

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
 * By how much more than what is in use a heap may grow before it is cleared, in percent. Left alone, V8 lets the main
 * thread's grow to four times that: an import into a million cases took 478 MB, so 416; 40 would make 370 of it, and give
 * the collector's helpers a quarter more to do.
 */
const HEAP_GROWTH = "--heap-growing-percent=100";

/**
 * Heap of a thread, in MB. Left alone it grows by garbage to 300 and more. A line of 64 MiB, the longest there may be,
 * needs some 700 once it is parsed.
 */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24 } as const;

/**
 * Space for new objects that a thread begins with, in MB. A parser makes much that is gone at once: with 4 instead of 1
 * an import takes 7 % less time, and 18 MB more; 8 leave the collector's helpers a fifth less to do.
 */
const YOUNG_SPACE = { "reader-thread": 1, "parser-thread": 8 } as const;

/** @param name of the module beside this one that the thread runs */
export function startThread(
  name: keyof typeof YOUNG_SPACE,
  workerData: unknown = null,
  transferList: TransferListItem[] = [],
): Worker {
  setFlagsFromString(HEAP_GROWTH);
  setFlagsFromString(`--min-semi-space-size=${YOUNG_SPACE[name]}`);
  return new Worker(new URL(`./${name}${EXTENSION}`, import.meta.url), {
    workerData,
    transferList,
    resourceLimits: RESOURCE_LIMITS,
  });
}
