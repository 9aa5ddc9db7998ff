/**
 * Downloads one file of a source. A broken download is continued; a file gets its name once it is complete and valid.
 *
 * The order is fixed: bytes into `.part`, first bytes, size, the caller's validation, sync, rename, sync of the folder
 * (docs/faults.md, "D6"). The file of an earlier download stays until the rename, and stays when the source no longer has
 * the file (docs/faults.md, "N4").
 */
import { statSync } from "node:fs";
import { resolve, sep } from "node:path";
import type { BulkFile, ValidatedArchive, Validators } from "../domain/bulk-file.ts";
import { asUnavailable, CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { shownUrl } from "./get.ts";
import { dropPart, finishPart, ifRange, type Part, partPaths, readPart } from "./part.ts";
import { type DownloadHooks, type DownloadOutcome, type Job, type KnownFile, receive } from "./receive.ts";
import { ask, givenUp, type Try, withRetries } from "./request.ts";
import { type Session, withoutToken } from "./session.ts";

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
  if (!final.startsWith(resolve(folder) + sep)) {
    throw new CaselawError("invalid", `Cannot store ${file.unit}: "${file.path}" is outside the data folder`);
  }
  const here =
    known !== null && statSync(known.path, { throwIfNoEntry: false })?.size === known.bytes ? known : null;
  if (here !== null && here.version !== null && here.version === file.version)
    return storedAs(file, here, here.path);
  const comparable = known?.isPruned ? known : here;
  const compared = comparable !== null && resolve(comparable.path) === final ? comparable : null;
  const job: Job = { session, file, paths: partPaths(final), known: compared, hooks, most: 0, missing: null };
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
  const own = { file: job.file, path: job.paths.final, bytes, sha256 };
  return { kind: "stored", stored: { ...own, ...answer, downloaded: true, validated } };
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
  if (![200, 206, 416].includes(answer.status)) return givenUp(job.session, answer);
  return receive(job, answer, part);
}

/** Asks for the rest of a part if its version is the same; without a part, for a known file if its version is not. */
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
async function validate(job: Job): Promise<ValidatedArchive | string> {
  try {
    return await job.hooks.validate(job.paths.part);
  } catch (error) {
    if (!(error instanceof CaselawError) || error.code === "unavailable") throw error;
    return messageOf(error).replace(/^Cannot /, "cannot ");
  }
}

function storedAs(file: BulkFile, known: KnownFile, path: string): DownloadOutcome {
  const { bytes, sha256, etag, lastModified } = known;
  const own = { file, path, bytes, sha256, etag, lastModified };
  return { kind: "stored", stored: { ...own, downloaded: false, validated: null } };
}

function failed(job: Job, reason: string): DownloadOutcome {
  const line = `Cannot download ${shownUrl(job.file.url)}: ${reason}`;
  return { kind: "failed", reason: withoutToken(job.session, line) };
}

/** A system error as ours; other errors as they are. */
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
