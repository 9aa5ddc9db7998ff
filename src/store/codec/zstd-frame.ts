/** The extent of a zstd frame (RFC 8878, section 3.1.1), which the decompressor does not return. */

const MAGIC = 0xfd2fb528;
const SINGLE_SEGMENT = 0x20;
const HAS_CHECKSUM = 0x04;
const DICTIONARY_ID = 0x03;
const CHECKSUM_BYTES = 4;
const BLOCK_HEAD_BYTES = 3;
const REPEATED_BYTE = 1;

/**
 * The size of the text if these bytes are one complete frame, as `packText` makes them: with the size, in a single segment,
 * without the id of a dictionary. Else null. Says nothing about the contents of the blocks.
 */
export function textSizeOf(bytes: Uint8Array): number | null {
  if (bytes.length < 6) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const descriptor = view.getUint8(4);
  if (view.getUint32(0, true) !== MAGIC) return null;
  if ((descriptor & SINGLE_SEGMENT) === 0 || (descriptor & DICTIONARY_ID) !== 0) return null;
  try {
    const [size, from] = readSize(view, descriptor >>> 6);
    const end = endOfBlocks(view, from) + ((descriptor & HAS_CHECKSUM) === 0 ? 0 : CHECKSUM_BYTES);
    return end === bytes.length ? size : null;
  } catch {
    // the frame is longer than the bytes
    return null;
  }
}

/** The size of the text, and where the first block begins. @throws RangeError beyond the bytes */
function readSize(view: DataView, kind: number): [size: number, end: number] {
  if (kind === 0) return [view.getUint8(5), 6];
  if (kind === 1) return [view.getUint16(5, true) + 256, 7];
  if (kind === 2) return [view.getUint32(5, true), 9];
  return [Number(view.getBigUint64(5, true)), 13];
}

/** @throws RangeError beyond the bytes */
function endOfBlocks(view: DataView, from: number): number {
  let at = from;
  for (;;) {
    const head = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    at += BLOCK_HEAD_BYTES + (((head >>> 1) & 3) === REPEATED_BYTE ? 1 : head >>> 3);
    if ((head & 1) === 1) return at;
  }
}
