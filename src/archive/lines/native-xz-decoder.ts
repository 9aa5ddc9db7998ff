/**
 * The xz decoder in native code, of the optional package node-liblzma: it takes half the time of the WebAssembly.
 *
 * The package's stream is asynchronous and hides what happens at a fault, so only its native object is used. Its version is
 * 5.0.0: the binaries of later ones need a C++ library (GLIBCXX_3.4.31) that Debian 12 and Ubuntu 22.04 do not have.
 */
import { createRequire } from "node:module";
import { XZ_REASONS, type XzDecoder, XzFault } from "./xz-decoder.ts";
import { XzFrames } from "./xz-frames.ts";

/** As liblzma numbers its actions and results. */
const [RUN, FINISH] = [0, 3];
const [OK, STREAM_END] = [0, 1];
const REASONS: Readonly<Record<number, string>> = {
  5: XZ_REASONS.memory,
  7: XZ_REASONS.format,
  8: XZ_REASONS.options,
  9: XZ_REASONS.data,
  10: XZ_REASONS.end,
};

const OUTPUT_BYTES = 64 * 1024;
const NOTHING = Buffer.alloc(0);

/** One call of `lzma_code`; the input must be a Buffer. */
type Code = (
  ...args: [action: number, input: Buffer, from: number, bytes: number, output: Buffer, to: number]
) => readonly [result: number, unusedInput: number, unusedOutput: number];

interface Coder {
  readonly codeSync: Code;
  close(): void;
}

/** Typed here, because the package is missing where its engine or a binary is. */
interface NativePackage {
  createUnxz(): unknown;
}

const require = createRequire(import.meta.url);

class NativeXzDecoder implements XzDecoder {
  readonly #coder: Coder;
  readonly #frames = new XzFrames();
  readonly #output = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
  #consumedBytes = 0;

  constructor(coder: Coder) {
    this.#coder = coder;
  }

  *decode(input: Uint8Array): Generator<Buffer> {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    const fault = this.#frames.add(bytes);
    const sound = fault === null ? bytes.length : Math.max(0, fault.offset - this.#consumedBytes);
    yield* this.#run(RUN, bytes.subarray(0, sound));
    if (fault !== null) throw fault;
  }

  *finish(): Generator<Buffer> {
    yield* this.#run(FINISH, NOTHING);
  }

  [Symbol.dispose](): void {
    this.#coder.close();
  }

  *#run(action: number, input: Buffer): Generator<Buffer> {
    for (let at = 0; ; ) {
      const bytes = input.length - at;
      const [result, unusedInput, unusedOutput] = this.#coder.codeSync(
        action,
        input,
        at,
        bytes,
        this.#output,
        0,
      );
      at += bytes - unusedInput;
      if (unusedOutput < OUTPUT_BYTES) yield this.#output.subarray(0, OUTPUT_BYTES - unusedOutput);
      if (result !== OK && result !== STREAM_END) {
        throw new XzFault(this.#consumedBytes + at, REASONS[result] ?? `the decoder says ${result}`);
      }
      if (result === STREAM_END || (action === RUN && at === input.length && unusedOutput > 0)) break;
    }
    this.#consumedBytes += input.length;
  }
}

/** Makes a decoder, which must be disposed; null where the package is missing or has no binary for this machine. */
export function openNativeXzDecoder(): XzDecoder | null {
  try {
    // not imported, because a bundle must not contain the package: its code finds its binary by its own place
    const { createUnxz }: NativePackage = require("node-liblzma");
    const stream: unknown = createUnxz();
    return hasCoder(stream) ? new NativeXzDecoder(stream.lzma) : null;
  } catch {
    return null;
  }
}

function hasCoder(stream: unknown): stream is { readonly lzma: Coder } {
  if (typeof stream !== "object" || stream === null || !("lzma" in stream)) return false;
  const { lzma } = stream;
  return typeof lzma === "object" && lzma !== null && "codeSync" in lzma && "close" in lzma;
}
