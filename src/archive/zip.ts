/**
 * A zip as members. Nothing is unpacked to disk, and only the member that is being read is in memory.
 *
 * yauzl reads the directory. It accepts what is refused here: several disks, bytes before the first entry or between directory
 * and end record, overlapping entries, encryption, unknown methods (docs/faults.md, "A3" and "X1").
 */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import {
  type Entry,
  fromRandomAccessReaderPromise,
  getFileNameLowLevel,
  parseExtraFields,
  RandomAccessReader,
} from "yauzl";
import type { Checksum } from "../domain/bulk-file.ts";
import { messageOf, systemCodeOf } from "../domain/errors.ts";
import { archiveFault, asArchiveFault } from "./fault.ts";
import {
  brokenUnpackLimit,
  byName,
  type Limits,
  type Member,
  type Members,
  nameFault,
  type Tap,
} from "./members.ts";

interface Zip {
  readonly path: string;
  readonly handle: FileHandle;
  readonly bytes: number;
}

interface ZipEntry extends Omit<Member, "read" | "readBytes"> {
  readonly offset: number;
  /** Where the next entry, or the directory, begins: this one ends before. */
  nextOffset: number;
  readonly packedBytes: number;
  readonly method: number;
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

/**
 * Opens a zip and reads its directory: its files, in the order of their names.
 *
 * @throws CaselawError `corrupt` when it is no zip, is cut, or has a feature, name or size that is refused;
 *   `not_found` or `unavailable` when the file cannot be opened.
 */
export async function openZip(path: string, limits: Limits): Promise<Members> {
  const handle = await open(path).catch((error: unknown) => {
    throw asArchiveFault(path, null, error);
  });
  try {
    const zip = { path, handle, bytes: (await handle.stat()).size };
    return membersOf(zip, await readDirectory(zip, limits));
  } catch (error) {
    await handle.close();
    const known = YAUZL_FAULTS.find(([said]) => said.test(messageOf(error)));
    throw known === undefined ? asArchiveFault(path, null, error) : archiveFault(path, null, known[1], error);
  }
}

function membersOf(zip: Zip, entries: readonly ZipEntry[]): Members {
  const list = entries.map(
    (entry): Member => ({
      ...entry,
      read: () => readEntry(zip, entry),
      readBytes: (maxBytes) => readEntryBytes(zip, entry, maxBytes),
    }),
  );
  return {
    path: zip.path,
    kind: "zip",
    list: list.filter(({ name }) => !name.endsWith("/")).sort(byName),
    supplements: [],
    validate: async (_used, taps, validated) => validated ?? validateZip(zip, list, taps),
    [Symbol.asyncDispose]: () => zip.handle.close(),
  };
}

/** @param entries in the order of the file, which is the order of fewest reads */
async function validateZip(
  zip: Zip,
  entries: readonly Member[],
  taps: ReadonlyMap<string, Tap>,
): Promise<Checksum> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of streamOf(zip, 0, zip.bytes)) hash.update(chunk);
  } catch (error) {
    throw asArchiveFault(zip.path, null, error);
  }
  for (const { name, read } of entries) {
    const tap = taps.get(name) ?? (() => {});
    for await (const chunk of read()) tap(chunk);
  }
  return { sha256: hash.digest("hex"), bytes: zip.bytes };
}

/** Bytes of an entry's record without name, extra fields and comment; offset of the entry's disk number in it. */
const [RECORD_BYTES, DISK_AT] = [46, 34];
const END_RECORD_BYTES = 22;
/** Signatures of the records that may be between directory and end record: the Zip64 end record, a digital signature. */
const BEFORE_END_RECORD = [0x06064b50, 0x05054b50];

async function readDirectory(zip: Zip, limits: Limits): Promise<ZipEntry[]> {
  const { path, bytes } = zip;
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
  const directory = await fromRandomAccessReaderPromise(new Reader(zip), bytes, options);
  if (directory.entryCount > limits.maxEntries) {
    throw archiveFault(path, null, `${directory.entryCount} entries, over the limit of ${limits.maxEntries}`);
  }
  const endRecord = bytes - END_RECORD_BYTES - directory.comment.length;
  const end = await readAt(zip, endRecord, END_RECORD_BYTES);
  if (isOtherDisk(end.readUInt16LE(6)) || end.readUInt16LE(8) !== end.readUInt16LE(10)) {
    throw archiveFault(path, null, "a zip of several disks");
  }
  // where the directory begins, and after each entry where the next one's record does
  const cursor = (): number => Number(directory.readEntryCursor);
  const start = cursor();
  const all: ZipEntry[] = [];
  for await (const entry of directory.eachEntry()) {
    const variableBytes = entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    const disk = await readAt(zip, cursor() - variableBytes - RECORD_BYTES + DISK_AT, 2);
    if (isOtherDisk(disk.readUInt16LE(0))) throw archiveFault(path, null, "a zip of several disks");
    all.push(entryOf(path, entry, limits));
  }
  await checkEnd(zip, cursor(), endRecord);
  const unpacked = all.reduce((sum, entry) => sum + entry.bytes, 0);
  const packed = all.reduce((sum, entry) => sum + entry.packedBytes, 0);
  const limit = brokenUnpackLimit(unpacked, packed, limits);
  if (limit !== null)
    throw archiveFault(path, null, `unpacks to ${unpacked} bytes, over the limit of ${limit}`);
  return inOrder(path, all, start);
}

