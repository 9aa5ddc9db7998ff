/**
 * Opens archives of every known layout, which are recognised by content rather than by name: error pages and pointer files are saved under
 * the names of archives (docs/formats.md, "Irregularities of real data"; docs/faults.md, "N9").
 */
import { createHash } from "node:crypto";
import { open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Checksum } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { bagTops, openBag } from "./bag.ts";
import { archiveFault, asArchiveFault, plain, quote, withoutMark } from "./fault.ts";
import { openFolder, readFileChunks, readFolder } from "./folder.ts";
import { lineArchive } from "./lines.ts";
import { type Archive, isStray, LIMITS, type Limits, type LineArchive, type Members } from "./members.ts";
import { isSupplementsFolder, withSupplements } from "./supplements.ts";
import { openVolume, readVolumeLayout, VOLUME_FOLDERS, volumeTops } from "./volume.ts";
import { unpackXz } from "./xz.ts";
import { openZip } from "./zip.ts";

/**
 * Opens a BagIt zip, a volume zip, a file of lines, plain or `.xz`, an unpacked bag or an unpacked volume, recognised by its
 * content. A volume zip includes its folder of supplements. The archive must be disposed; `validate` checks its bytes.
 *
 * @throws CaselawError `not_found` or `unavailable` when the path cannot be read; `corrupt` when it is no archive (the
 *   message says what was found), or has names, sizes, a directory or a list that are refused.
 */
export async function openArchive(path: string, limits: Limits = LIMITS): Promise<Archive> {
  const kind = await recognise(path);
  if (kind === "xz" || kind === "lines") return openBareFile(path, kind, limits);
  const folders = kind === "bag_folder" ? ["data"] : VOLUME_FOLDERS;
  const members = kind === "zip" ? await openZip(path, limits) : await openFolder(path, folders, limits);
  try {
    return await openMembers(members, kind, limits);
  } catch (error) {
    await members[Symbol.asyncDispose]();
    throw error;
  }
}

/** `data.jsonl` or `data.jsonl.xz` without a bag. It has no checksums but those of xz: validation decodes it to its end. */
async function openBareFile(path: string, kind: "xz" | "lines", limits: Limits): Promise<LineArchive> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw asArchiveFault(path, null, error);
  });
  const payload = { path, entry: null, bytes: size, isXz: kind === "xz", read: () => readFileChunks(path) };
  const base = {
    path,
    bag: null,
    [Symbol.asyncDispose]: async () => {},
    validate: async (): Promise<Checksum> => {
      const hash = createHash("sha256");
      let bytes = 0;
      async function* hashed(): AsyncGenerator<Buffer> {
        for await (const chunk of payload.read()) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      }
      for await (const _ of payload.isXz ? unpackXz(payload, hashed(), limits) : hashed());
      return { sha256: hash.digest("hex"), bytes };
    },
  };
  return lineArchive(base, [payload], limits);
}

async function openMembers(members: Members, kind: ArchiveKind, limits: Limits): Promise<Archive> {
  if (kind === "bag_folder") return openBag(members, "", limits);
  if (kind === "volume_folder") return openVolumeBelow(members, "", limits);
  const bags = bagTops(members.list);
  const volumes = bags.length > 0 ? [] : volumeTops(members.list);
  const [top, second] = [...bags, ...volumes];
  if (top === undefined) throw archiveFault(members.path, null, describe(members));
  if (second !== undefined) {
    throw archiveFault(members.path, null, `several archives in one zip: ${quote(top)}, ${quote(second)}`);
  }
  return bags.length > 0 ? openBag(members, top, limits) : openVolumeBelow(members, top, limits);
}

async function openVolumeBelow(members: Members, top: string, limits: Limits): Promise<Archive> {
  const layout = readVolumeLayout(members.list, top);
  if (layout === null) throw archiveFault(members.path, null, describe(members));
  if (members.kind === "folder") return openVolume(members, layout, limits);
  const completed = await withSupplements(members, layout, top, limits);
  return openVolume(completed, readVolumeLayout(completed.list, top) ?? layout, limits);
}

function describe(members: Members): string {
  const names = members.list.map(({ name }) => name).filter((name) => !isStray(name));
  const first = names.slice(0, 3).map((name) => quote(name.slice(0, 100)));
  return `neither a bag nor a volume; ${first.length === 0 ? "it is empty" : `it contains ${first.join(", ")}`}`;
}

type ArchiveKind = "zip" | "xz" | "lines" | "bag_folder" | "volume_folder";

const ZIP_BEGINNINGS = ["504b0304", "504b0506"] as const;
const XZ_BEGINNING = "fd377a585a00";
const HEAD_BYTES = 64 * 1024;
const QUOTED_CHARACTERS = 80;

/** A key of case records; every case record has at least one. */
const CASE_KEY = /"(?:name_abbreviation|decision_date|docket_number|citations|casebody)"\s*:/;
/** Beginnings of web pages, XML documents and Git LFS pointers. */
const OTHER_TEXT = /^(?:<!doctype|<html|<\?xml|version https:\/\/git-lfs)/i;
const METADATA_LIST = /Metadata\.jsonl?$/;

/**
 * Returns the kind of a file; null when it is not an archive.
 *
 * @throws CaselawError `not_found` or `unavailable` when it cannot be read.
 */
