/**
 * A zstd context that is used for one text after the other. Node's public functions make a context, and digest the dictionary, for
 * each text: some 35 µs, which is longer than unpacking or packing a usual one takes.
 */
import type { ZstdCompress, ZstdDecompress } from "node:zlib";

/** The private parts of Node's streams. */
interface PrivateParts {
  readonly _handle: {
    writeSync(
      ...args: [
        flush: number,
        input: Uint8Array,
        from: number,
        size: number,
        output: Uint8Array,
        to: number,
        room: number,
      ]
    ): void;
    onerror: () => void;
  };
  /** Unused bytes of the output, then of the input. */
  readonly _writeState: Uint32Array;
}

export class ZstdContext {
  readonly #stream: PrivateParts;
  readonly #flush: number;
  #hasFailed = false;

  private constructor(stream: PrivateParts, flush: number) {
    this.#stream = stream;
    this.#flush = flush;
    // Node's own handler destroys the stream, which then emits an error that nobody awaits
    stream._handle.onerror = () => {
      this.#hasFailed = true;
    };
  }

  /** Null if this version of Node has other private parts. @param flush of the constants of `node:zlib` */
  static of(stream: ZstdCompress | ZstdDecompress, flush: number): ZstdContext | null {
    return hasPrivateParts(stream) ? new ZstdContext(stream, flush) : null;
  }

  /** Returns the number of bytes in the output; null if the input is damaged: the context then cannot be used again. */
  run(input: Uint8Array, output: Uint8Array): number | null {
    const { _handle, _writeState } = this.#stream;
    _handle.writeSync(this.#flush, input, 0, input.length, output, 0, output.length);
    return this.#hasFailed ? null : output.length - (_writeState[0] ?? 0);
  }
}

function hasPrivateParts(stream: unknown): stream is PrivateParts {
  return typeof stream === "object" && stream !== null && "_handle" in stream && "_writeState" in stream;
}
