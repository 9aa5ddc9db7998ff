/**
 * Downloads the files that a volume's zip lacks (docs/formats.md, "Known gaps of the static site") one by one into the zip's
 * folder of supplements.
 *
 * A file that the site does not have stays a mismatch, which the import reports. The folder, even empty, then marks a volume
 * whose missing files the next run requests again.
 */
import { existsSync } from "node:fs";
import type { VolumeArchive } from "../archive/archive.ts";
import { LIMITS } from "../archive/members.ts";
import { openArchive } from "../archive/open-archive.ts";
import { supplementsFolder } from "../archive/supplements.ts";
import type { StoredFile } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import type { DownloadingWeb } from "../download/web.ts";
import type { ProgressEvent } from "../import/run.ts";
import type { ReadingThreads } from "../import/threads/reading-threads.ts";
import { isSafeName } from "../sources/listing.ts";
import {
  keepSupplement,
  makeFolder,
  removeFolder,
  removeOutdated,
  rowsNamed,
  type SupplementKind,
  supplementFault,
  supplementsIn,
} from "./supplements.ts";

/** Files requested of one volume in one run; the rest waits for the next run. A zip that lacks more will be replaced. */
const MAX_SUPPLEMENTS = 1_000;
/** Failures in a row after which a volume waits for the next run, because the site is down. */
const MAX_FAILURES = 3;

interface Completing {
  readonly web: Pick<DownloadingWeb, "getBytes">;
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
  readonly threads: Pick<ReadingThreads, "validate">;
  /** Whether the zip was not imported before, so that it is unknown what it lacks. */
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
    await removeOutdated(stored.path, folder);
    const isComplete = await fetchMissing(stored, folder, completing);
    if ((await supplementsIn(folder)).length > 0) return await withSupplements(stored, completing);
    if (isComplete) await removeFolder(folder);
    return stored;
  } catch (error) {
    // the import reports a damaged zip
    if (error instanceof CaselawError && error.code === "corrupt") return stored;
    throw error;
  }
}

/** A new zip may lack files; an imported one only if it has a folder of supplements or noted mismatches. */
function mayLack({ file, path }: StoredFile, folder: string, { isNew, noted }: Completing): boolean {
  if (file.source !== "static" || !existsSync(path)) return false;
  return isNew || noted.some(isMissingFile) || existsSync(folder);
}

function isMissingFile({ kind }: { readonly kind: string }): boolean {
  return kind === "row_without_json" || kind === "json_without_html";
}

/** @returns whether the zip lacks no file */
async function fetchMissing(
  { path, file, validated, downloaded }: StoredFile,
  folder: string,
  { web, signal, onProgress }: Completing,
): Promise<boolean> {
  const contents = validated?.contents;
  if (contents?.layout === "volume" && !contents.mismatches.some(isMissingFile)) return true;
  await using archive = await openArchive(path);
  if (archive.layout !== "volume") return true;
  const missing = missingIn(archive);
  if (missing.length === 0) return true;
  await makeFolder(folder);
  const url = file.url.replace(/\.zip$/i, "");
  const tally: Tally = { asked: 0, got: 0, failures: 0, fault: null };
  for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
    signal.throwIfAborted();
    if (tally.asked >= MAX_SUPPLEMENTS || tally.failures >= MAX_FAILURES) break;
    const bytes = await fetchFile(web, url, next, archive, tally);
    if (bytes === null) continue;
    const { kind, name } = next;
    await keepSupplement(folder, `${kind}/${name}.${kind}`, bytes);
    tally.got++;
    if (kind === "json" && lacksHtml(archive, name)) missing.unshift({ kind: "html", name });
  }
  const isNews = downloaded || tally.got > 0 || tally.fault !== null;
  if (isNews) onProgress({ kind: "note", message: noteOf(file.unit, tally) });
  return false;
}

function missingIn({ mismatches }: VolumeArchive): Missing[] {
  const named = (kind: SupplementKind, mismatch: string): Missing[] =>
    mismatches.flatMap((one) =>
      one.kind === mismatch && isSafeName(one.name) ? { kind, name: one.name } : [],
    );
  return [...named("json", "row_without_json"), ...named("html", "json_without_html")];
}

/** Whether the HTML of a case without its JSON is missing too. */
function lacksHtml({ hasHtml, mismatches }: VolumeArchive, name: string): boolean {
  return hasHtml && !mismatches.some((one) => one.kind === "html_without_json" && one.name === name);
}

interface Tally {
  asked: number;
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
  tally.asked++;
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

function noteOf(unit: string, { asked, got, fault }: Tally): string {
  const noun = asked === 1 ? "entry" : "entries";
  const line = `${unit}: ${got} of ${asked} missing ${noun} downloaded separately`;
  return fault === null ? line : `${line}; ${fault}`;
}

async function withSupplements(stored: StoredFile, { threads }: Completing): Promise<StoredFile> {
  const { path, bytes, sha256, validated } = stored;
  const archive = await threads.validate(path, { bytes, sha256 });
  return { ...stored, sha256: archive.sha256, validated: validated === null ? null : archive };
}
