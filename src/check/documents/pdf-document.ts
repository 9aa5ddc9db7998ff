/**
 * Reads the text layer of a PDF in a thread of its own: a megabyte can unpack to gigabytes, which pdf.js keeps. The thread is ended
 * when it needs too much memory.
 */
import { Worker } from "node:worker_threads";
import type { Draft } from "../draft.ts";

/** Development runs the TypeScript itself, a published package what was compiled from it. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
/** Of JavaScript's objects, and of the buffers outside the heap. A brief of a hundred pages takes some 100 together. */
const MAX_HEAP_MB = 256;
const MAX_BUFFERS_MB = 256;
/** How often the memory is looked at: pdf.js unpacks some 60 MB in a second. */
const LOOK_MS = 20;

export type PdfAnswer = { readonly draft: Draft } | { readonly fault: string };

/** @throws Error with the reason if it cannot be read */
export async function readPdf(bytes: Uint8Array): Promise<Draft> {
  const thread = new Worker(new URL(`./pdf-thread${EXTENSION}`, import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>();
  const look = setInterval(() => {
    // answered between two instructions of the thread, however busy it is; it fails once the thread has ended
    void thread.getHeapStatistics().then(
      ({ external_memory: buffers }) => {
        if (buffers > MAX_BUFFERS_MB * 2 ** 20) reject(tooLarge());
      },
      () => {},
    );
  }, LOOK_MS);
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : error),
  );
  try {
    const answer = await promise;
    if ("fault" in answer) throw new Error(answer.fault);
    return answer.draft;
  } finally {
    clearInterval(look);
    await thread.terminate();
  }
}

function tooLarge(): Error {
  return new Error("it takes too much memory");
}
