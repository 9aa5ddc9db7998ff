/**
 * Reads the text layer of a PDF in a thread of its own: a megabyte can unpack to gigabytes, which pdf.js keeps. The thread is ended
 * when it needs too much memory.
 */
import { Worker } from "node:worker_threads";

/** Development runs the TypeScript itself, a published package what was compiled from it. */
const EXTENSION = import.meta.url.slice(import.meta.url.lastIndexOf("."));
/** Megabytes by which the process may grow: a brief of a hundred pages takes some 100. */
const MAX_GROWTH_MB = 256;
const MAX_HEAP_MB = 256;
/** How often the memory is looked at: pdf.js unpacks some 60 MB in a second. */
const LOOK_MS = 20;

/** What the thread answers. */
export type PdfAnswer = { readonly pages: readonly string[] } | { readonly fault: string };

/** The text of each page. @throws Error with the reason if it cannot be read */
export async function pdfPages(bytes: Uint8Array): Promise<readonly string[]> {
  const thread = new Worker(new URL(`./pdf-thread${EXTENSION}`, import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>();
  const before = process.memoryUsage.rss();
  const look = setInterval(() => {
    if (process.memoryUsage.rss() - before > MAX_GROWTH_MB * 2 ** 20) reject(tooLarge());
  }, LOOK_MS);
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooLarge() : error),
  );
  try {
    const answer = await promise;
    if ("fault" in answer) throw new Error(answer.fault);
    return answer.pages;
  } finally {
    clearInterval(look);
    await thread.terminate();
  }
}

function tooLarge(): Error {
  return new Error("it takes too much memory");
}
