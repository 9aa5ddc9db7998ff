/**
 * Reads and checks a zip's central directory, and keeps what the reading of entries needs.
 *
 * yauzl reads the records. It accepts what is refused here: several disks, bytes before the first entry or between directory
 * and end record, overlapping entries, encryption, unknown methods (docs/faults.md, "A3" and "X1").
 */
import type { FileHandle } from "node:fs/promises";
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader } from "yauzl";
import { messageOf } from "../domain/errors.ts";
import { archiveFault, asArchiveFault } from "./fault.ts";
import { brokenUnpackLimit, byName, type Limits, type Member, nameFault } from "./members.ts";

export interface ZipEntry extends Omit<Member, "read" | "readBytes"> {
  readonly offset: number;
  /** Where the next entry, or the directory, begins: this one ends before. */
  readonly nextOffset: number;
  readonly packedBytes: number;
  readonly method: "stored" | "deflated";
  readonly crc32: number;
}

/** Wordings of our own for yauzl's most frequent messages; its errors have no codes. */
const YAUZL_FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^End of central directory record signature not found/, "cut short, or no zip: it has no end record"],
  [/^Invalid comment length/, "bytes after the end record"],
  [/^invalid central directory file header/, "its directory is not where its end record says"],
  [/^strong encryption/, "encrypted"],
  [/^multi-disk/, "a zip of several disks"],
];

/** An entry in the order of the directory, its end not yet known. */
type DirectoryEntry = Omit<ZipEntry, "nextOffset">;

/** Bytes of an entry's record without name, extra fields and comment; offset of the entry's disk number in it. */
const RECORD_BYTES = 46;
const DISK_AT = 34;
const END_RECORD_BYTES = 22;
/** The record that says where the Zip64 end record is, just before the end record. */
const LOCATOR_BYTES = 20;
const LOCATOR = 0x07064b50;
/** Signatures of the records that may be between directory and end record: the Zip64 end record, a digital signature. */
const BEFORE_END_RECORD = [0x06064b50, 0x05054b50];
/** `versionMadeBy`'s upper byte for Unix, and the file type bits of a Unix mode. */
const UNIX = 3;
const MODE_TYPE = 0o170000;
const MODE_LINK = 0o120000;
/** General purpose flags: encrypted, patch data, strong encryption, masked directory. */
const REFUSED_FLAGS = 0x0001 | 0x0020 | 0x0040 | 0x2000;

/**
 * Reads the directory of the zip behind `reader`: its files, in the order of their names.
 *
 * @throws CaselawError `corrupt` naming the feature, limit or entry that is refused.
 */
export async function readZipDirectory(
  path: string,
  reader: ZipReader,
  fileBytes: number,
  limits: Limits,
): Promise<ZipEntry[]> {
  try {
    const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
    const zip = await fromRandomAccessReaderPromise(reader, fileBytes, options);
    if (zip.entryCount > limits.maxEntries) {
      throw archiveFault(path, null, `${zip.entryCount} entries, over the limit of ${limits.maxEntries}`);
    }
    const endRecord = fileBytes - END_RECORD_BYTES - zip.comment.length;
    const start = await directoryStart(path, reader, endRecord);
    const all: DirectoryEntry[] = [];
    let record = start;
    for await (const entry of zip.eachEntry()) {
      await checkDisk(path, reader, record);
      all.push(readEntry(path, entry, limits));
      record += RECORD_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    }
    await checkEnd(path, reader, record, endRecord);
    const entries = withEnds(path, all, start);
    checkSizes(path, entries, limits);
    return entries.filter((entry) => !entry.name.endsWith("/")).sort(byName);
  } catch (error) {
    const known = YAUZL_FAULTS.find(([said]) => said.test(messageOf(error)));
    throw known === undefined ? asArchiveFault(path, null, error) : archiveFault(path, null, known[1], error);
  }
}

function readEntry(path: string, entry: Entry, limits: Limits): DirectoryEntry {
  const name = readEntryName(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields);
  const refused = nameFault(name, entry.fileNameLength, limits.maxNameBytes) ?? featureFault(entry);
  if (refused !== null) throw archiveFault(path, name.slice(0, 200), refused);
  return {
    name,
    bytes: entry.uncompressedSize,
    modifiedOn: modifiedOn(entry),
    offset: entry.relativeOffsetOfLocalHeader,
    packedBytes: entry.compressedSize,
    method: entry.compressionMethod === 0 ? "stored" : "deflated",
    crc32: entry.crc32,
  };
}

/** An entry's name as both its headers spell it: UTF-8 or code page 437, `\` read as `/`, no `./` before it. */
export function readEntryName(flags: number, raw: Buffer, extra: Entry["extraFields"]): string {
  return getFileNameLowLevel(flags, raw, extra, false).replace(/^(?:\.\/)+/, "");
}

function featureFault(entry: Entry): string | null {
  if ((entry.generalPurposeBitFlag & REFUSED_FLAGS) !== 0) return "encrypted or patch data";
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    return `compression method ${entry.compressionMethod} is not known`;
  }
  const mode = entry.externalFileAttributes >>> 16;
  const isLink = entry.versionMadeBy >>> 8 === UNIX && (mode & MODE_TYPE) === MODE_LINK;
  return isLink ? "a symbolic link" : null;
}

function modifiedOn(entry: Entry): string | null {
  const date = entry.getLastModDate({ timezone: "UTC" });
  // writers without a clock write 1980-01-01
  return date.getTime() > Date.UTC(1980, 0, 2) ? date.toISOString().slice(0, 10) : null;
}

