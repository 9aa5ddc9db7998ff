/**
 * Reads UTF-8 strictly: invalid bytes are an error, never replaced (docs/faults.md, "R2").
 */
import { isUtf8 } from "node:buffer";
import { CaselawError } from "../domain/errors.ts";

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const REPLACEMENT = "\ufffd";
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT);

/**
 * The text of UTF-8 bytes. A byte order mark is kept as U+FEFF: see `withoutMark`.
 *
 * @throws CaselawError `corrupt` with the offset of the first byte that is not UTF-8.
 */
export function readUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const offset = firstBadByte(bytes);
  const found = bytes[offset]?.toString(16).padStart(2, "0") ?? "the end";
  throw new CaselawError("corrupt", `Cannot read text at byte ${offset}: not UTF-8 (0x${found})`);
}

/** The same bytes without a byte order mark at their beginning. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}

/** Offset of the first replacement character that decoding inserted, and that the bytes do not have themselves. */
function firstBadByte(bytes: Buffer): number {
  const text = bytes.toString("utf8");
  let offset = 0;
  for (let from = 0; ; from++) {
    const at = text.indexOf(REPLACEMENT, from);
    if (at === -1) return offset;
    offset += Buffer.byteLength(text.slice(from, at));
    if (!bytes.subarray(offset, offset + REPLACEMENT_BYTES.length).equals(REPLACEMENT_BYTES)) return offset;
    offset += REPLACEMENT_BYTES.length;
    from = at;
  }
}
