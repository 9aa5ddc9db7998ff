/**
 * Stored text: zstd, level 3 (220 MB/s back; level 6 takes 2.7 times as long to pack and saves 3 %).
 *
 * Bodies of a large archive are packed with a dictionary, which saves some 8 % of real HTML, 10 % of real text and XML.
 * The dictionary's number, one byte, stands before such a frame; no frame begins with a byte that is a number.
 */

/** Text that others are likely to share parts with, under the number by which a corpus keeps it. */
export interface Dictionary {
  /** From 1; one for each form of body is far below `FRAME_START`. */
  readonly id: number;
  readonly data: Uint8Array;
}

/** @throws when the corpus has none of this number */
export type FindDictionary = (id: number) => Dictionary;

const LEVEL = 3;
/** The first byte of every zstd frame (RFC 8878, section 3.1.1). */
const FRAME_START = 0x28;

/** Of the packer's output: a short text hardly comes to less than itself. */
const MIN_CHUNK_BYTES = 256;

/** Room for all but the longest bodies. */
const encoded = Buffer.allocUnsafeSlow(2 ** 18);
let loaded: typeof import("node:zlib") | null = null;

/**
 * The result has a buffer of its own and can be handed to another thread without a copy. Little else is allocated: V8 clears a
 * thread's heap for the buffers made in it, used up or not (of 10,000 bodies 20 times, and 11 so).
 */
export function packText(text: string, dictionary: Dictionary | null = null): Uint8Array {
  const { constants, zstdCompressSync } = zlib();
  const bytes = encode(text);
  const options = {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 },
    // told the size, the packer makes its tables no larger than they need be: a quarter less time
    pledgedSrcSize: bytes.length,
    // most texts come to less; of others the packer joins pieces of this size
    chunkSize: Math.max(MIN_CHUNK_BYTES, bytes.length >>> 1),
  };
  if (dictionary === null) return Uint8Array.from(zstdCompressSync(bytes, options));
  const frame = zstdCompressSync(bytes, { ...options, dictionary: dictionary.data });
  const packed = new Uint8Array(frame.length + 1);
  packed[0] = dictionary.id;
  packed.set(frame, 1);
  return packed;
}

/** As UTF-8; holds until the next call. */
function encode(text: string): Uint8Array {
  // three bytes are the most that a UTF-16 unit comes to
  if (text.length * 3 > encoded.length) return Buffer.from(text, "utf8");
  return encoded.subarray(0, encoded.write(text, "utf8"));
}

/** @throws when the bytes are not whole */
export function unpackText(packed: Uint8Array, findDictionary?: FindDictionary): string {
  const { zstdDecompressSync } = zlib();
  const [first = FRAME_START] = packed;
  if (first === FRAME_START || findDictionary === undefined)
    return zstdDecompressSync(packed).toString("utf8");
  const { data: dictionary } = findDictionary(first);
  return zstdDecompressSync(packed.subarray(1), { dictionary }).toString("utf8");
}

/** Loaded when it is first needed: a question about courts unpacks nothing, and should not wait for it. */
function zlib(): typeof import("node:zlib") {
  loaded ??= process.getBuiltinModule("node:zlib");
  return loaded;
}
