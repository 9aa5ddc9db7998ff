/**
 * Downloads the files that a volume's zip lacks (docs/formats.md, "Known gaps of the static site") one by one into the zip's
 * folder of supplements.
 *
 * A file that the site does not have stays a mismatch, which the import reports. The folder, even empty, then marks a volume
 * whose missing files the next run requests again.
 */
import { existsSync } from "node:fs";
import { lstat, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readUtf8, withoutMark } from "../archive/fault.ts";
import { LIMITS, type VolumeArchive } from "../archive/members.ts";
import { openArchive } from "../archive/open-archive.ts";
import { supplementsFolder } from "../archive/supplements.ts";
import type { StoredFile } from "../domain/bulk-file.ts";
import { asUnavailable, CaselawError, messageOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import type { DownloadingWeb } from "../download/web.ts";
import { publishFile } from "../files/durable.ts";
import type { ProgressEvent } from "../import/run.ts";
import type { ReadingThreads } from "../import/threads/reading-threads.ts";
import { isSafeName } from "../sources/listing.ts";
import { compareWithMetadata } from "../sources/read-case.ts";

type SupplementKind = "json" | "html";

/** Files requested of one volume in one run; the rest waits for the next run. A zip that lacks more will be replaced. */
const MAX_SUPPLEMENTS = 1_000;
/** Failures in a row after which a volume waits for the next run, because the site is down. */
const MAX_FAILURES = 3;

interface Completing {
  readonly web: Pick<DownloadingWeb, "getBytes">;
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
  readonly threads: Pick<ReadingThreads, "validate">;
  /** Whether the zip was not imported before, so that its mismatches are unknown. */
  readonly isNew: boolean;
  /** The mismatches of the volume's last import. */
  readonly noted: readonly { readonly kind: string }[];
}

interface Missing {
  readonly kind: SupplementKind;
  /** `0036-01` */
  readonly name: string;
}

/**
 * Completes a static volume as far as the site allows.
 *
 * @returns the same file; its SHA-256 is that of zip and supplements together, as in the import log
 * @throws CaselawError `unavailable` when a file cannot be written; the signal's reason when stopped
 */
export async function completeVolume(stored: StoredFile, completing: Completing): Promise<StoredFile> {
  const folder = supplementsFolder(stored.path);
  if (folder === null || !mayLack(stored, folder, completing)) return stored;
  try {
    await using archive = await openArchive(stored.path);
    if (archive.layout !== "volume") return stored;
    const missing = missingIn(archive);
    const isComplete = missing.length === 0;
    const got = isComplete ? 0 : await fetchMissing(stored, folder, archive, missing, completing);
    if (archive.supplements.length + got > 0) return await withSupplements(stored, completing);
    if (isComplete) await dropSupplements(stored.path);
    return stored;
  } catch (error) {
    // the import reports a damaged zip
    if (error instanceof CaselawError && error.code === "corrupt") return stored;
    throw error;
  }
}

/** A new zip may lack files; an imported one only if it has a folder of supplements or noted mismatches. */
function mayLack({ file, path, validated }: StoredFile, folder: string, completing: Completing): boolean {
  if (file.source !== "static" || !existsSync(path)) return false;
  const contents = validated?.contents;
  if (contents?.layout === "volume") return contents.mismatches.some(isMissingFile);
  return completing.isNew || completing.noted.some(isMissingFile) || existsSync(folder);
}

function isMissingFile({ kind }: { readonly kind: string }): boolean {
  return kind === "row_without_json" || kind === "json_without_html";
}

/** @returns how many files the site had */
async function fetchMissing(
  { file, downloaded }: StoredFile,
  folder: string,
  archive: VolumeArchive,
  missing: Missing[],
  { web, signal, onProgress }: Completing,
): Promise<number> {
  await tryWrite(folder, () => makeOwnFolder(folder));
  const url = file.url.replace(/\.zip$/i, "");
  const tally: Tally = { requests: 0, got: 0, failures: 0, fault: null };
  for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
    signal.throwIfAborted();
    if (tally.requests >= MAX_SUPPLEMENTS || tally.failures >= MAX_FAILURES) break;
    const bytes = await fetchFile(web, url, next, archive, tally);
    if (bytes === null) continue;
    const { kind, name } = next;
    await keepSupplement(join(folder, kind, `${name}.${kind}`), bytes);
    tally.got++;
    if (kind === "json" && lacksHtml(archive, name)) missing.unshift({ kind: "html", name });
  }
  const isNews = downloaded || tally.got > 0 || tally.fault !== null;
  if (isNews) onProgress({ kind: "note", message: noteOf(file.unit, tally) });
  return tally.got;
}

function missingIn({ mismatches }: VolumeArchive): Missing[] {
  const filesOf = (mismatchKind: string, kind: SupplementKind): Missing[] =>
    mismatches.flatMap((mismatch) =>
      mismatch.kind === mismatchKind && isSafeName(mismatch.name) ? { kind, name: mismatch.name } : [],
    );
  return [...filesOf("row_without_json", "json"), ...filesOf("json_without_html", "html")];
}

