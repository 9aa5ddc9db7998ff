/** Takes the body of an answer into the part on disk, hashing and checking on the way. */
import { createHash, type Hash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Validators } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { encodingOf, readBody } from "./body.ts";
import { HEAD_BYTES, notAZip } from "./first-bytes.ts";
import { freeBytes } from "./free-space.ts";
import type { Job } from "./job.ts";
import { dropPart, hashPart, openPart, type Part, startPart } from "./part.ts";
import { meaningOf } from "./range.ts";
import type { Answer } from "./request.ts";
import { again, type Try } from "./retry.ts";

/** A part that is whole. */
export interface Received {
  readonly bytes: number;
  readonly sha256: string;
  readonly validators: Validators;
}

/** Bytes between two looks at the free space, for a file whose size the server does not tell. */
const SPACE_STEP = 16 * 2 ** 20;

/** The part as it grows. */
interface Growth {
  bytes: number;
  /** Where the free space is looked at next. */
  checkAt: number;
  head: Buffer;
  readonly hash: Hash;
  readonly total: number | null;
}

/**
 * Takes an answer with status 200, 206 or 416.
 *
 * @param part what the request asked to continue
 */
export async function receive(job: Job, answer: Answer, part: Part | null): Promise<Try<Received>> {
  const validators = { etag: answer.header("etag"), lastModified: answer.header("last-modified") };
  const encoding = encodingOf(answer);
  const contentLength = answer.header("content-length");
  const contentRange = answer.header("content-range");
  const meaning = meaningOf(
    { status: answer.status, contentLength, contentRange, encoding, validators },
    part,
  );
  if (meaning.kind === "stale") {
    answer.body.destroy();
    await dropPart(job.paths);
    return again(`the server answered ${answer.status} with another part of the file`, 0);
  }
  if (part !== null && meaning.kind !== "whole") {
    const growth = { ...(await hashPart(job.paths)), bytes: part.bytes, checkAt: 0, total: part.bytes };
    if (meaning.kind === "rest") return grow(job, answer, { ...growth, total: meaning.total }, part.note);
    answer.body.destroy();
    return finish(job, growth, part.note);
  }
  const total = meaning.kind === "whole" ? meaning.total : null;
  // Bytes of a packed answer cannot be counted on by the next request: such a part is never continued.
  const continued = encoding === null ? validators : { etag: null, lastModified: null };
  await startPart(job.paths, { url: job.file.url, total, ...continued });
  return grow(
    job,
    answer,
    { bytes: 0, checkAt: 0, head: Buffer.alloc(0), hash: createHash("sha256"), total },
    validators,
  );
}

async function grow(
  job: Job,
  answer: Answer,
  growth: Growth,
  validators: Validators,
): Promise<Try<Received>> {
  const lack = await lackOfSpace(job, growth);
  if (lack !== null) {
    answer.body.destroy();
    // what is here already is of use once there is space
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
  if (await hasOverrun(job, answer)) {
    await dropPart(job.paths);
    return again("longer than its Content-Length");
  }
  return growth.total !== null && growth.bytes < growth.total
    ? broken(job, growth, `${growth.bytes} of ${growth.total} bytes came`)
    : finish(job, growth, validators);
}

async function finish(
  job: Job,
  { bytes, head, hash }: Growth,
  { etag, lastModified }: Validators,
): Promise<Try<Received>> {
  const fault = notAZip(head);
  if (fault !== null) return refuse(job, fault);
  return { kind: "done", value: { bytes, sha256: hash.digest("hex"), validators: { etag, lastModified } } };
}

/** Wrong bytes are of no use to another try. */
async function refuse(job: Job, reason: string): Promise<Try<Received>> {
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
    growth.hash.update(chunk);
    growth.bytes += chunk.length;
    hooks.onProgress?.(growth.bytes, growth.total);
    if (growth.total !== null && growth.bytes > growth.total) {
      throw new CaselawError("corrupt", `longer than the ${growth.total} bytes that the server told`);
    }
    if (job.file.bytes !== null && growth.bytes > job.file.bytes) {
      throw new CaselawError("corrupt", `longer than the ${job.file.bytes} bytes that the listing told`);
    }
  }
}

/** Why a file whose size is told cannot be stored, or null: one that does not fit is not begun. */
async function lackOfSpace({ paths }: Job, { bytes, total }: Growth): Promise<string | null> {
  if (total === null) return null;
  const free = await freeBytes(dirname(paths.part));
  return total - bytes <= free ? null : `${total - bytes} more bytes are needed, ${free} are free`;
}

/**
 * A body whose size is not told (`Content-Encoding` hides it too) may take as much as it leaves free, so that it never
 * fills the disk, whatever comes beside it.
 */
async function checkSpace({ paths }: Job, growth: Growth, more: number): Promise<void> {
  if (growth.total !== null || growth.bytes < growth.checkAt) return;
  growth.checkAt = growth.bytes + SPACE_STEP;
  const free = await freeBytes(dirname(paths.part));
  if (growth.bytes + more <= free) return;
  throw new CaselawError(
    "corrupt",
    `longer than the ${free} bytes that are left free, and its size is not told`,
  );
}

/**
 * Bytes behind the end that `Content-Length` gives show as a broken connection just after it; undici reports that by an
 * event, two turns of the loop later (seen with 8.12). Bytes that come later than that are not seen. The event names
 * the origin only, so it may be another download's: hence another try, not a refusal.
 */
async function hasOverrun(job: Job, answer: Answer): Promise<boolean> {
  await nextTurn();
  await nextTurn();
  await nextTurn();
  return job.session.overruns.delete(answer.origin);
}

/** A try that broke off. Only bytes beyond all earlier tries are progress, else a server could keep us for ever. */
function broken(job: Job, growth: Growth, reason: string): Try<Received> {
  const gained = growth.bytes - job.most;
  job.most = Math.max(job.most, growth.bytes);
  const progress = gained >= job.session.limits.progressBytes ? "made" : "none";
  return { kind: "again", reason, waitMs: null, progress };
}
