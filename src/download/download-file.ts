/**
 * Fetches one file of a source: continued where an earlier try broke off, checked, and only then given its name.
 *
 * The order is fixed: bytes into `.part`, first bytes, size, the caller's proof, sync, rename, sync of the folder
 * (docs/faults.md, "D6"). What was held before stays until then, and stays for good when the source has lost it
 * (docs/faults.md, "N4").
 */
import { resolve, sep } from "node:path";
import type { BulkFile } from "../domain/bulk-file.ts";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { shownUrl } from "./get-json.ts";
import type { DownloadHooks, DownloadOutcome, Job, KnownFile } from "./job.ts";
import { dropPart, finishPart, ifRange, type Part, partPaths, readPart, sizeOf } from "./part.ts";
import { type Received, receive } from "./receive.ts";
import { type Answer, ask } from "./request.ts";
import { again, givenUp, type Try, withRetries } from "./retry.ts";
import { type Session, withoutToken } from "./session.ts";

type Fetched =
  | { readonly kind: "received"; readonly received: Received }
  | { readonly kind: "unchanged"; readonly held: KnownFile }
  | { readonly kind: "missing" };

/**
 * @param folder the data folder; the file comes to `<folder>/<file.path>`
 * @throws CaselawError `unavailable` when the disk does not take it (the part stays for the next run); the signal's
 *   reason when the run was stopped
 */
export async function downloadFile(
  session: Session,
  file: BulkFile,
  folder: string,
  known: KnownFile | null,
  hooks: DownloadHooks,
): Promise<DownloadOutcome> {
  const final = resolve(folder, file.path);
  if (!final.startsWith(resolve(folder) + sep)) {
    throw new CaselawError("invalid", `Cannot store ${file.unit}: "${file.path}" is outside the data folder`);
  }
  const here = known !== null && (await sizeOf(known.path)) === known.bytes ? known : null;
  if (here !== null && here.version !== null && here.version === file.version)
    return storedAs(file, here, here.path);
  const comparable = known?.isPruned ? known : here;
  const held = comparable !== null && resolve(comparable.path) === final ? comparable : null;
  const job: Job = { session, file, paths: partPaths(final), held, hooks, most: 0, missing: null };
  try {
    return await fetchAndFinish(job);
  } catch (error) {
    throw diskErrorOf(error, job);
  }
}

async function fetchAndFinish(job: Job): Promise<DownloadOutcome> {
  const tried = await withRetries(job.session, () => fetchOnce(job));
  if (tried.kind === "failed") return failed(job, tried.reason);
  const fetched = tried.value;
  if (fetched.kind === "missing") return fetched;
  if (fetched.kind === "unchanged") return storedAs(job.file, fetched.held, job.paths.final);
  const fault = await faultOf(job);
  if (fault !== null) {
    await dropPart(job.paths);
    return failed(job, fault);
  }
  await finishPart(job.paths);
  const { bytes, sha256, validators } = fetched.received;
  const stored = { file: job.file, path: job.paths.final, bytes, sha256, validators, fetched: true };
  return { kind: "stored", stored };
}

async function fetchOnce(job: Job): Promise<Try<Fetched>> {
  const part = await readPart(job.paths, job.file.url);
  job.session.overruns.delete(new URL(job.file.url).origin); // an earlier answer's
  const answer = await ask(job.session, job.file.url, headersFor(part, job.held));
  if (answer.kind === "none") {
    return answer.again === "later" ? again(answer.reason) : { kind: "failed", reason: answer.reason };
  }
  if (answer.status === 304 && part === null && job.held !== null) {
    answer.body.destroy();
    return { kind: "done", value: { kind: "unchanged", held: job.held } };
  }
  if (answer.status === 404 || answer.status === 410) {
    answer.body.destroy();
    return { kind: "done", value: { kind: "missing" } };
  }
  return answer.status === 200 || answer.status === 206 || answer.status === 416
    ? await take(job, answer, part)
    : givenUp(job.session, answer);
}

async function take(job: Job, answer: Answer, part: Part | null): Promise<Try<Fetched>> {
  const tried = await receive(job, answer, part);
  return tried.kind === "done" ? { kind: "done", value: { kind: "received", received: tried.value } } : tried;
}

/** A part is continued only if it is of the same version; else a file held is asked for only if it is not. */
function headersFor(part: Part | null, held: KnownFile | null): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { accept: "*/*", "accept-encoding": "identity" };
  if (part !== null) {
    headers.range = `bytes=${part.bytes}-`;
    headers["if-range"] = ifRange(part.note) ?? "";
  } else if (held !== null) {
    if (held.validators.etag !== null) headers["if-none-match"] = held.validators.etag;
    if (held.validators.lastModified !== null) headers["if-modified-since"] = held.validators.lastModified;
  }
  return headers;
}

async function faultOf(job: Job): Promise<string | null> {
  try {
    await job.hooks.check?.(job.paths.part);
    return null;
  } catch (error) {
    if (!(error instanceof CaselawError) || error.code === "unavailable") throw error;
    return messageOf(error).replace(/^Cannot /, "cannot ");
  }
}

function storedAs(file: BulkFile, held: KnownFile, path: string): DownloadOutcome {
  const { bytes, sha256, validators } = held;
  return { kind: "stored", stored: { file, path, bytes, sha256, validators, fetched: false } };
}

function failed(job: Job, reason: string): DownloadOutcome {
  const line = `Cannot download ${shownUrl(job.file.url)}: ${reason}`;
  return { kind: "failed", reason: withoutToken(job.session, line) };
}

/** The disk's refusals in our words; anything else is passed on. */
function diskErrorOf(error: unknown, job: Job): unknown {
  const code = systemCodeOf(error) ?? "";
  if (error instanceof CaselawError || !/^E[A-Z0-9]+$/.test(code)) return error;
  const full = code === "ENOSPC" || code === "EDQUOT";
  const needed = job.missing === null ? "" : `, ${job.missing} more bytes needed`;
  const found = full ? `no space left on the device${needed}` : messageOf(error);
  return new CaselawError("unavailable", `Cannot store ${job.paths.final}: ${found}`, {
    at: { file: job.paths.final },
    hint: full ? "Free some space and run again: what was fetched is kept." : undefined,
    cause: error,
  });
}
