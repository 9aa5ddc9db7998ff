/**
 * Downloads one file of a source. A broken download is continued; a file gets its name once it is complete and valid.
 *
 * The order is fixed: bytes into `.part`, first bytes, size, the caller's validation, sync, rename, sync of the folder
 * (docs/faults.md, "D6"). The file of an earlier download stays until the rename, and stays when the source no longer has
 * the file (docs/faults.md, "N4").
 */
import { statSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { BulkFile, Checksum, StoredFile, ValidatedArchive, Validators } from "../domain/bulk-file.ts";
import { asUnavailable, CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { pathBelow } from "../domain/file-path.ts";
import { readBody, shownUrl } from "./get.ts";
import {
  dropPart,
  encodingOf,
  finishPart,
  freeBytes,
  HEAD_BYTES,
  headFault,
  headOfPart,
  ifRange,
  meaningOf,
  openPart,
  type Part,
  type PartPaths,
  partPaths,
  readPart,
  startPart,
  validatorsOf,
} from "./part.ts";
import { type Answer, ask, failureOf, retry, type Try, withRetries } from "./request.ts";
import { type Session, withoutToken } from "./session.ts";

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
  /** Validates the file, still under its `.part` name; throws a CaselawError when it is not valid. Of tables there is only a checksum. */
  readonly validate: (path: string) => Promise<ValidatedArchive | Checksum>;
}

/** The state of one download. */
interface Job {
  readonly session: Session;
  readonly file: BulkFile;
  readonly paths: PartPaths;
  /** The file as it was at the last download; null when it cannot be compared with the server's. */
  readonly known: KnownFile | null;
  readonly hooks: DownloadHooks;
  /** The size of the longest part so far. */
  longestBytes: number;
  /** Bytes that are not yet on disk; null when unknown. */
  missing: number | null;
}

/**
 * @param folder the data folder; the file is stored as `<folder>/<file.path>`
 * @throws CaselawError `unavailable` when it cannot be written (the part stays for the next run); the signal's reason when
 *   the run was stopped
 */
export async function downloadFile(
  session: Session,
  file: BulkFile,
  folder: string,
  known: KnownFile | null,
  hooks: DownloadHooks,
): Promise<DownloadOutcome> {
  const final = resolve(folder, file.path);
  if (pathBelow(folder, final) === null) {
    throw new CaselawError("invalid", `Cannot store ${file.unit}: "${file.path}" is outside the data folder`);
  }
  const here =
    known !== null && statSync(known.path, { throwIfNoEntry: false })?.size === known.bytes ? known : null;
  if (here !== null && here.version !== null && here.version === file.version)
    return storedAs(file, here, here.path);
  const comparable = known?.isPruned ? known : here;
  const compared = comparable !== null && resolve(comparable.path) === final ? comparable : null;
  const paths = partPaths(final);
  const job: Job = { session, file, paths, known: compared, hooks, longestBytes: 0, missing: null };
  try {
    return await fetchAndFinish(job);
  } catch (error) {
    throw diskErrorOf(error, job);
  }
}

async function fetchAndFinish(job: Job): Promise<DownloadOutcome> {
  const tried = await withRetries(job.session, () => fetchOnce(job));
  if (tried.kind === "failed") {
    if (tried.cause === "missing") return { kind: "missing" };
    const hint = tried.cause === "credentials" ? "; give the source's token" : "";
    return failed(job, `${tried.reason}${hint}`);
  }
  const answer = tried.value;
  if ("sha256" in answer) return storedAs(job.file, answer, job.paths.final);
  const validated = await validate(job);
  if (typeof validated === "string") {
    await dropPart(job.paths);
    return failed(job, validated);
  }
  await finishPart(job.paths);
  const { bytes, sha256 } = validated;
  const stored = { file: job.file, path: job.paths.final, bytes, sha256, ...answer, downloaded: true };
  return {
    kind: "stored",
    stored: { ...stored, validated: "contents" in validated ? validated : null },
  };
}

/** The validators of a new file, or the known file, which did not change. */
async function fetchOnce(job: Job): Promise<Try<Validators | KnownFile>> {
  const part = await readPart(job.paths, job.file.url);
  const answer = await ask(job.session, job.file.url, headersFor(part, job.known));
  if (answer.kind !== "answer") return answer;
  if (answer.status === 304 && part === null && job.known !== null) {
    answer.body.destroy();
    return { kind: "done", value: job.known };
  }
  if (![200, 206, 416].includes(answer.status)) return failureOf(job.session, answer);
  return receive(job, answer, part);
}

/** Requests the rest of a part if its version did not change; without a part, the file if the known version changed. */
function headersFor(part: Part | null, known: KnownFile | null): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": "identity" };
  if (part !== null) {
    headers.range = `bytes=${part.bytes}-`;
    headers["if-range"] = ifRange(part.note) ?? "";
  } else if (known !== null) {
    if (known.etag !== null) headers["if-none-match"] = known.etag;
    if (known.lastModified !== null) headers["if-modified-since"] = known.lastModified;
  }
  return headers;
}

