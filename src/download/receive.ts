/** Appends the body of an answer to the part on disk; checks first bytes, size and free space. */
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import type { BulkFile, StoredFile, ValidatedArchive, Validators } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { readBody } from "./get.ts";
import {
  dropPart,
  encodingOf,
  freeBytes,
  HEAD_BYTES,
  headOfPart,
  meaningOf,
  notAZip,
  openPart,
  type Part,
  type PartPaths,
  startPart,
  validatorsOf,
} from "./part.ts";
import { type Answer, again, type Try } from "./request.ts";
import type { Session } from "./session.ts";

/** Bytes between two checks of the free space, for a file whose size the server does not give. */
const SPACE_STEP = 16 * 2 ** 20;

/** The part as it grows. */
interface Growth {
  bytes: number;
  /** Bytes at which the free space is checked next. */
  checkAt: number;
  head: Buffer;
  readonly total: number | null;
}

/**
 * Stores the body of an answer with status 200, 206 or 416.
 *
 * @param part what the request asked to continue
 * @returns the validators of the complete part
 */
export async function receive(job: Job, answer: Answer, part: Part | null): Promise<Try<Validators>> {
  const meaning = meaningOf(answer, part);
  if (meaning.kind === "outdated") {
    answer.body.destroy();
    await dropPart(job.paths);
    return again(`the server answered ${answer.status} with another part of the file`, 0);
  }
  if (part !== null && meaning.kind !== "full") {
    const growth = { head: await headOfPart(job.paths), bytes: part.bytes, checkAt: 0, total: part.bytes };
    if (meaning.kind === "rest") return grow(job, answer, { ...growth, total: meaning.total }, part.note);
    answer.body.destroy();
    return finish(job, growth, part.note);
  }
  const total = meaning.kind === "full" ? meaning.total : null;
  // a range of a later request counts the bytes of the file, not those of its encoding: such a part is never continued
  const validators = validatorsOf(answer);
  const continued = encodingOf(answer) === null ? validators : { etag: null, lastModified: null };
  await startPart(job.paths, { url: job.file.url, total, ...continued });
  return grow(job, answer, { bytes: 0, checkAt: 0, head: Buffer.alloc(0), total }, validators);
}

async function grow(
  job: Job,
  answer: Answer,
  growth: Growth,
  validators: Validators,
): Promise<Try<Validators>> {
  const lack = await lackOfSpace(job, growth);
  if (lack !== null) {
    answer.body.destroy();
    // the part is continued once there is space
    return growth.bytes === 0 ? refuse(job, lack) : { kind: "failed", reason: lack };
  }
  try {
    await using handle = await openPart(job.paths);
    await appendBody(job, answer, growth, handle);
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    return error.code === "unreachable" ? broken(job, growth, error.message) : refuse(job, error.message);
  } finally {
    answer.body.destroy();
  }
  return growth.total !== null && growth.bytes < growth.total
    ? broken(job, growth, `${growth.bytes} of ${growth.total} bytes came`)
    : finish(job, growth, validators);
}

async function finish(
  job: Job,
  { head }: Growth,
  { etag, lastModified }: Validators,
): Promise<Try<Validators>> {
  const fault = notAZip(head);
  return fault === null ? { kind: "done", value: { etag, lastModified } } : refuse(job, fault);
}

/** Removes wrong bytes, which no other try can continue. */
async function refuse(job: Job, reason: string): Promise<Try<Validators>> {
  await dropPart(job.paths);
  return { kind: "failed", reason };
}

async function appendBody(job: Job, answer: Answer, growth: Growth, handle: FileHandle): Promise<void> {
  const { hooks, session } = job;
  for await (const chunk of readBody(session, answer, session.limits.maxFileBytes - growth.bytes)) {
    if (growth.head.length < HEAD_BYTES) {
      growth.head = Buffer.concat([growth.head, chunk]).subarray(0, HEAD_BYTES);
      const fault = growth.head.length === HEAD_BYTES ? notAZip(growth.head) : null;
      if (fault !== null) throw new CaselawError("corrupt", fault);
    }
    await checkSpace(job, growth, chunk.length);
    job.missing = growth.total === null ? null : growth.total - growth.bytes;
    await handle.appendFile(chunk);
    growth.bytes += chunk.length;
    hooks.onProgress?.(growth.bytes, growth.total);
    if (growth.total !== null && growth.bytes > growth.total) {
      throw new CaselawError("corrupt", `longer than the ${growth.total} bytes that the server announced`);
    }
  }
}

/** Why a file of known size does not fit on the disk; null when it fits. */
async function lackOfSpace({ paths }: Job, { bytes, total }: Growth): Promise<string | null> {
  if (total === null) return null;
  const free = await freeBytes(dirname(paths.part));
  return total - bytes <= free ? null : `${total - bytes} more bytes are needed, ${free} are free`;
}

/**
 * A body of unknown size (`Content-Encoding` hides it too) may take at most half of the free space, so that it does not fill
 * the disk.
 *
 * @throws CaselawError `corrupt`
 */
async function checkSpace({ paths }: Job, growth: Growth, more: number): Promise<void> {
  if (growth.total !== null || growth.bytes < growth.checkAt) return;
  growth.checkAt = growth.bytes + SPACE_STEP;
  const free = await freeBytes(dirname(paths.part));
  if (growth.bytes + more <= free) return;
  throw new CaselawError(
    "corrupt",
    `longer than the ${free} bytes that are left free, and its size is unknown`,
  );
}

/** An interrupted try. Only bytes beyond all earlier tries are progress, else the tries might never end. */
function broken(job: Job, growth: Growth, reason: string): Try<Validators> {
  const gained = growth.bytes - job.most;
  job.most = Math.max(job.most, growth.bytes);
  const progress = gained >= job.session.limits.progressBytes ? "made" : "none";
  return { kind: "again", reason, waitMs: null, progress };
}

/** What the caller noted at the last complete download of the unit. */
export interface KnownFile extends Validators {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The listing's version then; with null the server is always asked. */
  readonly version: string | null;
  /** Whether the file was removed after its import: it is downloaded again only if it changed. */
  readonly isPruned: boolean;
}

/**
 * - `stored`: complete on disk, downloaded now or before
 * - `missing`: the source lists it but does not have it (404)
 * - `failed`: could not be downloaded; `reason` is a complete message
 */
export type DownloadOutcome =
  | { readonly kind: "stored"; readonly stored: StoredFile }
  | { readonly kind: "missing" }
  | { readonly kind: "failed"; readonly reason: string };

export interface DownloadHooks {
  /** Called after each chunk; `total` is null when the server does not give it. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
  /** Validates the archive, still under its `.part` name; throws a CaselawError when it is not valid. */
  readonly validate: (path: string) => Promise<ValidatedArchive>;
}

/** A download that goes on. */
export interface Job {
  readonly session: Session;
  readonly file: BulkFile;
  readonly paths: PartPaths;
  /** The file as it was at the last download; null when it cannot be compared with the server's. */
  readonly known: KnownFile | null;
  readonly hooks: DownloadHooks;
  /** Size of the part at its longest. */
  most: number;
  /** Bytes that are still to come; null when unknown. */
  missing: number | null;
}
