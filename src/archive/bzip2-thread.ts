/**
 * A thread that decodes blocks of bzip2 for bzip2.ts, until it is asked to end: the WebAssembly that does it
 * (decode-bzip2.as.ts), with Node's types.
 */
import { parentPort } from "node:worker_threads";
import { DECODE_BZIP2 } from "./decode-bzip2.wasm.ts";

/** Bytes that begin with a block, and the bit at which its magic number begins; null ends the thread. */
export type ToBzip2Thread = { readonly packed: Uint8Array<ArrayBuffer>; readonly from: number } | null;

type Constant = "INPUT" | "TEXT";

interface Exports extends Readonly<Record<Constant, { readonly value: number }>> {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly start: () => void;
  readonly decode: (from: number, bytes: number) => number;
  readonly end: () => number;
  readonly textBytes: () => number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

/** Results of `decode`, as the WebAssembly numbers them. */
const RESULTS = ["fine", "damaged", "cut"] as const;

export interface DecodedBlock {
  /** `cut`: the input ends in the block. */
  readonly result: (typeof RESULTS)[number];
  /** The bit of the input after the block. */
  readonly end: number;
  /** Its bytes before runs are written out; empty if the result is not `fine`. */
  readonly text: Uint8Array<ArrayBuffer>;
}

const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(DECODE_BZIP2, "base64")));
const memory = Buffer.from(exports.memory.buffer);
exports.start();

parentPort?.on("message", (task: ToBzip2Thread) => {
  if (task === null) return parentPort?.close();
  const { packed, from } = task;
  memory.set(packed, exports.INPUT.value);
  const result = RESULTS[exports.decode(from, packed.length)] ?? "damaged";
  const start = exports.TEXT.value;
  const bytes = result === "fine" ? exports.textBytes() : 0;
  const text = new Uint8Array(memory.subarray(start, start + bytes));
  // freed at once, before the collector would free it
  packed.buffer.transfer(0);
  parentPort?.postMessage({ result, end: exports.end(), text } satisfies DecodedBlock, [text.buffer]);
});
