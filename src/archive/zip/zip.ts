/**
 * A zip as members. Nothing is unpacked to disk, and only the member that is being read is in memory.
 */
import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import type { Checksum } from "../../domain/bulk-file.ts";
import { asArchiveFault } from "../fault.ts";
import type { Limits } from "../limits.ts";
import type { Member, Members, Tap } from "../members.ts";
import { readEntryBytes, readEntryContent, type ZipFileOnDisk } from "./zip-content.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";
import { ZipReader } from "./zip-reader.ts";

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
  const byMember = new Map<Member, ZipEntry>(entries.map((entry) => [entry, entry]));
  const entryOf = (member: Member): ZipEntry => {
    const entry = byMember.get(member);
    if (entry === undefined) throw new Error(`"${member.name}" is no member of this zip`);
    return entry;
  };
  return {
    path: zip.path,
    kind: "zip",
    list: entries,
    supplements: [],
    read: (member) => readEntryContent(zip, entryOf(member)),
    readBytes: (member, maxBytes) => readEntryBytes(zip, entryOf(member), maxBytes),
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
    await validateEntry(zip, entry, taps.get(entry.name));
  }
  return { sha256: hash.digest("hex"), bytes };
}

async function validateEntry(zip: ZipFileOnDisk, entry: ZipEntry, tap: Tap | undefined): Promise<void> {
  if (entry.bytes <= SMALL_BYTES) {
    const content = await readEntryBytes(zip, entry, SMALL_BYTES);
    tap?.(content);
    return;
  }
  for await (const chunk of readEntryContent(zip, entry)) tap?.(chunk);
}
