/** The WebAssembly that decodes blocks of bzip2 (decode-bzip2.as.ts), with Node's types. An instance serves one thread. */
import { DECODE_BZIP2 } from "./decode-bzip2.wasm.ts";

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

/** Packed bytes that a block has at most, as in decode-bzip2.as.ts. */
export const MOST_BLOCK_INPUT = 2_400_000;

export class Bzip2Decoder {
  readonly #exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(DECODE_BZIP2, "base64")))
    .exports;
  readonly #memory = Buffer.from(this.#exports.memory.buffer);

  constructor() {
    this.#exports.start();
  }

  /**
   * @param packed at most `MOST_BLOCK_INPUT` bytes
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
