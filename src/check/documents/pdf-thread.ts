/** The thread that reads one PDF: its text, or why it cannot be read. */
import { parentPort, workerData } from "node:worker_threads";
import { extractText, getDocumentProxy } from "unpdf";
import { messageOf } from "../../domain/errors.ts";
import type { PdfAnswer } from "./pdf-text.ts";

async function read(bytes: Uint8Array): Promise<PdfAnswer> {
  try {
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    return { pages: (await extractText(pdf, { mergePages: false })).text };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

void read(workerData).then((answer) => parentPort?.postMessage(answer));
