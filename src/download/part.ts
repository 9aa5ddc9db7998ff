/**
 * An unfinished download on disk: `<path>.part` with its bytes, `<path>.part.json` with what they belong to.
 *
 * Bytes without a readable note, or whose note gives nothing to hold the server to, are never continued: two versions
 * must not mix (docs/faults.md, "N2"). So the note goes before the bytes are cut, and comes before the first of them.
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Validators } from "../domain/bulk-file.ts";
import { systemCodeOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import { HEAD_BYTES } from "./first-bytes.ts";

/** Never through a link that somebody put there: the name can be guessed. */
const NEW_FILE = { flag: "wx" } as const;

/** What the bytes of a part belong to. */
export interface PartNote extends Validators {
  readonly url: string;
  /** Size of the whole file, null when the server did not tell. */
  readonly total: number | null;
}

/** Bytes to go on from. */
export interface Part {
  readonly bytes: number;
  readonly note: PartNote;
}

/** Where the parts of a file lie. */
export interface PartPaths {
  readonly final: string;
  readonly part: string;
  readonly note: string;
}

export function partPaths(final: string): PartPaths {
  return { final, part: `${final}.part`, note: `${final}.part.json` };
}

/** The part of a URL that can be continued, or null. */
export async function readPart(paths: PartPaths, url: string): Promise<Part | null> {
  const [note, bytes] = await Promise.all([readNote(paths.note), ownSizeOf(paths.part)]);
  if (note === null || bytes === null || bytes === 0 || note.url !== url) return null;
  return ifRange(note) === null || (note.total !== null && bytes > note.total) ? null : { bytes, note };
}

/** What `If-Range` may carry: a strong tag, else the date; null when there is neither (RFC 9110, section 13.1.5). */
export function ifRange(note: Validators): string | null {
  return note.etag !== null && !note.etag.startsWith("W/") ? note.etag : note.lastModified;
}

/** Starts a part anew: no bytes, a fresh note. */
export async function startPart(paths: PartPaths, note: PartNote): Promise<void> {
  await mkdir(dirname(paths.part), { recursive: true });
  await dropPart(paths);
  await writeFile(paths.part, "", NEW_FILE);
  await writeFile(paths.note, `${JSON.stringify(note)}\n`, NEW_FILE);
}

/** Opens a part to go on with it. */
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

/** Gives a whole part its final name, so that it is there after a power cut too: bytes first, then the name. */
export async function finishPart(paths: PartPaths): Promise<void> {
  await syncFile(paths.part);
  await rename(paths.part, paths.final);
  await syncFolder(dirname(paths.final));
  await rm(paths.note, { force: true });
}

/** Size of a file that has this name only: what is written to a link or a second name goes to another file. */
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

async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, "r+");
  await handle.sync();
}

/** Some systems cannot open a folder (Windows): there the rename has to do. */
async function syncFolder(path: string): Promise<void> {
  try {
    await using handle = await open(path, "r");
    await handle.sync();
  } catch (error) {
    if (!["EISDIR", "EPERM", "EINVAL", "ENOTSUP"].includes(systemCodeOf(error) ?? "")) throw error;
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
