/**
 * Splits bytes into lines, each with its number.
 *
 * Payloads have gigabytes once unpacked, so a line is yielded as soon as it is complete and not kept. A line ends at byte 0x0A
 * and nowhere else: U+2028, U+2029 and U+0085 are ordinary characters of JSON (docs/faults.md, "R2").
 */
import { LIMITS, type Limits } from "../limits.ts";
import { withoutMark } from "../utf8.ts";

/**
 * `number` counts from 1, blank lines too; `entry` is the member's name, null for a bare file. `bytes` are valid until the
 * next line is requested.
 */
export type Line =
  | { readonly number: number; readonly entry: string | null; readonly bytes: Buffer }
  | { readonly number: number; readonly entry: string | null; readonly problem: string };

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** Room for a byte order mark and a carriage return around the longest line. */
const SLACK_BYTES = 4;

/** A line that began in an earlier chunk. */
interface Begun {
  parts: Buffer[];
  bytes: number;
}

/**
 * Yields every line that is not blank, without its line end and, on the first line, without a byte order mark. The last
 * line needs no line end. A line over the limit is yielded as a `problem`, without its bytes.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  entry: string | null = null,
  limits: Pick<Limits, "maxLineBytes"> = LIMITS,
): AsyncGenerator<Line> {
  const begun: Begun = { parts: [], bytes: 0 };
  let number = 1;
  for await (const given of chunks) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    let start = 0;
    for (let end = lineEnd(chunk, start); end !== -1; end = lineEnd(chunk, start)) {
      if (end > start || begun.bytes > 0) {
        keep(begun, chunk.subarray(start, end), limits);
        const line = finishLine(begun, number, entry, limits);
        if (line !== null) yield line;
      }
      start = end + 1;
      number++;
    }
    if (start < chunk.length) keep(begun, chunk.subarray(start), limits);
    own(begun);
  }
  const last = finishLine(begun, number, entry, limits);
  if (last !== null) yield last;
}

/** Offset of the end of the line that begins at `start`; a fast path for runs of empty lines. */
function lineEnd(chunk: Buffer, start: number): number {
  return chunk[start] === NEWLINE ? start : chunk.indexOf(NEWLINE, start);
}

/** Adds a part to the line; of a line over the limit only the length is kept. */
function keep(begun: Begun, part: Buffer, limits: Pick<Limits, "maxLineBytes">): void {
  begun.bytes += part.length;
  if (begun.bytes > limits.maxLineBytes + SLACK_BYTES) begun.parts = [];
  else begun.parts.push(part);
}

/** Copies the last part of an unfinished line: its chunk is not valid once the next chunk comes. */
function own({ parts }: Begun): void {
  const newest = parts.pop();
  if (newest !== undefined) parts.push(Buffer.from(newest));
}

/** Returns the complete line, null when it is blank; empties `begun`. */
function finishLine(
  begun: Begun,
  number: number,
  entry: string | null,
  limits: Pick<Limits, "maxLineBytes">,
): Line | null {
  const { parts, bytes: lineBytes } = begun;
  begun.parts = [];
  begun.bytes = 0;
  const problem = `longer than ${limits.maxLineBytes} bytes`;
  if (lineBytes > limits.maxLineBytes + SLACK_BYTES) return { number, entry, problem };
  const [first] = parts;
  const line = first !== undefined && parts.length === 1 ? first : Buffer.concat(parts);
  const marked = line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  const bytes = number === 1 ? withoutMark(marked) : marked;
  if (isBlank(bytes)) return null;
  return bytes.length > limits.maxLineBytes ? { number, entry, problem } : { number, entry, bytes };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === SPACE || byte === TAB || byte === RETURN);
}
