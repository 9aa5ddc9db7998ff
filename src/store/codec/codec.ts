/**
 * Packs and unpacks stored text with zstd, level 3 (unpacks 220 MB/s; level 6 takes 2.7 times as long to pack and saves 3 %).
 *
 * Bodies of a large archive are packed with a dictionary, which saves some 8 % of real HTML, 10 % of real text and XML. The id
 * of the dictionary, one byte, precedes such a frame. It never equals the first byte of a frame.
 */

import type { ZstdOptions } from "node:zlib";
import { encodeText } from "./encode-text.ts";
import { ZstdContext } from "./zstd-context.ts";
import { textSizeOf } from "./zstd-frame.ts";

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

/** Bytes of a text; all but the longest bodies have fewer. */
const ROOM = 2 ** 18;
/** The frame of an incompressible text is longer than the text, by less than 1 %. */
const frame = Buffer.allocUnsafeSlow(ROOM + 2 ** 12);
const decoded = Buffer.allocUnsafeSlow(ROOM);
let loaded: typeof import("node:zlib") | null = null;

interface Known {
  readonly data: Uint8Array;
  /** Null where Node has no such context. */
  readonly context: ZstdContext | null;
}

/** By dictionary id, 0 without a dictionary: what packs and what unpacks with it. */
const compressors = new Map<number, Known>();
const decompressors = new Map<number, Known>();
const NO_DICTIONARY: Dictionary = { id: 0, data: new Uint8Array(0) };

/** Returns memory for a result with this number of bytes. */
export type Allocate = (bytes: number) => Uint8Array;

/** Memory of its own for each result. */
export const allocateEach: Allocate = (bytes) => Buffer.allocUnsafeSlow(bytes);

export function packText(
  text: string,
  dictionary: Dictionary | null = null,
  allocate: Allocate = allocateEach,
): Uint8Array {
  const bytes = encodeText(text);
  const { id } = dictionary ?? NO_DICTIONARY;
  const packed = compress(bytes, dictionary ?? NO_DICTIONARY);
  const mark = id === 0 ? 0 : 1;
  const result = allocate(mark + packed.length);
  if (mark > 0) result[0] = id;
  result.set(packed, mark);
  return result;
}

/** Returns a frame, which is valid until the next call. */
function compress(bytes: Uint8Array, dictionary: Dictionary): Uint8Array {
  const { zstdCompressSync, createZstdCompress, constants } = zlib();
  if (bytes.length > ROOM) return zstdCompressSync(bytes, optionsOf(dictionary));
  const context = contextFor(compressors, dictionary, () =>
    ZstdContext.of(createZstdCompress(optionsOf(dictionary)), constants.ZSTD_e_end),
  );
  const size = context?.run(bytes, frame) ?? null;
  return size === null ? zstdCompressSync(bytes, optionsOf(dictionary)) : frame.subarray(0, size);
}

/** The known context for a dictionary, or a new one. Dictionaries of different corpora can have the same id. */
function contextFor(
  known: Map<number, Known>,
  { id, data }: Dictionary,
  make: () => ZstdContext | null,
): ZstdContext | null {
  const found = known.get(id);
  if (found !== undefined && Buffer.compare(found.data, data) === 0) return found.context;
  const context = make();
  known.set(id, { data, context });
  return context;
}

function optionsOf({ data }: Dictionary): ZstdOptions {
  const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = zlib().constants;
  const params = { [ZSTD_c_compressionLevel]: LEVEL, [ZSTD_c_checksumFlag]: 1 };
  return data.length === 0 ? { params } : { params, dictionary: data };
}

/** @throws if the bytes are damaged */
export function unpackText(packed: Uint8Array, findDictionary?: FindDictionary): string {
  const [first = FRAME_START] = packed;
  if (first === FRAME_START || findDictionary === undefined) return decompress(packed, NO_DICTIONARY);
  return decompress(packed.subarray(1), findDictionary(first));
}

function decompress(bytes: Uint8Array, dictionary: Dictionary): string {
  const { zstdDecompressSync, createZstdDecompress, constants } = zlib();
  const { id, data } = dictionary;
  const options = (): ZstdOptions => (data.length === 0 ? {} : { dictionary: data });
  const size = textSizeOf(bytes);
  if (size !== null && size <= decoded.length) {
    const context = contextFor(decompressors, dictionary, () =>
      ZstdContext.of(createZstdDecompress(options()), constants.ZSTD_e_continue),
    );
    if (context?.run(bytes, decoded) === size) return decoded.toString("utf8", 0, size);
    // a damaged frame: the context cannot be used again
    decompressors.delete(id);
  }
  return zstdDecompressSync(bytes, options()).toString("utf8");
}

/** Loaded on first use, because many requests unpack nothing. */
function zlib(): typeof import("node:zlib") {
  loaded ??= process.getBuiltinModule("node:zlib");
  return loaded;
}
