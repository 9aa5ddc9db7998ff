/**
 * Walks the headers of xz streams without decoding: those of streams and blocks, and the sizes of the chunks between them.
 *
 * The native decoder has no limit on dictionaries and does not verify a check that it does not know. With this module it refuses
 * what XZ Embedded refuses; everything else is left to it.
 */
import { XZ_REASONS, XzFault } from "./xz-decoder.ts";

/** Bytes of the checks that XZ Embedded knows, by their number in a stream header: none, CRC32, CRC64. */
const CHECK_BYTES: ReadonlyMap<number, number> = new Map([
  [0, 0],
  [1, 4],
  [4, 8],
]);
/** The number of LZMA2, the only filter that XZ Embedded knows. */
const LZMA2 = 0x21;
/** A dictionary of 64 MiB, as LZMA2 writes its size. */
const MAX_DICTIONARY = 28;

export class XzFrames {
  readonly #walk = walk();
  /** Bytes to read at once, or to skip if negative. */
  #wanted: number;
  #read: number[] = [];
  #offset = 0;

  constructor() {
    this.#wanted = Number(this.#walk.next().value);
  }

  /** Walks on. Returns what is wrong with the next header, at the offset where the header begins. */
  add(input: Uint8Array): XzFault | null {
    let at = 0;
    while (at < input.length) {
      if (this.#wanted < 0) {
        const skipped = Math.min(-this.#wanted, input.length - at);
        this.#wanted += skipped;
        at += skipped;
        if (this.#wanted < 0) break;
      } else {
        while (this.#read.length < this.#wanted && at < input.length) this.#read.push(input[at++] ?? 0);
        if (this.#read.length < this.#wanted) break;
      }
      const { value } = this.#walk.next(this.#read);
      if (typeof value === "string") return new XzFault(this.#offset + at - this.#read.length, value);
      this.#read = [];
      this.#wanted = value;
    }
    this.#offset += at;
    return null;
  }
}

/** Yields how many bytes it needs, or skips if negative, and gets them. Returns the reason why it stops. */
function* walk(): Generator<number, string, readonly number[]> {
  for (;;) {
    // padding between streams
    for (let word = yield 4; word.every((byte) => byte === 0); ) word = yield 4;
    const [, , , flags = 0] = yield 8;
    const checkBytes = CHECK_BYTES.get(flags);
    if (checkBytes === undefined) return XZ_REASONS.options;
    for (let [words = 0] = yield 1; words !== 0; [words = 0] = yield 1) {
      const reason = reasonAgainst(yield words * 4 + 3);
      if (reason !== null) return reason;
      const length = yield* walkChunks();
      if (length === null) return XZ_REASONS.data;
      yield -(paddingAfter(length) + checkBytes);
    }
    yield* walkIndex();
  }
}

/** What is wrong with a block header; null if nothing. @param header without its first byte */
function reasonAgainst(header: readonly number[]): string | null {
  const [flags = 0] = header;
  let at = 1;
  // the compressed and the uncompressed size, each optional
  for (const flag of [0x40, 0x80]) if ((flags & flag) !== 0) while ((header[at++] ?? 0) >= 0x80);
  const [filter, propertyBytes, dictionary = 0] = header.slice(at);
  if ((flags & 3) !== 0 || filter !== LZMA2 || propertyBytes !== 1) return XZ_REASONS.options;
  return dictionary > MAX_DICTIONARY ? XZ_REASONS.dictionary : null;
}

/** Skips the chunks of a block. Returns their bytes; null if there can be no such chunk. */
function* walkChunks(): Generator<number, number | null, readonly number[]> {
  let length = 1;
  for (let [control = 0] = yield 1; control !== 0; [control = 0] = yield 1) {
    const isPacked = control >= 0x80;
    if (!isPacked && control > 2) return null;
    // sizes, and in some packed chunks properties
    const sizes = yield isPacked ? (control >= 0xc0 ? 5 : 4) : 2;
    const [high = 0, low = 0] = sizes.slice(isPacked ? 2 : 0);
    const bytes = high * 256 + low + 1;
    yield -bytes;
    length += 1 + sizes.length + bytes;
  }
  return length;
}

/** Skips the rest of an index, and the stream's footer. */
function* walkIndex(): Generator<number, void, readonly number[]> {
  let length = 1;
  let numbers = 1;
  for (let walked = 0; walked < numbers; walked++) {
    let number = 0;
    for (let shift = 1, byte = 0x80; byte >= 0x80; shift *= 128, length++) {
      [byte = 0] = yield 1;
      number += (byte & 0x7f) * shift;
    }
    if (walked === 0) numbers += 2 * number;
  }
  yield -(paddingAfter(length) + 16);
}

function paddingAfter(length: number): number {
  return (4 - (length % 4)) % 4;
}