/** yauzl ignores most of these numbers; 0xffff means that a Zip64 field has it. */
function isOtherDisk(number: number): boolean {
  return number !== 0 && number !== 0xffff;
}

function entryOf(path: string, entry: Entry, limits: Limits): ZipEntry {
  const name = entryName(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields);
  const refused = nameFault(name, entry.fileNameLength, limits.maxNameBytes) ?? featureFault(entry);
  if (refused !== null) throw archiveFault(path, name.slice(0, 200), refused);
  return {
    name,
    bytes: entry.uncompressedSize,
    modifiedOn: modifiedOn(entry),
    offset: entry.relativeOffsetOfLocalHeader,
    nextOffset: 0,
    packedBytes: entry.compressedSize,
    method: entry.compressionMethod,
    crc32: entry.crc32,
  };
}

/** An entry's name as both its headers spell it: UTF-8 or code page 437, `\` read as `/`, no `./` before it. */
function entryName(flags: number, raw: Buffer, extra: Entry["extraFields"]): string {
  return getFileNameLowLevel(flags, raw, extra, false).replace(/^(?:\.\/)+/, "");
}

const [STORED, DEFLATED] = [0, 8];
/** `versionMadeBy`'s upper byte for Unix, and the file type bits of a Unix mode. */
const [UNIX, MODE_TYPE, MODE_LINK] = [3, 0o170000, 0o120000];
/** General purpose flags: encrypted, patch data, strong encryption, masked directory. */
const REFUSED_FLAGS = 0x0001 | 0x0020 | 0x0040 | 0x2000;

