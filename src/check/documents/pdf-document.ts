/** Reads the text layer of a PDF in a process of its own, because a string that is larger than the memory ends the process, not only a thread. */
import { fork } from "node:child_process";
import { MODULE_EXTENSION } from "../../domain/thread-module.ts";
import type { Draft } from "../draft.ts";

export type PdfAnswer = { readonly draft: Draft } | { readonly fault: string };

/** The fault of a file that takes too much memory, and of a process that ends without an answer. */
export const TOO_LARGE = "it takes too much memory";

/** What the process is asked. */
export interface PdfQuestion {
  readonly bytes: Uint8Array;
  readonly maxSeconds: number;
}

/** 10,000 pages take half of it. */
const MAX_SECONDS = 60;

/** @throws Error with the reason if it cannot be read */
export async function readPdf(bytes: Uint8Array, maxSeconds = MAX_SECONDS): Promise<Draft> {
  const reader = fork(new URL(`./pdf-process${MODULE_EXTENSION}`, import.meta.url), [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>();
  reader.once("message", resolve);
  reader.once("error", reject);
  reader.once("exit", () => resolve({ fault: TOO_LARGE }));
  reader.send({ bytes, maxSeconds } satisfies PdfQuestion, (error) => {
    if (error !== null) resolve({ fault: TOO_LARGE });
  });
  const answer = await promise;
  if ("fault" in answer) throw new Error(answer.fault);
  return answer.draft;
}
