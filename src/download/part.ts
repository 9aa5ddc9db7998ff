/**
 * An unfinished download on disk: `<path>.part` has its bytes, `<path>.part.json` says which version they belong to.
 *
 * Bytes without a readable note, or with a note that identifies no version, are never continued: two versions must not mix
 * (docs/faults.md, "N2"). So the note is removed before the bytes are, and written before the first byte.
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Validators } from "../domain/bulk-file.ts";
import { systemCodeOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import { publishFile } from "../files/durable.ts";
import { HEAD_BYTES } from "./first-bytes.ts";

/** Fails on a link that somebody put there: the name can be guessed. */
const NEW_FILE = { flag: "wx" } as const;

/** The version that the bytes of a part belong to. */
export interface PartNote extends Validators {
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
  const found = await lstat(path).catch(() => null);
  return found?.isFile() === true && found.nlink === 1 ? found.size : null;
}

/** Size of a file, or null when there is none. */
export async function sizeOf(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return null;
    throw error;
  }
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
