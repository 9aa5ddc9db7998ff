/**
 * A zip as members. Nothing is unpacked to disk, and only the member that is being read is in memory.
 */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { parseExtraFields } from "yauzl";
import type { Checksum } from "../domain/bulk-file.ts";
import { systemCodeOf } from "../domain/errors.ts";
import { archiveFault, asArchiveFault } from "./fault.ts";
import type { Limits, Member, Members, Tap } from "./members.ts";
import { readEntryName, readZipDirectory, type ZipEntry, ZipReader } from "./zip-directory.ts";

/** Members up to this size are checked in one step. */
const SMALL_BYTES = 4 * 1024 ** 2;

/**
 * Opens a zip and reads its directory.
 *
 * @throws CaselawError `corrupt` when it is no zip, is cut, or has a feature, name or size that is refused;
 *   `not_found` or `unavailable` when the file cannot be opened.
 */
export async function openZip(path: string, limits: Limits): Promise<Members> {
  const handle = await open(path).catch((error: unknown) => {
    throw asArchiveFault(path, null, error);
  });
  try {
    const bytes = (await handle.stat()).size;
    const reader = new ZipReader(handle);
    const entries = await readZipDirectory(path, reader, bytes, limits);
    return membersOf({ path, reader }, handle, bytes, entries);
  } catch (error) {
    await handle.close();
    throw asArchiveFault(path, null, error);
  }
}

function membersOf(zip: ZipFileOnDisk, handle: FileHandle, bytes: number, entries: ZipEntry[]): Members {
  const list = entries.map(
    (entry): Member => ({
      ...entry,
      read: () => readEntryContent(zip, entry),
      readBytes: (maxBytes) => readEntryBytes(zip, entry, maxBytes),
    }),
  );
  return {
    path: zip.path,
    kind: "zip",
    list,
    supplements: [],
    validate: async (_used, taps, validated) => validated ?? validateZip(zip, bytes, entries, taps),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

async function validateZip(
  zip: ZipFileOnDisk,
  bytes: number,
  entries: readonly ZipEntry[],
  taps: ReadonlyMap<string, Tap>,
): Promise<Checksum> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of zip.reader.stream(0, bytes)) hash.update(chunk);
  } catch (error) {
    throw asArchiveFault(zip.path, null, error);
  }
  // In the order of the file, which is the order of fewest reads.
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    const tap = taps.get(entry.name) ?? (() => {});
    if (entry.bytes <= SMALL_BYTES) tap(await readEntryBytes(zip, entry, SMALL_BYTES));
    else for await (const chunk of readEntryContent(zip, entry)) tap(chunk);
  }
  return { sha256: hash.digest("hex"), bytes };
}

const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;
/** Flag of a header whose sizes and CRC-32 are in a descriptor after the content. */
const HAS_DESCRIPTOR = 0x0008;
const STORED = 0;
const DEFLATED = 8;
/** Entries up to this packed size are inflated in one step, which costs less than a stream. */
const ONE_STEP_BYTES = 1024 ** 2;

/** The file that zip entries are read from. */
interface ZipFileOnDisk {
  readonly path: string;
  readonly reader: ZipReader;
}

/**
 * Streams an entry's content. A chunk is valid until the next one is requested.
 *
 * @throws CaselawError `corrupt` when header, size or CRC-32 are not what the directory says.
 */
async function* readEntryContent(zip: ZipFileOnDisk, entry: ZipEntry): AsyncGenerator<Buffer> {
  try {
    const start = await findContent(zip, entry);
    const packed = zip.reader.stream(start, entry.packedBytes);
    let bytes = 0;
    let crc = 0;
    for await (const chunk of entry.method === "stored" ? packed : inflate(packed)) {
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

/** Reads an entry's content at once. @throws CaselawError `corrupt` as `readEntryContent`, and over `maxBytes` */
async function readEntryBytes(zip: ZipFileOnDisk, entry: ZipEntry, maxBytes: number): Promise<Buffer> {
  if (entry.bytes > maxBytes) {
    throw archiveFault(zip.path, entry.name, `${entry.bytes} bytes, over the limit of ${maxBytes}`);
  }
  if (entry.packedBytes > ONE_STEP_BYTES)
    return Buffer.concat(await Array.fromAsync(readEntryContent(zip, entry), (chunk) => Buffer.from(chunk)));
  try {
    const packed = await zip.reader.readAt(await findContent(zip, entry), entry.packedBytes);
    const content = entry.method === "stored" ? packed : inflateAtOnce(packed, entry.bytes);
    checkContent(zip.path, entry, content.length, crc32(content));
    return content;
  } catch (error) {
    throw asArchiveFault(zip.path, entry.name, error);
  }
}

/** Checks the entry's own header against the directory; returns the offset of the content. */
async function findContent(zip: ZipFileOnDisk, entry: ZipEntry): Promise<number> {
  const header = await zip.reader.readAt(entry.offset, HEADER_BYTES);
  if (header.readUInt32LE(0) !== HEADER_SIGNATURE) {
    throw archiveFault(zip.path, entry.name, `no entry begins at byte ${entry.offset}`);
  }
  const [nameBytes, extraBytes] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const rest = await zip.reader.readAt(entry.offset + HEADER_BYTES, nameBytes + extraBytes);
  const flags = header.readUInt16LE(6);
  const name = readEntryName(flags, rest.subarray(0, nameBytes), parseExtraFields(rest.subarray(nameBytes)));
  const method = header.readUInt16LE(8) === (entry.method === "stored" ? STORED : DEFLATED);
  const crc = (flags & HAS_DESCRIPTOR) !== 0 || header.readUInt32LE(14) === entry.crc32;
  if (name !== entry.name || !method || !crc) {
    throw archiveFault(zip.path, entry.name, "its own header differs from the directory");
  }
  const start = entry.offset + HEADER_BYTES + nameBytes + extraBytes;
  if (start + entry.packedBytes > entry.nextOffset) {
    throw archiveFault(zip.path, entry.name, "it overlaps with what follows it");
  }
  return start;
}

async function* inflate(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw();
  const fed = pipeline(Readable.from(copiesOf(packed)), inflater);
  // the loop below throws the same error; without a handler of its own it would count as unhandled
  fed.catch(() => {});
  for await (const chunk of inflater) yield chunk;
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
  if (crc !== entry.crc32) {
    throw archiveFault(path, entry.name, `the directory says CRC-32 ${hex(entry.crc32)}, found ${hex(crc)}`);
  }
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}
