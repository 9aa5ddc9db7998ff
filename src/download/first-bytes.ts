/**
 * Checks the first bytes of a download: error pages saved as zips were the most frequent complaint (docs/formats.md, "Order of
 * checks of a download").
 */

/** Bytes that are enough to check and to quote. */
export const HEAD_BYTES = 80;

const ZIP_MAGIC = Buffer.from("PK\x03\x04", "latin1");

/** Why these bytes cannot begin a zip archive with at least one entry; null when they can. */
export function notAZip(head: Buffer): string | null {
  if (head.length === 0) return "not a zip archive, it is empty";
  return head.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)
    ? null
    : `not a zip archive, it begins with ${quoted(head)}`;
}

/** Bytes as quoted text on one line, control characters and broken UTF-8 removed. */
export function quoted(bytes: Buffer): string {
  const text = bytes
    .toString("utf8")
    .replace(/[\p{C}\ufffd]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `"${text.replaceAll('"', "'")}"`;
}
