/**
 * The process that reads one PDF, in a thread, which is ended when it needs too much memory or time: a megabyte can unpack to gigabytes,
 * which pdf.js keeps, and a form within a form within a form is read once for each.
 */
import { messageOf } from "../../domain/errors.ts";
import { startThreadModule } from "../../domain/thread-module.ts";
import { type PdfAnswer, type PdfQuestion, TOO_LARGE } from "./pdf-document.ts";

/** Of JavaScript's objects, and of the buffers outside the heap. A brief of a hundred pages takes some 100 together. */
const MAX_HEAP_MB = 256;
const MAX_BUFFERS_MB = 256;
/** How often the memory is looked at: pdf.js unpacks some 60 MB in a second. */
const LOOK_MS = 20;

async function read({ bytes, maxSeconds }: PdfQuestion): Promise<PdfAnswer> {
  const thread = startThreadModule("pdf-thread", import.meta.url, {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // who asked is gone
  process.once("disconnect", () => void thread.terminate());
  const { promise, resolve } = Promise.withResolvers<PdfAnswer>();
  const fail = (fault: string): void => resolve({ fault });
  const look = setInterval(() => {
    // answered between two instructions of the thread, however busy it is; it fails once the thread has ended
    void thread.getHeapStatistics().then(
      ({ external_memory: buffers }) => {
        if (buffers > MAX_BUFFERS_MB * 2 ** 20) fail(TOO_LARGE);
      },
      () => {},
    );
  }, LOOK_MS);
  const clock = setTimeout(() => fail(`it takes longer than ${maxSeconds} seconds`), maxSeconds * 1000);
  thread.once("message", resolve);
  thread.once("error", (error: NodeJS.ErrnoException) =>
    fail(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? TOO_LARGE : messageOf(error)),
  );
  thread.once("exit", () => fail(TOO_LARGE));
  try {
    return await promise;
  } finally {
    clearInterval(look);
    clearTimeout(clock);
    await thread.terminate();
  }
}

process.once("message", (question: PdfQuestion) => {
  void read(question).then((answer) => process.send?.(answer, () => process.disconnect()));
});
