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
  const extra = zip64Extra([entry.bytes, entry.bytes].filter((value) => value >= wideFrom));
  const name = Buffer.from(entry.name);
  return Buffer.concat([
    fields(4, 0x04034b50),
    fields(2, extra.length === 0 ? VERSION : VERSION_ZIP64),
    commonFields(entry, day, wideFrom),
    fields(2, name.length, extra.length),
    name,
    extra,
  ]);
}

function directoryRecord(entry: Written, day: string, wideFrom: number): Buffer {
  const { bytes, offset } = entry;
  const extra = zip64Extra([bytes, bytes, offset].filter((value) => value >= wideFrom));
  const version = extra.length === 0 ? VERSION : VERSION_ZIP64;
  const name = Buffer.from(entry.name);
  return Buffer.concat([
    fields(4, 0x02014b50),
    fields(2, MADE_BY_UNIX | version, version),
    commonFields(entry, day, wideFrom),
    // no comment, the first disk, no internal attributes
    fields(2, name.length, extra.length, 0, 0, 0),
    fields(4, MODE, offset >= wideFrom ? MAX_32 : offset),
    name,
    extra,
  ]);
}

/** What local header and directory have in common: flags, method 0, time, date, CRC-32, sizes. */
function commonFields({ name, bytes, crc32 }: StoredEntry, day: string, wideFrom: number): Buffer {
  const [year = 1980, month = 1, date = 1] = day.split("-").map(Number);
  const flags = /^[\x20-\x7e]*$/.test(name) ? 0 : UTF8_FLAG;
  const size = bytes >= wideFrom ? MAX_32 : bytes;
  return Buffer.concat([
    fields(2, flags, 0, 0, ((year - 1980) << 9) | (month << 5) | date),
    fields(4, crc32, size, size),
  ]);
}

/** The Zip64 field with the values that do not fit elsewhere; empty without one. */
function zip64Extra(values: readonly number[]): Buffer {
  return values.length === 0
    ? Buffer.alloc(0)
    : Buffer.concat([fields(2, 1, values.length * 8), fields(8, ...values)]);
}

function directoryEnd(entries: number, start: number, bytes: number, wideFrom: number): Buffer {
  const isFar = start >= wideFrom;
  const wide = [
    fields(4, 0x06064b50),
    fields(8, 44),
    fields(2, MADE_BY_UNIX | VERSION_ZIP64, VERSION_ZIP64),
    fields(4, 0, 0),
    fields(8, entries, entries, bytes, start),
    fields(4, 0x07064b50, 0),
    fields(8, start + bytes),
    fields(4, 1),
  ];
  const end = [
    fields(4, 0x06054b50),
    fields(2, 0, 0, entries, entries),
    fields(4, bytes, isFar ? MAX_32 : start),
    fields(2, 0),
  ];
  return Buffer.concat([...(isFar ? wide : []), ...end]);
}

/** Numbers of one size in bytes, little-endian; those of 8 bytes are below 2^48. */
function fields(size: 2 | 4 | 8, ...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [at, value] of values.entries()) bytes.writeUIntLE(value, at * size, Math.min(size, 6));
  return bytes;
}