/** @returns why the archive is refused, if so */
async function validate(job: Job): Promise<ValidatedArchive | Checksum | string> {
  try {
    return await job.hooks.validate(job.paths.part);
  } catch (error) {
    if (!(error instanceof CaselawError) || error.code === "unavailable") throw error;
    return messageOf(error).replace(/^Cannot /, "cannot ");
  }
}

function storedAs(file: BulkFile, known: KnownFile, path: string): DownloadOutcome {
  const { bytes, sha256, etag, lastModified } = known;
  const stored = { file, path, bytes, sha256, etag, lastModified, downloaded: false, validated: null };
  return { kind: "stored", stored };
}

function failed(job: Job, reason: string): DownloadOutcome {
  const line = `Cannot download ${shownUrl(job.file.url)}: ${reason}`;
  return { kind: "failed", reason: withoutToken(job.session, line) };
}

/** A system error as a `CaselawError`; other errors unchanged. */
function diskErrorOf(error: unknown, { paths: { final }, missing }: Job): unknown {
  if (!["ENOSPC", "EDQUOT"].includes(systemCodeOf(error) ?? ""))
    return asUnavailable(error, `store ${final}`, final);
  const needed = missing === null ? "" : `, ${missing} more bytes needed`;
  return new CaselawError("unavailable", `Cannot store ${final}: no space left on the device${needed}`, {
    at: { file: final },
    hint: "Free some space and run again: the downloaded part is kept.",
    cause: error,
  });
}

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
async function receive(job: Job, answer: Answer, part: Part | null): Promise<Try<Validators>> {
  const meaning = meaningOf(answer, part);
  if (meaning.kind === "outdated") {
    answer.body.destroy();
    await dropPart(job.paths);
    return retry(`the server answered ${answer.status} with another part of the file`, 0);
  }
  if (part !== null && meaning.kind !== "full") {
    const growth = { head: await headOfPart(job.paths), bytes: part.bytes, checkAt: 0, total: part.bytes };
    if (meaning.kind === "rest") return grow(job, answer, { ...growth, total: meaning.total }, part.note);
    answer.body.destroy();
    return finish(job, growth, part.note);
  }
  const total = meaning.kind === "full" ? (meaning.total ?? job.file.bytes) : null;
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
  const fault = growth.total === null ? null : sizeFault(job.file, growth.total);
  if (fault !== null) {
    answer.body.destroy();
    return refuse(job, fault);
  }
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
    return error.code === "unreachable" ? resume(job, growth, error.message) : refuse(job, error.message);
  } finally {
    answer.body.destroy();
  }
  return growth.total !== null && growth.bytes < growth.total
    ? resume(job, growth, `${growth.bytes} of ${growth.total} bytes came`)
    : finish(job, growth, validators);
}

async function finish(
  job: Job,
  { head, bytes }: Growth,
  { etag, lastModified }: Validators,
): Promise<Try<Validators>> {
  const fault = headFault(head, job.file.path) ?? sizeFault(job.file, bytes);
  return fault === null ? { kind: "done", value: { etag, lastModified } } : refuse(job, fault);
}

/** Why a file of this size is not the one that is listed, if the listing has sizes. */
function sizeFault({ bytes: listed }: BulkFile, bytes: number): string | null {
  return listed === null || listed === bytes ? null : `it has ${bytes} bytes, and the list says ${listed}`;
}

/** Removes wrong bytes, which no other try can continue. */
async function refuse(job: Job, reason: string): Promise<Try<Validators>> {
  await dropPart(job.paths);
  return { kind: "failed", reason };
}

async function appendBody(job: Job, answer: Answer, growth: Growth, handle: FileHandle): Promise<void> {
  const { hooks, session } = job;
  for await (const chunk of readBody(
    session,
    answer,
    (job.file.bytes ?? session.limits.maxFileBytes) - growth.bytes,
  )) {
    if (growth.head.length < HEAD_BYTES) {
      growth.head = Buffer.concat([growth.head, chunk]).subarray(0, HEAD_BYTES);
      const fault = growth.head.length === HEAD_BYTES ? headFault(growth.head, job.file.path) : null;
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

/** An interrupted try, which the next try resumes. Only bytes beyond all earlier tries are progress, else the tries might never end. */
function resume(job: Job, growth: Growth, reason: string): Try<Validators> {
  const gained = growth.bytes - job.longestBytes;
  job.longestBytes = Math.max(job.longestBytes, growth.bytes);
  const progress = gained >= job.session.limits.progressBytes ? "made" : "none";
  return { kind: "retry", reason, waitMs: null, progress };
}
