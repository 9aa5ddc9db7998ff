/** The xz decoder in native code, where its binary can be loaded: it takes a third of the time of the WebAssembly. */
import { type Liblzma, LZMA_FINISH, LZMA_RUN, LzmaFault, openLiblzma } from "../liblzma.ts";
import { XZ_REASONS, type XzDecoder, XzFault } from "./xz-decoder.ts";
import { XzFrames } from "./xz-frames.ts";

/** By liblzma's results. */
const REASONS: Readonly<Record<number, string>> = {
  5: XZ_REASONS.memory,
  7: XZ_REASONS.format,
  8: XZ_REASONS.options,
  9: XZ_REASONS.data,
  10: XZ_REASONS.end,
};

class NativeXzDecoder implements XzDecoder {
  readonly #liblzma: Liblzma;
  readonly #frames = new XzFrames();
  #consumedBytes = 0;

  constructor(liblzma: Liblzma) {
    this.#liblzma = liblzma;
  }

  *decode(input: Uint8Array): Generator<Buffer> {
    const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
    const fault = this.#frames.add(bytes);
    const sound = fault === null ? bytes.length : Math.max(0, fault.offset - this.#consumedBytes);
    yield* this.#code(LZMA_RUN, bytes.subarray(0, sound));
    if (fault !== null) throw fault;
    this.#consumedBytes += bytes.length;
  }

  *finish(): Generator<Buffer> {
    yield* this.#code(LZMA_FINISH);
  }

  [Symbol.dispose](): void {
    this.#liblzma[Symbol.dispose]();
  }

  *#code(action: number, input?: Buffer): Generator<Buffer> {
    try {
      yield* this.#liblzma.code(action, input);
    } catch (error) {
      if (!(error instanceof LzmaFault)) throw error;
      const { result, usedBytes, message } = error;
      throw new XzFault(this.#consumedBytes + usedBytes, REASONS[result] ?? message);
    }
  }
}

/** Makes a decoder, which must be disposed; null where this machine has no binary. */
export function openNativeXzDecoder(): XzDecoder | null {
  const liblzma = openLiblzma("decode");
  return liblzma === null ? null : new NativeXzDecoder(liblzma);
}
