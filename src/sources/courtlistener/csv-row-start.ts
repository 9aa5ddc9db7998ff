/** Whether a line looks like the beginning of a row, for the search after a row that could not be read. */

const NEWLINE = 0x0a;
const COMMA = 0x2c;

/** The longest key of a table: a number, or the name of a court. */
const MAX_KEY_BYTES = 40;

/**
 * Whether the bytes from `start` begin with a short field, quoted or not: a number, or else letters, digits, `_`, `-` and `.`.
 *
 * @returns `more` if the bytes end before that is known
 */
export function startsLikeRow(
  { bytes, start, end, isEnd }: Readonly<{ bytes: Buffer; start: number; end: number; isEnd: boolean }>,
  quote: number,
  isNumber: boolean,
): boolean | "more" {
  const isQuoted = bytes[start] === quote;
  const from = isQuoted ? start + 1 : start;
  let at = from;
  while (at < end && at - from <= MAX_KEY_BYTES && isKeyByte(bytes[at] ?? 0, isNumber)) at++;
  const afterKey = isQuoted ? at + 1 : at;
  if (afterKey >= end) return isEnd ? false : "more";
  if (at === from || (isQuoted && bytes[at] !== quote)) return false;
  return bytes[afterKey] === COMMA || bytes[afterKey] === NEWLINE;
}

function isKeyByte(byte: number, isNumber: boolean): boolean {
  if (byte >= 0x30 && byte <= 0x39) return true;
  if (isNumber) return false;
  const lower = byte | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || byte === 0x5f || byte === 0x2d || byte === 0x2e;
}
