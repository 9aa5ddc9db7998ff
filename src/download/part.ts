/**
 * An unfinished download on disk: `<path>.part` has its bytes, `<path>.part.json` says which version they belong to.
 *
 * Bytes without a readable note, or with a note that identifies no version, are never continued: two versions must not mix
 * (docs/faults.md, "N2"). So the note is removed before the bytes are, and written before the first byte.
 */
import { constants, existsSync } from "node:fs";
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  statfs,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Validators } from "../domain/bulk-file.ts";
import { systemCodeOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import { publishFile } from "../files/durable.ts";
import type { Answer } from "./request.ts";

/** Fails on a link that somebody put there: the name can be guessed. */
const NEW_FILE = { flag: "wx" } as const;

/** The version that the bytes of a part belong to. */
interface PartNote extends Validators {
  readonly url: string;
  /** Size of the complete file; null when the server did not give it. */
  readonly total: number | null;
}

/** Bytes that a download continues. */
export interface Part {
  readonly bytes: number;
  readonly note: PartNote;
}

/** Paths of a file and its part. */
export interface PartPaths {
  readonly final: string;
  readonly part: string;
  readonly note: string;
}

export function partPaths(final: string): PartPaths {
  return { final, part: `${final}.part`, note: `${final}.part.json` };
}

/** The part of a URL; null if no part can be continued. */
export async function readPart(paths: PartPaths, url: string): Promise<Part | null> {
  const [note, bytes] = await Promise.all([readNote(paths.note), ownSizeOf(paths.part)]);
  if (note === null || bytes === null || bytes === 0 || note.url !== url) return null;
  return ifRange(note) === null || (note.total !== null && bytes > note.total) ? null : { bytes, note };
}

/** The value for `If-Range`: a strong tag, else the date, else null (RFC 9110, section 13.1.5). */
export function ifRange(note: Validators): string | null {
  return note.etag !== null && !note.etag.startsWith("W/") ? note.etag : note.lastModified;
}

/** Starts an empty part with a new note. */
export async function startPart(paths: PartPaths, note: PartNote): Promise<void> {
  await mkdir(dirname(paths.part), { recursive: true });
  await dropPart(paths);
  await writeFile(paths.part, "", NEW_FILE);
  await writeFile(paths.note, `${JSON.stringify(note)}\n`, NEW_FILE);
}

/** Opens a part to append to it. */
export function openPart(paths: PartPaths): Promise<FileHandle> {
  return open(paths.part, constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW);
}

export async function dropPart(paths: PartPaths): Promise<void> {
  await rm(paths.note, { force: true });
  await rm(paths.part, { force: true });
}

/** The first bytes of a part. */
export async function headOfPart(paths: PartPaths): Promise<Buffer> {
  await using handle = await open(paths.part);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** Gives a complete part its final name. */
export async function finishPart(paths: PartPaths): Promise<void> {
  await publishFile(paths.part, paths.final);
  await rm(paths.note, { force: true });
}

/** Size of a file that has no other name: a write through a link or a second name would change another file. */
async function ownSizeOf(path: string): Promise<number | null> {
  const stat = await lstat(path).catch(() => null);
  return stat?.isFile() === true && stat.nlink === 1 ? stat.size : null;
}

async function readNote(path: string): Promise<PartNote | null> {
  try {
    const note: unknown = JSON.parse(await readFile(path, "utf8"));
    if (!isJsonObject(note) || typeof note.url !== "string") return null;
    const total = Number.isSafeInteger(note.total) ? Number(note.total) : null;
    return { url: note.url, total, etag: textOf(note.etag), lastModified: textOf(note.lastModified) };
  } catch (error) {
    if (error instanceof SyntaxError || systemCodeOf(error) === "ENOENT") return null;
    throw error;
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/**
 * Whether an answer continues a part (docs/faults.md, "N1", "N2", "N10"; RFC 9110, section 14).
 *
 * When in doubt the part is dropped: downloading a file twice costs time, mixing two versions is wrong.
 */
type Meaning =
  /** The answer has the complete file; `total` is null when its size is unknown. */
  | { readonly kind: "full"; readonly total: number | null }
  /** The answer has the rest of the file. */
  | { readonly kind: "rest"; readonly total: number }
  /** The part is the complete file. */
  | { readonly kind: "complete" }
  /** The part belongs to another version; request the file again without it. */
  | { readonly kind: "outdated" };

/** @param answer with status 200, 206 or 416, to a request that named `part`; null: that named no part */
export function meaningOf(answer: Answer, part: Part | null): Meaning {
  // the length of an encoded body is not the file's
  const isEncoded = encodingOf(answer) !== null;
  if (answer.status === 200) {
    const length = answer.header("content-length");
    const isLength = !isEncoded && length !== null && /^\d{1,15}$/.test(length);
    return { kind: "full", total: isLength ? Number(length) : null };
  }
  const validators = validatorsOf(answer);
  if (part === null || !sameVersion(part.note, validators)) return { kind: "outdated" };
  const range = answer.header("content-range")?.trim() ?? "";
  if (answer.status === 206) return isEncoded ? { kind: "outdated" } : meaningOfRest(range, part);
  return meaningOfRefusal(range, validators, part);
}

export function validatorsOf({ header }: Answer): Validators {
  return { etag: header("etag"), lastModified: header("last-modified") };
}

/** The encoding of the body; null when the bytes are the file's own. */
export function encodingOf({ header }: Answer): string | null {
  const encoding = header("content-encoding")?.trim().toLowerCase() ?? "";
  return encoding === "" || encoding === "identity" ? null : encoding;
}

function meaningOfRest(contentRange: string, part: Part): Meaning {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange);
  if (range === null) return { kind: "outdated" };
  const [start, end, total] = [Number(range[1]), Number(range[2]), Number(range[3])];
  const fits = start === part.bytes && end >= start && end < total && total === (part.note.total ?? total);
  return fits ? { kind: "rest", total } : { kind: "outdated" };
}

/** A 416 must name its version, else the part may be that of another file of equal size. */
function meaningOfRefusal(contentRange: string, { etag, lastModified }: Validators, part: Part): Meaning {
  const total = /^bytes \*\/(\d+)$/.exec(contentRange)?.[1];
  const named = etag !== null || lastModified !== null;
  const isComplete = Number(total) === part.bytes && part.bytes === (part.note.total ?? part.bytes);
  return named && isComplete ? { kind: "complete" } : { kind: "outdated" };
}

/** Whether the validators that both sides have are equal. */
function sameVersion(noted: Validators, answered: Validators): boolean {
  const agree = (a: string | null, b: string | null) => a === null || b === null || a === b;
  return agree(noted.etag, answered.etag) && agree(noted.lastModified, answered.lastModified);
}

/** Bytes that are enough to check and to quote. */
export const HEAD_BYTES = 80;

/** A zip archive with at least one entry; bzip2 with at least one block. */
const ZIP = { name: "a zip archive", isBeginning: (text: string) => text.startsWith("PK\x03\x04") };
const BZIP2 = { name: "a bzip2 file", isBeginning: (text: string) => /^BZh[1-9]1AY&SY/.test(text) };

/**
 * Why these bytes cannot begin a file of this name; null when they can. Error pages saved as zips were the most frequent complaint
 * (docs/formats.md, "Order of checks of a download").
 */
export function headFault(head: Buffer, path: string): string | null {
  const { name, isBeginning } = path.endsWith(".bz2") ? BZIP2 : ZIP;
  if (head.length === 0) return `not ${name}, it is empty`;
  return isBeginning(head.toString("latin1")) ? null : `not ${name}, it begins with ${quoted(head)}`;
}

/** Bytes as quoted text on one line, control characters and broken UTF-8 removed. */
export function quoted(bytes: Buffer): string {
  const text = bytes
    .toString("utf8")
    .replace(/[\p{C}\ufffd]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `"${text.replaceAll('"', "'")}"`;
}

const PART = /\.part(\.json)?$/;

/**
 * Removes unfinished downloads of files that are no longer listed, so that nothing will continue them (docs/faults.md, "I7").
 *
 * @param folder the data folder; of its folders only those of listed files are searched, because a selection reads only some lists
 * @param listed `BulkFile.path` of all files that the source lists now, selected or not
 */
export async function removeForgottenParts(folder: string, listed: readonly string[]): Promise<void> {
  const known = new Set(listed);
  for (const below of new Set(listed.map((path) => dirname(path)))) {
    for (const name of await namesIn(join(folder, below)))
      if (PART.test(name) && !known.has(`${below}/${name.replace(PART, "")}`))
        await rm(join(folder, below, name), { force: true });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Free bytes of the disk that has the folder, or will have it. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(existingParent(folder));
  return bavail * bsize;
}

function existingParent(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingParent(dirname(folder));
}
