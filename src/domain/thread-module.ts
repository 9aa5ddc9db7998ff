/** How the program starts its threads, whichever folder they belong to. */
import { setFlagsFromString } from "node:v8";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** The extension of the modules that start threads and processes: `.ts` in development, `.js` in a published package. */
export const MODULE_EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
/**
 * In a thread that runs TypeScript, Node removes the types by WebAssembly. V8 recompiles its calls back into JavaScript after
 * a thousand of them, and freeing the code before then ended the process about once in 200 threads (Node 24.21,
 * `ThreadIsolation::UnregisterWasmAllocation` in the trace). This number of calls is never reached.
 */
const NO_TIER_UP = "--wasm-wrapper-tiering-budget=2000000000";

/**
 * Starts a thread.
 *
 * @param module name of the thread's module without its extension, which the system's tools show
 * @param caller `import.meta.url` of a module in the same folder
 */
export function startThreadModule(module: string, caller: string, options: WorkerOptions = {}): Worker {
  if (MODULE_EXTENSION === ".ts") setFlagsFromString(NO_TIER_UP);
  return new Worker(new URL(`./${module}${MODULE_EXTENSION}`, caller), { name: module, ...options });
}
