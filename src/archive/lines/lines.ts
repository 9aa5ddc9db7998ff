/**
 * Splits bytes into lines, each with its number.
 *
 * Payloads run to gigabytes once unpacked, so a line is handed on as soon as it is complete and nothing is kept. A line
 * ends at byte 0x0A and nowhere else: U+2028, U+2029 and U+0085 are ordinary characters of JSON (docs/faults.md, "R2").
 */
import { LIMITS, type Limits } from "../limits.ts";
import { withoutMark } from "../utf8.ts";

/**
 * `number` counts from 1, blank lines too; `entry` is the member's name, null for a bare file. `bytes` hold until the next
 * line is asked for.
 */
export type Line =
  | { readonly number: number; readonly entry: string | null; readonly bytes: Buffer }
  | { readonly number: number; readonly entry: string | null; readonly problem: string };

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** A byte order mark and a carriage return may stand beside the longest line. */
const SLACK_BYTES = 4;

/** A line that has begun in an earlier chunk. */
interface Begun {
  pieces: Buffer[];
  bytes: number;
}

/**
 * Yields every line that is not blank, without its line end and, on the first line, without a byte order mark. The last
 * one needs no line end. A line over the limit comes as a `problem` and is not held.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  entry: string | null = null,
  limits: Pick<Limits, "maxLineBytes"> = LIMITS,
): AsyncGenerator<Line> {
  const begun: Begun = { pieces: [], bytes: 0 };
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

/** Where the line that begins at `start` ends; runs of empty lines are too many to search each. */
function lineEnd(chunk: Buffer, start: number): number {
  return chunk[start] === NEWLINE ? start : chunk.indexOf(NEWLINE, start);
}

/** Adds a piece to the line; once it is over the limit only its length goes on growing. */
function keep(begun: Begun, piece: Buffer, limits: Pick<Limits, "maxLineBytes">): void {
  begun.bytes += piece.length;
  if (begun.bytes > limits.maxLineBytes + SLACK_BYTES) begun.pieces = [];
  else begun.pieces.push(piece);
}

/** Copies the newest piece of a line that goes on: its chunk is gone when the next one comes. */
function own({ pieces }: Begun): void {
  const newest = pieces.pop();
  if (newest !== undefined) pieces.push(Buffer.from(newest));
}

/** The complete line, null when it is blank; forgets what had begun. */
function finishLine(
  begun: Begun,
  number: number,
  entry: string | null,
  limits: Pick<Limits, "maxLineBytes">,
): Line | null {
  const { pieces, bytes: heldBytes } = begun;
  begun.pieces = [];
  begun.bytes = 0;
  const problem = `longer than ${limits.maxLineBytes} bytes`;
  if (heldBytes > limits.maxLineBytes + SLACK_BYTES) return { number, entry, problem };
  const [first] = pieces;
  const whole = first !== undefined && pieces.length === 1 ? first : Buffer.concat(pieces);
  const marked = whole.at(-1) === RETURN ? whole.subarray(0, -1) : whole;
  const bytes = number === 1 ? withoutMark(marked) : marked;
  if (isBlank(bytes)) return null;
  return bytes.length > limits.maxLineBytes ? { number, entry, problem } : { number, entry, bytes };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === SPACE || byte === TAB || byte === RETURN);
}
