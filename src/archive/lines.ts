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
  own: Omit<LineArchive, "layout" | "records" | "fraction">,
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
  return { ...own, layout: "lines", records, fraction };
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
  /** Copies of the parts of a line that began in an earlier chunk, because a chunk is not valid once the next one comes. */
  let begun: Buffer[] = [];
  let begunBytes = 0;
  let line = 1;
  const finish = (end: Buffer): ArchiveRecord | null => {
    const isTooLong = begunBytes + end.length > maxLineBytes + SLACK_BYTES;
    const bytes = isTooLong ? null : begunBytes === 0 ? end : Buffer.concat([...begun, end]);
    [begun, begunBytes] = [[], 0];
    return recordOf(bytes, { entry, line }, maxLineBytes);
  };
  for await (const { buffer, byteOffset, byteLength } of chunks) {
    const chunk = Buffer.from(buffer, byteOffset, byteLength);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (end > start || begunBytes > 0) {
        const record = finish(chunk.subarray(start, end));
        if (record !== null) yield record;
      }
      start = end + 1;
      line++;
    }
    begunBytes += chunk.length - start;
    // of a line over the limit only the length is kept
    if (begunBytes > maxLineBytes + SLACK_BYTES) begun = [];
    else if (start < chunk.length) begun.push(Buffer.from(chunk.subarray(start)));
  }
  const last = finish(NOTHING);
  if (last !== null) yield last;
}

/** @param line null: over the limit */
function recordOf(line: Buffer | null, place: RecordPlace, maxLineBytes: number): ArchiveRecord | null {
  const marked = line?.at(-1) === RETURN ? line.subarray(0, -1) : line;
  const bytes = marked !== null && place.line === 1 ? withoutMark(marked) : marked;
  if (bytes?.every((byte) => byte === SPACE || byte === TAB || byte === RETURN)) return null;
  return bytes === null || bytes.length > maxLineBytes
    ? { place, bytes: NOTHING, html: null, problem: `longer than ${maxLineBytes} bytes` }
    : { place, bytes, html: null, problem: null };
}
