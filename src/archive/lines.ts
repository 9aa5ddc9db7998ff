/**
 * Splits bytes into lines, each with its number.
 *
 * Payloads have gigabytes once unpacked, so a line is yielded as soon as it is complete and not kept. A line ends at byte 0x0A
 * and nowhere else: U+2028, U+2029 and U+0085 are ordinary characters of JSON (docs/faults.md, "R2").
 */

import { withoutMark } from "./fault.ts";
import { type ArchiveRecord, LIMITS, type Limits, type LineArchive, type RecordPlace } from "./members.ts";
import { type PackedFile, unpackXz } from "./xz.ts";

interface LineFile extends PackedFile {
  readonly isXz: boolean;
  /** A chunk is valid until the next one is requested. */
  readonly read: () => AsyncIterable<Buffer>;
}

/** An archive of the lines of these files, which are decoded while they are read. */
export function lineArchive(
  base: Omit<LineArchive, "layout" | "records" | "fraction">,
  files: readonly LineFile[],
  limits: Limits,
): LineArchive {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let readBytes = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      readBytes += chunk.length;
      yield chunk;
    }
  }
  async function* records(maxLineBytes = limits.maxLineBytes): AsyncGenerator<ArchiveRecord> {
    for (const file of files) {
      const chunks = counted(file.read());
      const unpacked = file.isXz ? unpackXz(file, chunks, limits) : chunks;
      yield* readLines(unpacked, file.entry, { maxLineBytes });
    }
  }
  const fraction = (): number => (totalBytes === 0 ? 1 : Math.min(readBytes / totalBytes, 1));
  return { ...base, layout: "lines", records, fraction };
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const TAB = 0x09;

/** Room for a byte order mark and a carriage return around the longest line. */
const SLACK_BYTES = 4;

const NOTHING = Buffer.alloc(0);

/**
 * Yields every line that is not blank, without its line end and, on the first line, without a byte order mark. The last
 * line needs no line end. A line over the limit is yielded as a `problem`, without its bytes.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  entry: string | null = null,
  { maxLineBytes }: Pick<Limits, "maxLineBytes"> = LIMITS,
): AsyncGenerator<ArchiveRecord> {
  const begun = new BegunLine(maxLineBytes + SLACK_BYTES);
  let line = 1;
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (end > start || begun.length > 0) {
        const record = finishLine(begun, chunk.subarray(start, end), { entry, line }, maxLineBytes);
        if (record !== null) yield record;
        begun.clear();
      }
      start = end + 1;
      line++;
    }
    if (start < chunk.length) begun.add(chunk.subarray(start));
  }
  const last = finishLine(begun, NOTHING, { entry, line }, maxLineBytes);
  if (last !== null) yield last;
}

/** Memory for a line that began in an earlier chunk. New buffers would wait for the collector, up to 64 MB of them. */
const ROOM_BYTES = 2 ** 18;

/** Copies of the parts of a line that began in an earlier chunk: a chunk is not valid once the next one comes. */
class BegunLine {
  readonly #maxBytes: number;
  /** The first parts, in memory that is used for every line. */
  readonly #room = Buffer.allocUnsafeSlow(ROOM_BYTES);
  #inRoom = 0;
  /** The parts for which there is no room. */
  #furtherParts: Buffer[] = [];
  length = 0;

  /** @param maxBytes of a longer line only the length is kept */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(part: Buffer): void {
    this.length += part.length;
    if (this.length > this.#maxBytes) this.#furtherParts = [];
    else if (this.length > ROOM_BYTES) this.#furtherParts.push(Buffer.from(part));
    else {
      this.#room.set(part, this.#inRoom);
      this.#inRoom = this.length;
    }
  }

  /** Valid until the next `add` or `clear`. */
  get bytes(): Buffer {
    const first = this.#room.subarray(0, this.#inRoom);
    return this.#furtherParts.length === 0 ? first : Buffer.concat([first, ...this.#furtherParts]);
  }

  clear(): void {
    this.length = 0;
    this.#inRoom = 0;
    this.#furtherParts = [];
  }
}

function finishLine(
  begun: BegunLine,
  end: Buffer,
  place: RecordPlace,
  maxLineBytes: number,
): ArchiveRecord | null {
  const tooLong = { place, bytes: NOTHING, attached: null, problem: `longer than ${maxLineBytes} bytes` };
  if (begun.length + end.length > maxLineBytes + SLACK_BYTES) return tooLong;
  if (begun.length > 0) begun.add(end);
  const line = begun.length > 0 ? begun.bytes : end;
  const marked = line.at(-1) === RETURN ? line.subarray(0, -1) : line;
  const bytes = place.line === 1 ? withoutMark(marked) : marked;
  if (bytes.every((byte) => byte === SPACE || byte === TAB || byte === RETURN)) return null;
  return bytes.length > maxLineBytes ? tooLong : { place, bytes, attached: null, problem: null };
}
