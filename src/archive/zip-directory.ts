/**
 * Reads and checks the directory of a zip, with yauzl. yauzl accepts what is refused here: several disks, bytes before the first entry or
 * between directory and end record, overlapping entries, encryption, unknown methods (docs/faults.md, "A3" and "X1").
 */
import type { FileHandle } from "node:fs/promises";
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, RandomAccessReader } from "yauzl";
import { archiveFault } from "./fault.ts";
import { brokenUnpackLimit, type Limits, type Member, nameFault } from "./members.ts";

export interface Zip {
  readonly path: string;
  readonly handle: FileHandle;
  readonly bytes: number;
}

export interface ZipEntry extends Omit<Member, "read" | "readBytes"> {
  readonly offset: number;
  /** Where the next entry, or the directory, begins: this entry must end before. */
  nextOffset: number;
  readonly packedBytes: number;
  readonly method: number;
  readonly crc32: number;
}

/** Bytes of an entry's record without name, extra fields and comment; offset of the entry's disk number in it. */
const [RECORD_BYTES, DISK_AT] = [46, 34];
const END_RECORD_BYTES = 22;
/** Size and signature of the locator of a Zip64 end record. */
const [LOCATOR_BYTES, LOCATOR] = [20, 0x07064b50];
/** Signatures of the records that may be between directory and end record: the Zip64 end record, a digital signature. */
const BEFORE_END_RECORD = [0x06064b50, 0x05054b50];

/** The entries in the order of the file. @throws CaselawError `corrupt`; yauzl's errors, which have no code */
export async function readDirectory(zip: Zip, limits: Limits): Promise<ZipEntry[]> {
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
  const start = await directoryStart(zip, end, endRecord);
  let record = start;
  const all: ZipEntry[] = [];
  for await (const entry of directory.eachEntry()) {
    const disk = await readAt(zip, record + DISK_AT, 2);
    if (isOtherDisk(disk.readUInt16LE(0))) throw archiveFault(path, null, "a zip of several disks");
    all.push(entryOf(path, entry, limits));
    record += RECORD_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
  }
  await checkEnd(zip, record, endRecord);
  const unpacked = all.reduce((sum, entry) => sum + entry.bytes, 0);
  const packed = all.reduce((sum, entry) => sum + entry.packedBytes, 0);
  const limit = brokenUnpackLimit(unpacked, packed, limits);
  if (limit !== null)
    throw archiveFault(path, null, `unpacks to ${unpacked} bytes, over the limit of ${limit}`);
  return orderEntries(path, all, start);
}

/** Where the directory begins, by the end record, or by the Zip64 end record if its locator comes before. */
async function directoryStart(zip: Zip, end: Buffer, endRecord: number): Promise<number> {
  const locatorAt = endRecord - LOCATOR_BYTES;
  const locator = locatorAt < 0 ? null : await readAt(zip, locatorAt, LOCATOR_BYTES);
  if (locator?.readUInt32LE(0) !== LOCATOR) return end.readUInt32LE(16);
  return Number((await readAt(zip, Number(locator.readBigUInt64LE(8)) + 48, 8)).readBigUInt64LE(0));
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
export function entryName(flags: number, raw: Buffer, extra: Entry["extraFields"]): string {
  return getFileNameLowLevel(flags, raw, extra, false).replace(/^(?:\.\/)+/, "");
}

export const [STORED, DEFLATED] = [0, 8];
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
  const fault = `the directory ends at byte ${end}, its end record begins at ${endRecord}`;
  throw archiveFault(zip.path, null, fault);
}

/** The entries in the order of the file; refuses bytes before the first one, and overlapping entries. */
function orderEntries(path: string, all: ZipEntry[], directoryStart: number): ZipEntry[] {
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

/** Replaces yauzl's own reader of a file, which throws an error that cannot be caught for an offset of a damaged zip. */
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

export function readAt(zip: Zip, position: number, length: number): Promise<Buffer> {
  return fill(zip, Buffer.allocUnsafe(length), position);
}

/** Fills the buffer. @throws Error when the file ends before */
export async function fill({ handle }: Zip, target: Buffer, position: number): Promise<Buffer> {
  for (let filled = 0; filled < target.length; ) {
    const { bytesRead } = await handle.read(target, filled, target.length - filled, position + filled);
    if (bytesRead === 0) throw new Error(`the file ends ${target.length - filled} bytes early`);
    filled += bytesRead;
  }
  return target;
}
