/**
 * A zip as members. Nothing is unpacked to disk, and only the member that is being read is in memory.
 */
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { constants, crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import { parseExtraFields } from "yauzl";
import type { Checksum } from "../domain/bulk-file.ts";
import { messageOf, systemCodeOf } from "../domain/errors.ts";
import { archiveFault, asArchiveFault } from "./fault.ts";
import { byName, type Limits, type Member, type Members, type Tap } from "./members.ts";
import { entryName, fill, readAt, readDirectory, STORED, type Zip, type ZipEntry } from "./zip-directory.ts";

/** Messages for yauzl's most frequent errors, which have no codes. */
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
    const [, wording] = YAUZL_FAULTS.find(([pattern]) => pattern.test(messageOf(error))) ?? [];
    throw wording === undefined
      ? asArchiveFault(path, null, error)
      : archiveFault(path, null, wording, error);
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

/** Copies for a stream, which reads ahead while a chunk is valid only until the next one is requested. */
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
    const actual = bytes > entry.bytes ? "more" : `${bytes}`;
    throw archiveFault(path, entry.name, `the directory says ${entry.bytes} bytes, found ${actual}`);
  }
  const [expected, actual] = [entry.crc32, crc].map((sum) => sum.toString(16).padStart(8, "0"));
  if (expected !== actual)
    throw archiveFault(path, entry.name, `the directory says CRC-32 ${expected}, found ${actual}`);
}

/** A chunk is valid until the next one is requested: new buffers would wait for the collector, up to 64 MB of them. */
async function* streamOf(zip: Zip, position: number, length: number): AsyncGenerator<Buffer> {
  const target = Buffer.allocUnsafeSlow(Math.min(STREAM_BYTES, length));
  for (let offset = 0; offset < length; offset += target.length)
    yield await fill(zip, target.subarray(0, length - offset), position + offset);
}
