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

const NOTHING = Buffer.alloc(0);

/** Memory for a line that began in an earlier chunk. A fresh buffer for each would wait for the collector, up to 64 MB of them. */
const ROOM_BYTES = 2 ** 18;

/**
 * Yields every line that is not blank, without its line end and, on the first line, without a byte order mark. The last
 * line needs no line end. A line over the limit is yielded as a `problem`, without its bytes.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  entry: string | null = null,
  limits: Pick<Limits, "maxLineBytes"> = LIMITS,
): AsyncGenerator<Line> {
  const begun = new Begun(limits.maxLineBytes + SLACK_BYTES);
  let number = 1;
  for await (const given of chunks) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    let start = 0;
    for (let end = lineEnd(chunk, start); end !== -1; end = lineEnd(chunk, start)) {
      if (end > start || begun.length > 0) {
        const line = finishLine(begun, chunk.subarray(start, end), { number, entry }, limits);
        if (line !== null) yield line;
        begun.clear();
      }
      start = end + 1;
      number++;
    }
    if (start < chunk.length) begun.add(chunk.subarray(start));
  }
  const last = finishLine(begun, NOTHING, { number, entry }, limits);
  if (last !== null) yield last;
}

/** Offset of the end of the line that begins at `start`; a fast path for runs of empty lines. */
function lineEnd(chunk: Buffer, start: number): number {
  return chunk[start] === NEWLINE ? start : chunk.indexOf(NEWLINE, start);
}

/** Copies of the parts of a line that began in an earlier chunk: a chunk is not valid once the next one comes. */
class Begun {
  readonly #maxBytes: number;
  /** The first parts, in memory that is used for every line. */
  readonly #room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  #inRoom = 0;
  /** The parts that found no room. */
  #others: Buffer[] = [];
  length = 0;

  /** @param maxBytes of a longer line only the length is kept */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.#maxBytes) this.#others = [];
    else if (this.length > ROOM_BYTES) this.#others.push(Buffer.from(part));
    else {
      this.#room.set(part, this.#inRoom);
      this.#inRoom = this.length;
    }
  }

  /** Valid until the next `add` or `clear`. */
  get bytes(): Buffer {
    const first = this.#room.subarray(0, this.#inRoom);
    return this.#others.length === 0 ? first : Buffer.concat([first, ...this.#others]);
  }

  clear(): void {
    this.length = 0;
    this.#inRoom = 0;
    this.#others = [];
  }
}

/** Returns the line that ends with these bytes, null when it is blank. */
function finishLine(
  begun: Begun,
  end: Buffer,
  place: Pick<Line, "number" | "entry">,
  limits: Pick<Limits, "maxLineBytes">,
): Line | null {
  const problem = `longer than ${limits.maxLineBytes} bytes`;
  if (begun.length + end.length > limits.maxLineBytes + SLACK_BYTES) return { ...place, problem };
  if (begun.length > 0) begun.add(end);
  const line = begun.length > 0 ? begun.bytes : end;
  const marked = line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  const bytes = place.number === 1 ? withoutMark(marked) : marked;
  if (isBlank(bytes)) return null;
  return bytes.length > limits.maxLineBytes ? { ...place, problem } : { ...place, bytes };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === SPACE || byte === TAB || byte === RETURN);
}
