/**
 * A thread that decodes blocks of bzip2 for bzip2.ts, until it is asked to end: the WebAssembly that does it
 * (decode-bzip2.as.ts), with Node's types.
 */
import { parentPort } from "node:worker_threads";
import { DECODE_BZIP2 } from "./decode-bzip2.wasm.ts";

/** A block; null ends the thread. */
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

/** Results of `Bzip2Decoder.decode`, as the WebAssembly numbers them. */
const RESULTS = ["fine", "damaged", "cut"] as const;

export interface DecodedBlock {
  /** `cut`: the input ends in the block. */
  readonly result: (typeof RESULTS)[number];
  /** The bit of the input after the block. */
  readonly end: number;
  /** Its bytes before runs are written out; empty if the result is not `fine`. */
  readonly text: Uint8Array<ArrayBuffer>;
}

class Bzip2Decoder {
  readonly #exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(DECODE_BZIP2, "base64")))
    .exports;
  readonly #memory = Buffer.from(this.#exports.memory.buffer);

  constructor() {
    this.#exports.start();
  }

  /**
   * @param packed at most as many bytes as a block can have
   * @param from bit at which the block's magic number begins
   */
  decode(packed: Uint8Array, from: number): DecodedBlock {
    const { INPUT, TEXT, decode, end, textBytes } = this.#exports;
    this.#memory.set(packed, INPUT.value);
    const result = RESULTS[decode(from, packed.length)] ?? "damaged";
    const bytes = result === "fine" ? textBytes() : 0;
    const text = new Uint8Array(this.#memory.subarray(TEXT.value, TEXT.value + bytes));
    return { result, end: end(), text };
  }
}

const decoder = new Bzip2Decoder();

parentPort?.on("message", (task: ToBzip2Thread) => {
  if (task === null) return parentPort?.close();
  const block: DecodedBlock = decoder.decode(task.packed, task.from);
  // frees its memory, of which the collector would leave much behind
  task.packed.buffer.transfer(0);
  parentPort?.postMessage(block, [block.text.buffer]);
});
