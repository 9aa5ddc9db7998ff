/**
 * An unpacked bag or volume as members. Links are not followed, because their targets may be outside the folder.
 */
import { createHash } from "node:crypto";
import { createReadStream, type Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Checksum } from "../domain/bulk-file.ts";
import { archiveFault, asArchiveFault } from "./fault.ts";
import { byName, type Limits, type Member, type Members, type Tap } from "./members.ts";

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
    list.push(await memberOf(path, name));
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
    validate: (used, taps) => validateFolder(path, used, taps),
    [Symbol.asyncDispose]: async () => {},
  };
}

async function memberOf(path: string, name: string): Promise<Member> {
  const file = join(path, name);
  const asFault = (error: unknown): never => {
    throw asArchiveFault(path, name, error);
  };
  const { size: bytes } = await stat(file).catch(asFault);
  const readBytes = async (maxBytes: number): Promise<Buffer> => {
    if (bytes > maxBytes) throw archiveFault(path, name, `${bytes} bytes, over the limit of ${maxBytes}`);
    return await readFile(file).catch(asFault);
  };
  return { name, bytes, modifiedOn: null, read: () => readFileChunks(path, name), readBytes };
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

/** Streams the file at `path`, or the file `name` of the folder. @throws CaselawError `not_found` or `unavailable` */
export async function* readFileChunks(path: string, name: string | null = null): AsyncGenerator<Buffer> {
  try {
    yield* createReadStream(name === null ? path : join(path, name), { highWaterMark: CHUNK_BYTES });
  } catch (error) {
    throw asArchiveFault(path, name, error);
  }
}

async function validateFolder(
  path: string,
  used: readonly Member[],
  taps: ReadonlyMap<string, Tap>,
): Promise<Checksum> {
  const hash = createHash("sha256");
  let bytes = 0;
  for (const { name } of used.toSorted(byName)) {
    const content = createHash("sha256");
    const tap = taps.get(name);
    for await (const chunk of readFileChunks(path, name)) {
      content.update(chunk);
      tap?.(chunk);
      bytes += chunk.length;
    }
    hash.update(`${name}\0${content.digest("hex")}\n`);
  }
  return { sha256: hash.digest("hex"), bytes };
}