/** Refuses an entry on another disk, whose number yauzl ignores; 0xffff means that a Zip64 field has it. */
async function checkDisk(path: string, reader: ZipReader, record: number): Promise<void> {
  const disk = (await reader.readAt(record + DISK_AT, 2)).readUInt16LE(0);
  if (disk !== 0 && disk !== 0xffff) throw archiveFault(path, null, "a zip of several disks");
}

/** Where the directory begins, by the end record, or by the Zip64 one if there is one. Refuses a zip of several disks. */
async function directoryStart(path: string, reader: ZipReader, endRecord: number): Promise<number> {
  const record = await reader.readAt(endRecord, END_RECORD_BYTES);
  const [disk, firstDisk] = [record.readUInt16LE(4), record.readUInt16LE(6)];
  const severalDisks = [disk, firstDisk].some((number) => number !== 0 && number !== 0xffff);
  if (severalDisks || record.readUInt16LE(8) !== record.readUInt16LE(10)) {
    throw archiveFault(path, null, "a zip of several disks");
  }
  const locatorAt = endRecord - LOCATOR_BYTES;
  const locator = locatorAt < 0 ? null : await reader.readAt(locatorAt, LOCATOR_BYTES);
  if (locator?.readUInt32LE(0) !== LOCATOR) return record.readUInt32LE(16);
  return Number((await reader.readAt(Number(locator.readBigUInt64LE(8)) + 48, 8)).readBigUInt64LE(0));
}

/** Refuses a directory that does not end where its end record begins. */
async function checkEnd(path: string, reader: ZipReader, end: number, endRecord: number): Promise<void> {
  if (end === endRecord) return;
  const signature = end + 4 <= endRecord ? (await reader.readAt(end, 4)).readUInt32LE(0) : 0;
  if (!BEFORE_END_RECORD.includes(signature)) {
    throw archiveFault(
      path,
      null,
      `the directory ends at byte ${end}, its end record begins at ${endRecord}`,
    );
  }
}

/** Adds the end of each entry; refuses bytes before the first one, and overlapping entries. */
function withEnds(path: string, all: DirectoryEntry[], directoryStart: number): ZipEntry[] {
  const ordered = all.toSorted((a, b) => a.offset - b.offset);
  const first = ordered[0]?.offset ?? directoryStart;
  if (first !== 0) throw archiveFault(path, null, `${first} bytes before the first entry`);
  return ordered.map((entry, index) => {
    const nextOffset = ordered[index + 1]?.offset ?? directoryStart;
    if (entry.offset + entry.packedBytes >= nextOffset) {
      throw archiveFault(path, entry.name, "it overlaps with what follows it");
    }
    return { ...entry, nextOffset };
  });
}

function checkSizes(path: string, entries: readonly ZipEntry[], limits: Limits): void {
  const unpacked = entries.reduce((sum, entry) => sum + entry.bytes, 0);
  const packed = entries.reduce((sum, entry) => sum + entry.packedBytes, 0);
  const limit = brokenUnpackLimit(unpacked, packed, limits);
  if (limit !== null)
    throw archiveFault(path, null, `unpacks to ${unpacked} bytes, over the limit of ${limit}`);
}

const WINDOW_BYTES = 256 * 1024;

/**
 * Random access to a zip's bytes through one window, so that one read of the file serves many adjacent headers, directory
 * records and small members.
 */
export class ZipReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #windowStart = 0;
  #windowBytes = 0;
  /** The last read: reads are made one after the other, because each may move the window. */
  #last: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }

  /** Called by yauzl. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.readAt(position, length).then((bytes) => {
      bytes.copy(target, offset);
      done(null);
    }, done);
  }

  /** Reads exactly `length` bytes. @throws Error when the file ends before */
  readAt(position: number, length: number): Promise<Buffer> {
    const turn = this.#last.then(() => this.#readInWindow(position, length));
    this.#last = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  /**
   * Streams bytes without the window. A chunk is valid until the next one is requested: a buffer for each would wait for the collector,
   * up to 64 MB of them.
   */
  async *stream(position: number, length: number): AsyncGenerator<Buffer> {
    const target = Buffer.allocUnsafeSlow(Math.min(WINDOW_BYTES, length));
    for (let done = 0; done < length; ) {
      const bytes = Math.min(target.length, length - done);
      yield (await this.#readFrom(position + done, target, bytes)).subarray(0, bytes);
      done += bytes;
    }
  }

  async #readInWindow(position: number, length: number): Promise<Buffer> {
    const target = Buffer.allocUnsafe(length);
    if (length > WINDOW_BYTES) return this.#readFrom(position, target, length);
    const inside =
      position >= this.#windowStart && position + length <= this.#windowStart + this.#windowBytes;
    if (!inside) await this.#moveWindow(position, length);
    this.#window.copy(target, 0, position - this.#windowStart);
    return target;
  }

  async #moveWindow(position: number, length: number): Promise<void> {
    this.#windowBytes = 0;
    const { bytesRead } = await this.#handle.read(this.#window, 0, WINDOW_BYTES, position);
    if (bytesRead < length) throw new Error(`the file ends ${length - bytesRead} bytes early`);
    this.#windowStart = position;
    this.#windowBytes = bytesRead;
  }

  async #readFrom(position: number, target: Buffer, length: number): Promise<Buffer> {
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#handle.read(target, done, length - done, position + done);
      if (bytesRead === 0) throw new Error(`the file ends ${length - done} bytes early`);
      done += bytesRead;
    }
    return target;
  }
}