/** Whether the HTML of a case without its JSON is missing too. */
function lacksHtml({ hasHtml, mismatches }: VolumeArchive, name: string): boolean {
  return hasHtml && !mismatches.some((file) => file.kind === "html_without_json" && file.name === name);
}

interface Tally {
  requests: number;
  got: number;
  failures: number;
  fault: string | null;
}

/** Null when the site does not have the file, or it is not the case's file. */
async function fetchFile(
  web: Pick<DownloadingWeb, "getBytes">,
  url: string,
  { kind, name }: Missing,
  { casesMetadata }: VolumeArchive,
  tally: Tally,
): Promise<Buffer | null> {
  tally.requests++;
  const place = kind === "json" ? "cases" : "html";
  const answer = await web.getBytes(
    `${url}/${place}/${encodeURIComponent(name)}.${kind}`,
    LIMITS.maxCaseBytes,
  );
  const isFailure = answer.kind === "failed" && answer.cause !== "missing";
  tally.failures = isFailure ? tally.failures + 1 : 0;
  if (answer.kind === "failed" && answer.cause === "missing") return null;
  const fault =
    answer.kind === "failed"
      ? answer.reason
      : supplementFault(kind, answer.value, rowsNamed(casesMetadata, name));
  if (answer.kind === "done" && fault === null) return answer.value;
  tally.fault ??= `${place}/${name}.${kind}: ${fault}`;
  return null;
}

function noteOf(unit: string, { requests, got, fault }: Tally): string {
  const noun = requests === 1 ? "entry" : "entries";
  const line = `${unit}: ${got} of ${requests} missing ${noun} downloaded separately`;
  return fault === null ? line : `${line}; ${fault}`;
}

async function withSupplements(stored: StoredFile, { threads }: Completing): Promise<StoredFile> {
  const { path, bytes, sha256, validated } = stored;
  const archive = await threads.validate(path, { bytes, sha256 });
  return { ...stored, sha256: archive.sha256, validated: validated === null ? null : archive };
}

/** Removes a zip's folder of supplements; no link is followed. */
export async function dropSupplements(zipPath: string): Promise<void> {
  const folder = supplementsFolder(zipPath);
  if (folder !== null) await rm(folder, { recursive: true, force: true });
}

/** @throws CaselawError `unavailable` when it cannot be written */
async function keepSupplement(path: string, bytes: Buffer): Promise<void> {
  const part = `${path}.part`;
  await tryWrite(path, async () => {
    await makeOwnFolder(dirname(path));
    await rm(part, { force: true });
    await writeFile(part, bytes, { flag: "wx" });
    await publishFile(part, path);
  });
}

/** Makes a folder; a link of its name is removed, since a write through it would change another folder. */
async function makeOwnFolder(folder: string): Promise<void> {
  if ((await lstat(folder).catch(() => null))?.isSymbolicLink() === true) await rm(folder);
  await mkdir(folder, { recursive: true });
}

async function tryWrite(path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw asUnavailable(error, `store ${path}`, path);
  }
}

/** A complete page; the publisher's files are a fragment, one `<section>` (195 of 195 real files). */
const PAGE = /^<(?:!doctype|html|\?xml)/i;
const FIRST_PAGE = /^<[^>]*\sdata-firstpage="(?<page>[^"]*)"/;

/** The rows of a volume's list that name this file; lists of December 2023 name no files. */
export function rowsNamed(rows: readonly unknown[], name: string): unknown[] {
  return rows.filter(
    (row) =>
      isJsonObject(row) && typeof row.file_name === "string" && row.file_name.replace(/\.json$/, "") === name,
  );
}

/**
 * Why a downloaded supplement is not the file of a case with one of these rows, or null (docs/formats.md, "Known gaps of the static site" and
 * "Integrity of a volume"): a site may answer with an error page or with the file of another version.
 */
export function supplementFault(
  kind: SupplementKind,
  bytes: Buffer,
  rows: readonly unknown[],
): string | null {
  try {
    const text = readUtf8(withoutMark(bytes));
    return kind === "json" ? jsonFault(text, rows) : htmlFault(text.trimStart(), rows);
  } catch (error) {
    if (error instanceof SyntaxError) return "not JSON";
    if (error instanceof CaselawError) return messageOf(error);
    throw error;
  }
}

function jsonFault(text: string, rows: readonly unknown[]): string | null {
  const value: unknown = JSON.parse(text);
  return rows.some((row) => compareWithMetadata(value, row)) ? null : "differs from its row in the list";
}

function htmlFault(text: string, rows: readonly unknown[]): string | null {
  if (text === "") return "empty";
  if (!text.startsWith("<") || PAGE.test(text)) return "not the HTML of a case";
  const page = FIRST_PAGE.exec(text)?.groups?.page;
  const pages = rows.flatMap((row) => (isJsonObject(row) ? [row.first_page] : []));
  return page === undefined || pages.length === 0 || pages.includes(page) ? null : "of another page";
}
