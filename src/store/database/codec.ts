/**
 * Packs and unpacks stored text with zstd, level 3 (unpacks 220 MB/s; level 6 takes 2.7 times as long to pack and saves 3 %).
 *
 * Bodies of a large archive are packed with a dictionary, which saves some 8 % of real HTML, 10 % of real text and XML. The id
 * of the dictionary, one byte, precedes such a frame. It never equals the first byte of a frame.
 */

import type { ZstdOptions } from "node:zlib";

/** A zstd dictionary: text that shares parts with many bodies. */
export interface Dictionary {
  /** From 1. One dictionary per form of a body stays far below `FRAME_START`. */
  readonly id: number;
  readonly data: Uint8Array;
}

/** @throws if the corpus has no dictionary with this id */
export type FindDictionary = (id: number) => Dictionary;

const LEVEL = 3;
/** The first byte of every zstd frame (RFC 8878, section 3.1.1). */
const FRAME_START = 0x28;

/** Large enough for all but the longest bodies. */
const encoded = Buffer.allocUnsafeSlow(2 ** 18);
/** The frame of an incompressible text is longer than the text, by less than 1 %. */
const frame = Buffer.allocUnsafeSlow(encoded.length + 2 ** 12);
let loaded: typeof import("node:zlib") | null = null;

/**
 * The private parts of Node's compression stream. Its public functions make a context and digest the dictionary for each text,
 * which takes longer than packing the text.
 */
interface Compressor {
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
  };
  /** Unused bytes of the output, then of the input. */
  readonly _writeState: Uint32Array;
}

/** By dictionary id, 0 without a dictionary: what packs with it. */
const compressors = new Map<number, { readonly data: Uint8Array; readonly compressor: Compressor | null }>();
const NO_DICTIONARY: Dictionary = { id: 0, data: new Uint8Array(0) };

/** The result has its own buffer, which can be transferred to another thread without a copy. */
export function packText(text: string, dictionary: Dictionary | null = null): Uint8Array {
  const bytes = encode(text);
  const { id, data } = dictionary ?? NO_DICTIONARY;
  const packed = compress(bytes, id, data);
  if (id === 0) return Uint8Array.from(packed);
  const marked = new Uint8Array(packed.length + 1);
  marked[0] = id;
  marked.set(packed, 1);
  return marked;
}

/** Encodes as UTF-8; the result is valid until the next call. */
function encode(text: string): Uint8Array {
  // a UTF-16 unit takes at most three bytes
  if (text.length * 3 > encoded.length) return Buffer.from(text, "utf8");
  return encoded.subarray(0, encoded.write(text, "utf8"));
}

/** Returns a frame, which is valid until the next call. */
function compress(bytes: Uint8Array, id: number, data: Uint8Array): Uint8Array {
  let known = compressors.get(id);
  if (known === undefined || Buffer.compare(known.data, data) !== 0) {
    const stream: unknown = zlib().createZstdCompress(optionsOf(data));
    known = { data, compressor: isCompressor(stream) ? stream : null };
    compressors.set(id, known);
  }
  const { compressor } = known;
  if (compressor === null || bytes.length > encoded.length)
    return zlib().zstdCompressSync(bytes, optionsOf(data));
  const { ZSTD_e_end } = zlib().constants;
  compressor._handle.writeSync(ZSTD_e_end, bytes, 0, bytes.length, frame, 0, frame.length);
  const [unused = 0] = compressor._writeState;
  return frame.subarray(0, frame.length - unused);
}

function optionsOf(data: Uint8Array): ZstdOptions {
  const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = zlib().constants;
  const params = { [ZSTD_c_compressionLevel]: LEVEL, [ZSTD_c_checksumFlag]: 1 };
  return data.length === 0 ? { params } : { params, dictionary: data };
}

function isCompressor(stream: unknown): stream is Compressor {
  return typeof stream === "object" && stream !== null && "_handle" in stream && "_writeState" in stream;
}

/** @throws if the bytes are damaged */
export function unpackText(packed: Uint8Array, findDictionary?: FindDictionary): string {
  const { zstdDecompressSync } = zlib();
  const [first = FRAME_START] = packed;
  if (first === FRAME_START || findDictionary === undefined)
    return zstdDecompressSync(packed).toString("utf8");
  const { data: dictionary } = findDictionary(first);
  return zstdDecompressSync(packed.subarray(1), { dictionary }).toString("utf8");
}

/** Loaded on first use, because many requests unpack nothing. */
function zlib(): typeof import("node:zlib") {
  loaded ??= process.getBuiltinModule("node:zlib");
  return loaded;
}
