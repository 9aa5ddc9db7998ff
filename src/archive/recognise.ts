/**
 * Recognises archives by content rather than by name: error pages and pointer files are saved under the names of archives
 * (docs/formats.md, "Irregularities of real data"; docs/faults.md, "N9").
 */
import { open, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { archiveFault, asArchiveFault, plain, quote } from "./fault.ts";
import { readFolder } from "./folder.ts";
import { withoutMark } from "./utf8.ts";

export type ArchiveKind = "zip" | "xz" | "lines" | "bag_folder" | "volume_folder";

const ZIP_BEGINNINGS = ["504b0304", "504b0506"] as const;
const XZ_BEGINNING = "fd377a585a00";
const HEAD_BYTES = 64 * 1024;
const QUOTED_CHARACTERS = 80;

/** Every case record has at least one of these keys. */
const CASE_KEY = /"(?:name_abbreviation|decision_date|docket_number|citations|casebody)"\s*:/;
/** Beginnings of web pages, XML documents and Git LFS pointers. */
const OTHER_TEXT = /^(?:<!doctype|<html|<\?xml|version https:\/\/git-lfs)/i;
const METADATA_LIST = /Metadata\.jsonl?$/;

/**
 * Returns the kind of a file; null when it is not an archive.
 *
 * @throws CaselawError `not_found` or `unavailable` when it cannot be read.
 */
export async function recogniseFile(path: string): Promise<"zip" | "xz" | "lines" | null> {
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
export async function recogniseFolder(path: string): Promise<"bag_folder" | "volume_folder" | null> {
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
export async function recognise(path: string): Promise<ArchiveKind> {
  if (await isFolder(path)) {
    const kind = await recogniseFolder(path);
    if (kind === null) throw archiveFault(path, null, "a folder that is neither a bag nor a volume");
    return kind;
  }
  const kind = await recogniseFile(path);
  if (kind === null) throw archiveFault(path, null, describe(await readHead(path)));
  return kind;
}

/** @throws CaselawError `not_found` or `unavailable` */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    throw asArchiveFault(path, null, error);
  }
}

/** Whether a file named `.jsonl` has cases: unless its first line is complete and another kind of object. */
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

/** What the file is instead of an archive, for an error message. */
function describe(head: Buffer): string {
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