async function recogniseFile(path: string): Promise<"zip" | "xz" | "lines" | null> {
  const head = await readHead(path);
  const beginning = head.toString("hex", 0, 4);
  if (ZIP_BEGINNINGS.some((known) => known === beginning)) return "zip";
  if (head.toString("hex", 0, 6) === XZ_BEGINNING) return "xz";
  const text = withoutMark(head).toString("utf8").trimStart();
  if (METADATA_LIST.test(path) || OTHER_TEXT.test(text)) return null;
  if (path.endsWith(".jsonl")) return hasCases(text) ? "lines" : null;
  const oneLine = /^\{[^\r\n]/.test(text) && !path.endsWith(".json");
  return oneLine && CASE_KEY.test(text) ? "lines" : null;
}

/**
 * Returns the kind of a folder by the names in it; null when it is not an unpacked archive. Metadata lists alone are not a
 * volume: the site has them next to the zip (docs/formats.md, "Layout of a volume zip").
 *
 * @throws CaselawError as `recogniseFile`.
 */
async function recogniseFolder(path: string): Promise<"bag_folder" | "volume_folder" | null> {
  const entries = await readFolder(path);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (files.includes("bagit.txt")) return "bag_folder";
  if (folders.includes("data") && files.some((name) => /^manifest-\w+\.txt$/.test(name))) return "bag_folder";
  for (const name of ["json", "cases"]) {
    if (folders.includes(name) && (await hasFile(join(path, name), /^[^.].*\.json$/))) return "volume_folder";
  }
  const unpacked = folders.includes("metadata") && (await hasFile(join(path, "metadata"), METADATA_LIST));
  return unpacked ? "volume_folder" : null;
}

/**
 * Returns the kind of an archive.
 *
 * @throws CaselawError `not_found`, `unavailable`, or `corrupt` with what was found instead of an archive.
 */
async function recognise(path: string): Promise<ArchiveKind> {
  if (await isFolder(path)) {
    const kind = await recogniseFolder(path);
    if (kind === null) throw archiveFault(path, null, "a folder that is neither a bag nor a volume");
    return kind;
  }
  const kind = await recogniseFile(path);
  if (kind === null) throw archiveFault(path, null, describeHead(await readHead(path)));
  return kind;
}

/** @throws CaselawError `not_found` or `unavailable` */
async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw asArchiveFault(path, null, error);
  }
}

/** Whether a file named `.jsonl` may have cases: its first line is incomplete, or not another kind of object. */
function hasCases(text: string): boolean {
  const end = text.indexOf("\n");
  if (end === -1 && text.length >= HEAD_BYTES / 2) return true;
  const line = end === -1 ? text : text.slice(0, end);
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return !isObject || CASE_KEY.test(line) || "id" in value;
  } catch {
    return true;
  }
}

function describeHead(head: Buffer): string {
  if (head.length === 0) return "an empty file";
  const zipAt = head.indexOf(Buffer.from(ZIP_BEGINNINGS[0], "hex"));
  if (zipAt !== -1) return `${zipAt} bytes before the first entry of a zip`;
  const text = head.toString("utf8", 0, QUOTED_CHARACTERS * 4);
  const isText = !text.includes("\ufffd") && !text.includes("\0");
  if (!isText) return `not an archive; it begins with the bytes ${head.toString("hex", 0, 8)}`;
  return `not an archive; it begins with ${quote(plain(text).slice(0, QUOTED_CHARACTERS))}`;
}

async function hasFile(path: string, name: RegExp): Promise<boolean> {
  return (await readFolder(path)).some((entry) => entry.isFile() && name.test(basename(entry.name)));
}

async function readHead(path: string): Promise<Buffer> {
  try {
    await using handle = await open(path);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw asArchiveFault(path, null, error);
  }
}

/** Names of archives. Files of these names are opened even if their content is damaged, so that the damage is reported. */
const SURE_NAME = /(?:\.zip|\.jsonl\.xz|[/\\]data\.jsonl)$/i;
/** Names that lists, rejects and scans may have too. */
const MAYBE_NAME = /(?<!\.tar)\.xz$|\.jsonl$/i;

/**
 * Yields `path` itself when it is an archive or a file named like one, else every archive below it, in the order of
 * names: zips, `.jsonl`, `.jsonl.xz`, unpacked bags and volumes. Links to folders are not followed, and the supplements of a
 * volume belong to its zip.
 *
 * @throws CaselawError `not_found` when there is no such path, or no archive in it; `corrupt` when it is another file.
 */
export async function* findArchives(path: string): AsyncGenerator<string> {
  if (!(await isFolder(path))) {
    if (!SURE_NAME.test(path)) await recognise(path);
    yield path;
    return;
  }
  let isEmpty = true;
  for await (const archive of walk(path)) {
    isEmpty = false;
    yield archive;
  }
  if (!isEmpty) return;
  throw new CaselawError(
    "not_found",
    `Cannot find an archive in ${quote(path)}: no bag, volume or data.jsonl`,
    { at: { file: path } },
  );
}

async function* walk(folder: string): AsyncGenerator<string> {
  if ((await recogniseFolder(folder)) !== null) {
    yield folder;
    return;
  }
  for (const entry of await readFolder(folder)) {
    const path = join(folder, entry.name);
    if (isStray(entry.name) || (entry.isDirectory() && isSupplementsFolder(entry.name))) continue;
    if (entry.isDirectory()) yield* walk(path);
    // a link may lead to a folder, or nowhere
    else if (entry.isSymbolicLink() && (await isFolder(path).catch(() => true))) continue;
    else if (await isArchive(path)) yield path;
  }
}

/** Whether a file is an archive: by its name, or by its content if other files may have such a name. */
async function isArchive(path: string): Promise<boolean> {
  if (SURE_NAME.test(path)) return true;
  return MAYBE_NAME.test(path) && (await recogniseFile(path)) !== null;
}
