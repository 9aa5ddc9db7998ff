/** The WebAssembly that writes out the runs of a block of bzip2 (write-runs.as.ts), with Node's types. */
import { WRITE_RUNS } from "./write-runs.wasm.ts";

interface Exports extends Readonly<Record<"TEXT" | "OUTPUT", { readonly value: number }>> {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly start: () => void;
  readonly begin: (bytes: number) => void;
  readonly write: () => number;
  readonly isWritten: () => number;
  readonly crc: () => number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: Exports };
};

/** One instance is for one file. */
export class RunWriter {
  readonly #exports = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(WRITE_RUNS, "base64")))
    .exports;
  readonly #memory = Buffer.from(this.#exports.memory.buffer);

  constructor() {
    this.#exports.start();
  }

  /**
   * Yields the bytes of a block in chunks of at most 1 MiB, each valid until the next one is requested: a block of runs has up to
   * 46 MB.
   *
   * @returns whether the checksum is that of the bytes; the last chunk is yielded only if it is
   */
  *write(text: Uint8Array, crc: number): Generator<Buffer, boolean> {
    const { TEXT, OUTPUT, begin, write, isWritten } = this.#exports;
    this.#memory.set(text, TEXT.value);
    begin(text.length);
    for (;;) {
      const bytes = write();
      const isEnd = isWritten() !== 0;
      if (isEnd && this.#exports.crc() >>> 0 !== crc) return false;
      yield this.#memory.subarray(OUTPUT.value, OUTPUT.value + bytes);
      if (isEnd) return true;
    }
  }
}
