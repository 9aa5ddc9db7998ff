/**
 * Writes a zip as the publisher's bulk files are (docs/formats.md, "Layout of a bulk archive"): entries stored, in the order
 * given, sizes and CRC-32 before the content, no folders; Zip64 from 4 GiB.
 *
 * Other zip writers put the sizes of a stream into a descriptor after the content, which a reader without the directory cannot
 * find. Here sizes and CRC-32 are known before, because the content is compressed already.
 */
import type { FileHandle } from "node:fs/promises";
import { open } from "node:fs/promises";

export interface StoredEntry {
  readonly name: string;
  readonly bytes: number;
  readonly crc32: number;
  readonly content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** Sizes and offsets from this number are written to the Zip64 fields. */
const MAX_32 = 0xffffffff;
/** Names are UTF-8. */
const UTF8_FLAG = 0x0800;
const VERSION = 20;
const VERSION_ZIP64 = 45;
/** Made on Unix, so that the mode counts: writable by the owner, readable by everyone. */
const MADE_BY_UNIX = 3 << 8;
const MODE = 0o100644 * 2 ** 16;

interface Written extends StoredEntry {
  readonly offset: number;
}

/**
 * Writes a new zip.
 *
 * @param day of every entry, `YYYY-MM-DD`
 * @param wideFrom sizes and offsets from this number are written to the Zip64 fields
 * @throws the system's error
 */
export async function writeStoredZip(
  path: string,
  entries: readonly StoredEntry[],
  day: string,
  wideFrom = MAX_32,
): Promise<void> {
  await using file = await open(path, "wx");
  let offset = 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    await file.appendFile(bytes);
    offset += bytes.length;
  };
  const written: Written[] = [];
  for (const entry of entries) {
    written.push({ ...entry, offset });
    await put(localHeader(entry, day, wideFrom));
    await putContent(file, entry);
    offset += entry.bytes;
  }
  const directoryStart = offset;
  for (const entry of written) await put(directoryRecord(entry, day, wideFrom));
  await put(directoryEnd(written.length, directoryStart, offset - directoryStart, wideFrom));
}

async function putContent(file: FileHandle, { name, bytes, content }: StoredEntry): Promise<void> {
  let found = 0;
  for await (const chunk of content) {
    await file.appendFile(chunk);
    found += chunk.length;
  }
  if (found !== bytes) throw new Error(`"${name}" has ${found} bytes, not ${bytes}`);
}

function localHeader(entry: StoredEntry, day: string, wideFrom: number): Buffer {
  const isLong = entry.bytes >= wideFrom;
  const extra = isLong ? zip64Extra([entry.bytes, entry.bytes]) : Buffer.alloc(0);
  const name = Buffer.from(entry.name);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLong ? VERSION_ZIP64 : VERSION, 4);
  putFacts(header.subarray(6), entry, day, wideFrom);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function directoryRecord(entry: Written, day: string, wideFrom: number): Buffer {
  const [isLong, isFar] = [entry.bytes >= wideFrom, entry.offset >= wideFrom];
  const wide = [...(isLong ? [entry.bytes, entry.bytes] : []), ...(isFar ? [entry.offset] : [])];
  const extra = wide.length === 0 ? Buffer.alloc(0) : zip64Extra(wide);
  const version = wide.length === 0 ? VERSION : VERSION_ZIP64;
  const name = Buffer.from(entry.name);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX | version, 4);
  record.writeUInt16LE(version, 6);
  putFacts(record.subarray(8), entry, day, wideFrom);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(MODE, 38);
  record.writeUInt32LE(isFar ? MAX_32 : entry.offset, 42);
  return Buffer.concat([record, name, extra]);
}

/** What local header and directory say alike: flags, method 0, time, CRC-32, sizes. */
function putFacts(at: Buffer, { name, bytes, crc32 }: StoredEntry, day: string, wideFrom: number): void {
  const [year = 1980, month = 1, date = 1] = day.split("-").map(Number);
  at.writeUInt16LE(/^[\x20-\x7e]*$/.test(name) ? 0 : UTF8_FLAG, 0);
  at.writeUInt16LE(((year - 1980) << 9) | (month << 5) | date, 6);
  at.writeUInt32LE(crc32, 8);
  for (const size of [12, 16]) at.writeUInt32LE(bytes >= wideFrom ? MAX_32 : bytes, size);
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  for (const [at, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + at * 8);
  return extra;
}

function directoryEnd(entries: number, start: number, bytes: number, wideFrom: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  for (const at of [8, 10]) end.writeUInt16LE(entries, at);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(start >= wideFrom ? MAX_32 : start, 16);
  if (start < wideFrom) return end;
  const wide = Buffer.alloc(56 + 20);
  wide.writeUInt32LE(0x06064b50, 0);
  wide.writeBigUInt64LE(44n, 4);
  wide.writeUInt16LE(MADE_BY_UNIX | VERSION_ZIP64, 12);
  wide.writeUInt16LE(VERSION_ZIP64, 14);
  for (const at of [24, 32]) wide.writeBigUInt64LE(BigInt(entries), at);
  wide.writeBigUInt64LE(BigInt(bytes), 40);
  wide.writeBigUInt64LE(BigInt(start), 48);
  wide.writeUInt32LE(0x07064b50, 56);
  wide.writeBigUInt64LE(BigInt(start + bytes), 64);
  wide.writeUInt32LE(1, 72);
  return Buffer.concat([wide, end]);
}