function featureFault(entry: Entry): string | null {
  if ((entry.generalPurposeBitFlag & REFUSED_FLAGS) !== 0) return "encrypted or patch data";
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
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

async function checkEnd(zip: Zip, end: number, endRecord: number): Promise<void> {
  if (end === endRecord) return;
  const signature = end + 4 <= endRecord ? (await readAt(zip, end, 4)).readUInt32LE(0) : 0;
  if (BEFORE_END_RECORD.includes(signature)) return;
  const found = `the directory ends at byte ${end}, its end record begins at ${endRecord}`;
  throw archiveFault(zip.path, null, found);
}

/** The entries in the order of the file; refuses bytes before the first one, and overlapping entries. */
function inOrder(path: string, all: ZipEntry[], directoryStart: number): ZipEntry[] {
  const ordered = all.toSorted((a, b) => a.offset - b.offset);
  const first = ordered[0]?.offset ?? directoryStart;
  if (first !== 0) throw archiveFault(path, null, `${first} bytes before the first entry`);
  for (const [index, entry] of ordered.entries()) {
    entry.nextOffset = ordered[index + 1]?.offset ?? directoryStart;
    if (entry.offset + entry.packedBytes >= entry.nextOffset)
      throw archiveFault(path, entry.name, "it overlaps with what follows it");
  }
  return ordered;
}

const [HEADER_BYTES, HEADER_SIGNATURE] = [30, 0x04034b50];
/** Flag of a header whose sizes and CRC-32 are in a descriptor after the content. */
const HAS_DESCRIPTOR = 0x0008;
/** Entries up to this size, packed and unpacked, are read and inflated in one step, which costs less than a stream. */
const ONE_STEP_BYTES = 1024 ** 2;
const STREAM_BYTES = 256 * 1024;

/**
 * Streams an entry's content. A chunk is valid until the next one is requested.
 *
 * @throws CaselawError `corrupt` when header, size or CRC-32 are not what the directory says.
 */
async function* readEntry(zip: Zip, entry: ZipEntry): AsyncGenerator<Buffer> {
  try {
    let bytes = 0;
    let crc = 0;
    for await (const chunk of unpack(zip, entry)) {
      bytes += chunk.length;
      crc = crc32(chunk, crc);
      if (bytes > entry.bytes) break;
      yield chunk;
    }
    checkContent(zip.path, entry, bytes, crc);
  } catch (error) {
    throw asArchiveFault(zip.path, entry.name, error);
  }
}

/** Reads an entry's content at once. @throws CaselawError `corrupt` as `readEntry`, and over `maxBytes` */
async function readEntryBytes(zip: Zip, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  if (entry.bytes > maxBytes) {
    throw archiveFault(zip.path, entry.name, `${entry.bytes} bytes, over the limit of ${maxBytes}`);
  }
  return Buffer.concat(await Array.fromAsync(readEntry(zip, entry), (chunk) => Buffer.from(chunk)));
}

async function* unpack(zip: Zip, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { offset, nextOffset, packedBytes, bytes } = entry;
  const head = await readAt(zip, offset, Math.min(nextOffset - offset, ONE_STEP_BYTES));
  const start = contentStart(zip.path, entry, head);
  const isStored = entry.method === STORED;
  if (start + packedBytes <= head.length && bytes <= ONE_STEP_BYTES) {
    const packed = head.subarray(start, start + packedBytes);
    yield isStored ? packed : inflateAtOnce(packed, bytes);
  } else {
    const packed = streamOf(zip, offset + start, packedBytes);
    yield* isStored ? packed : pipeline(copiesOf(packed), createInflateRaw(), () => {});
  }
}

/** Checks the entry's own header against the directory; returns where the content begins in `head`. */
function contentStart(path: string, entry: ZipEntry, head: Buffer): number {
  if (head.length < HEADER_BYTES || head.readUInt32LE(0) !== HEADER_SIGNATURE) {
    throw archiveFault(path, entry.name, `no entry begins at byte ${entry.offset}`);
  }
  const nameEnd = HEADER_BYTES + head.readUInt16LE(26);
  const start = nameEnd + head.readUInt16LE(28);
  if (entry.offset + start + entry.packedBytes > entry.nextOffset) {
    throw archiveFault(path, entry.name, "it overlaps with what follows it");
  }
  const flags = head.readUInt16LE(6);
  const extra = parseExtraFields(head.subarray(nameEnd, start));
  const name = entryName(flags, head.subarray(HEADER_BYTES, nameEnd), extra);
  const crc = (flags & HAS_DESCRIPTOR) !== 0 || head.readUInt32LE(14) === entry.crc32;
  if (name !== entry.name || head.readUInt16LE(8) !== entry.method || !crc) {
    throw archiveFault(path, entry.name, "its own header differs from the directory");
  }
  return start;
}

/** A stream reads ahead. */
async function* copiesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

function inflateAtOnce(packed: Buffer, bytes: number): Buffer {
  // one byte more than expected is enough to detect too many; one buffer of the right size makes less garbage than chunks
  const chunkSize = Math.max(bytes + 1, constants.Z_MIN_CHUNK);
  try {
    return inflateRawSync(packed, { maxOutputLength: bytes + 1, chunkSize });
  } catch (error) {
    if (systemCodeOf(error) !== "ERR_BUFFER_TOO_LARGE") throw error;
    throw new Error(`the directory says ${bytes} bytes, found more`, { cause: error });
  }
}

function checkContent(path: string, entry: ZipEntry, bytes: number, crc: number): void {
  if (bytes !== entry.bytes) {
    const found = bytes > entry.bytes ? "more" : `${bytes}`;
    throw archiveFault(path, entry.name, `the directory says ${entry.bytes} bytes, found ${found}`);
  }
  const [said, found] = [entry.crc32, crc].map((one) => one.toString(16).padStart(8, "0"));
  if (said !== found)
    throw archiveFault(path, entry.name, `the directory says CRC-32 ${said}, found ${found}`);
}

/** yauzl's own reader of a file throws, where nobody can catch it, for an offset that a damaged zip gives. */
class Reader extends RandomAccessReader {
  readonly #zip: Zip;

  constructor(zip: Zip) {
    super();
    this.#zip = zip;
  }

  override read(...[target, offset, length, position, done]: Parameters<RandomAccessReader["read"]>): void {
    fill(this.#zip, target.subarray(offset, offset + length), position).then(() => done(null), done);
  }
}

/** A chunk is valid until the next one is requested: buffers of their own would wait for the collector, up to 64 MB of them. */
async function* streamOf(zip: Zip, position: number, length: number): AsyncGenerator<Buffer> {
  const target = Buffer.allocUnsafeSlow(Math.min(STREAM_BYTES, length));
  for (let done = 0; done < length; done += target.length)
    yield await fill(zip, target.subarray(0, length - done), position + done);
}

function readAt(zip: Zip, position: number, length: number): Promise<Buffer> {
  return fill(zip, Buffer.allocUnsafe(length), position);
}

/** Fills the buffer. @throws Error when the file ends before */
async function fill({ handle }: Zip, target: Buffer, position: number): Promise<Buffer> {
  for (let done = 0; done < target.length; ) {
    const { bytesRead } = await handle.read(target, done, target.length - done, position + done);
    if (bytesRead === 0) throw new Error(`the file ends ${target.length - done} bytes early`);
    done += bytesRead;
  }
  return target;
}
