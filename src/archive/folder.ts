/**
 * An unpacked bag or volume as members. Links are not followed, because their targets may be outside the folder.
 */
import { createHash, type Hash } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Checksum } from "../domain/bulk-file.ts";
import { archiveFault, asArchiveFault } from "./fault.ts";
import type { Limits } from "./limits.ts";
import { byName, type Member, type Members, type Tap } from "./members.ts";

const CHUNK_BYTES = 256 * 1024;

/**
 * Opens a folder: its own files and those in the folders of `subfolders`, at any depth.
 *
 * @throws CaselawError `not_found`, `unavailable`, or `corrupt` over the limit of files.
 */
export async function openFolder(
  path: string,
  subfolders: readonly string[],
  limits: Limits,
): Promise<Members> {
  const list: Member[] = [];
  for await (const name of listFiles(path, "", subfolders)) {
    list.push({ name, bytes: await sizeOf(path, name), modifiedOn: null });
    if (list.length > limits.maxEntries) {
      throw archiveFault(path, null, `over the limit of ${limits.maxEntries} files`);
    }
  }
  list.sort(byName);
  return {
    path,
    kind: "folder",
    list,
    supplements: [],
    read: (member) => readChunks(path, member),
    readBytes: (member, maxBytes) => readMember(path, member, maxBytes),
    validate: (used, taps) => validateFolder(path, used, taps),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function sizeOf(path: string, name: string): Promise<number> {
  try {
    return (await stat(join(path, name))).size;
  } catch (error) {
    throw asArchiveFault(path, name, error);
  }
}

/** The entries of a folder. @throws CaselawError `not_found` or `unavailable` */
export async function readFolder(path: string): Promise<Dirent[]> {
  try {
    return (await readdir(path, { withFileTypes: true })).sort(byName);
  } catch (error) {
    throw asArchiveFault(path, null, error);
  }
}

/** Names of files below `path`, parts separated by `/`; `subfolders` null means all. */
async function* listFiles(
  path: string,
  prefix: string,
  subfolders: readonly string[] | null,
): AsyncGenerator<string> {
  for (const entry of await readFolder(join(path, prefix))) {
    const name = `${prefix}${entry.name}`;
    if (entry.isFile()) yield name;
    else if (entry.isDirectory() && (subfolders === null || subfolders.includes(entry.name))) {
      yield* listFiles(path, `${name}/`, null);
    }
  }
}

async function* readChunks(path: string, member: Member): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(join(path, member.name), { highWaterMark: CHUNK_BYTES });
  } catch (error) {
    throw asArchiveFault(path, member.name, error);
  }
}

async function readMember(path: string, member: Member, maxBytes: number): Promise<Buffer> {
  if (member.bytes > maxBytes) {
    throw archiveFault(path, member.name, `${member.bytes} bytes, over the limit of ${maxBytes}`);
  }
  try {
    return await readFile(join(path, member.name));
  } catch (error) {
    throw asArchiveFault(path, member.name, error);
  }
}

async function validateFolder(
  path: string,
  used: readonly Member[],
  taps: ReadonlyMap<string, Tap>,
): Promise<Checksum> {
  const hash = createHash("sha256");
  let bytes = 0;
  for (const member of used.toSorted(byName)) {
    const content = createHash("sha256");
    bytes += await hashMember(path, member, content, taps.get(member.name));
    hash.update(`${member.name}\0${content.digest("hex")}\n`);
  }
  return { sha256: hash.digest("hex"), bytes };
}

async function hashMember(path: string, member: Member, hash: Hash, tap: Tap | undefined): Promise<number> {
  let bytes = 0;
  for await (const chunk of readChunks(path, member)) {
    hash.update(chunk);
    tap?.(chunk);
    bytes += chunk.length;
  }
  return bytes;
}
