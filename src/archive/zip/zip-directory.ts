/**
 * Reads and checks a zip's central directory, and keeps what the reading of entries needs.
 *
 * yauzl reads the records. It accepts what is refused here: several disks, bytes before the first entry or between directory
 * and end record, overlapping entries, encryption, unknown methods (docs/faults.md, "A3" and "X1").
 */
import { type Entry, fromRandomAccessReaderPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import { messageOf } from "../../domain/errors.ts";
import { archiveFault, asArchiveFault } from "../fault.ts";
import { brokenUnpackLimit, type Limits } from "../limits.ts";
import { nameFault } from "../member-name.ts";
import { byName, type Member } from "../members.ts";
import type { ZipReader } from "./zip-reader.ts";

export interface ZipEntry extends Member {
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
    // an offset in the file, which yauzl's types declare as a boolean
    const start = Number(zip.readEntryCursor);
    const all: DirectoryEntry[] = [];
    let record = start;
    for await (const entry of zip.eachEntry()) {
      await checkDisk(path, reader, record);
      all.push(readEntry(path, entry, limits));
      record += RECORD_BYTES + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    }
    await checkEnd(path, reader, zip, fileBytes);
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

/** Refuses a zip of several disks, and one whose directory does not end where its end record begins. */
async function checkEnd(path: string, reader: ZipReader, zip: ZipFile, fileBytes: number): Promise<void> {
  const at = fileBytes - END_RECORD_BYTES - zip.comment.length;
  const record = await reader.readAt(at, END_RECORD_BYTES);
  const [disk, firstDisk] = [record.readUInt16LE(4), record.readUInt16LE(6)];
  const severalDisks = [disk, firstDisk].some((number) => number !== 0 && number !== 0xffff);
  if (severalDisks || record.readUInt16LE(8) !== record.readUInt16LE(10)) {
    throw archiveFault(path, null, "a zip of several disks");
  }
  const end = Number(zip.readEntryCursor);
  if (end === at) return;
  const signature = end + 4 <= at ? (await reader.readAt(end, 4)).readUInt32LE(0) : 0;
  if (!BEFORE_END_RECORD.includes(signature)) {
    throw archiveFault(path, null, `the directory ends at byte ${end}, its end record begins at ${at}`);
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
