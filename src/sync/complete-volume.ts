/**
 * Downloads the files that a volume's zip lacks (docs/formats.md, "Known gaps of the static site") one by one into the zip's
 * folder of supplements.
 *
 * A file that the site does not have stays a mismatch, which the import reports. The folder, even empty, then marks a volume
 * whose missing files the next run requests again.
 */
import { existsSync } from "node:fs";
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
  outdatedSupplements,
  removeFolder,
  removeSupplements,
  rowsNamed,
  supplementFault,
  supplementsIn,
} from "./supplements.ts";

/** Files requested of one volume in one run; the rest waits for the next run. A zip that lacks more will be replaced. */
const MAX_SUPPLEMENTS = 1_000;
/** Failures in a row after which a volume waits for the next run, because the site is down. */
const MAX_FAILURES = 3;

interface Completing {
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
  readonly threads: Pick<ReadingThreads, "validate">;
  /** Whether the zip was not imported before, so that it is unknown what it lacks. */
  readonly isNew: boolean;
  /** The mismatches of the volume's last import. */
  readonly noted: readonly { readonly kind: string }[];
}

/** Files that one volume lacks. */
interface MissingFiles {
  readonly folder: string;
  /** Address of the volume's files, without a slash at its end. */
  readonly url: string;
  readonly rows: readonly unknown[];
  readonly json: readonly string[];
  readonly html: readonly string[];
  /** Whether the HTML of a case without its JSON is missing too. */
  readonly lacksHtml: (name: string) => boolean;
}

interface Tally {
  asked: number;
  got: number;
  failures: number;
  fault: string | null;
}

/**
 * Completes a static volume as far as the site allows.
 *
 * @returns the same file; its SHA-256 is that of zip and supplements together, as in the import log
 * @throws CaselawError `unavailable` when a file cannot be written; the signal's reason when stopped
 */
export async function completeVolume(
  web: Pick<DownloadingWeb, "getBytes">,
  stored: StoredFile,
  completing: Completing,
): Promise<StoredFile> {
  const folder = supplementsFolder(stored.path);
  if (folder === null || !mayLack(stored, folder, completing)) return stored;
  try {
    await removeSupplements(folder, await outdatedSupplements(stored.path, folder));
    const missing = await missingFiles(stored, folder);
    if (missing !== null) await fetchMissing(web, missing, stored, completing);
    if ((await supplementsIn(folder)).length > 0) return await withSupplements(stored, completing);
    if (missing === null) await removeFolder(folder);
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

/** Null when the zip lacks no file. */
async function missingFiles(
  { path, file, validated }: StoredFile,
  folder: string,
): Promise<MissingFiles | null> {
  const contents = validated?.contents;
  if (contents?.layout === "volume" && !contents.mismatches.some(isMissingFile)) return null;
  await using archive = await openArchive(path);
  if (archive.layout !== "volume") return null;
  const named = (kind: string): string[] =>
    archive.mismatches
      .filter((mismatch) => mismatch.kind === kind && isSafeName(mismatch.name))
      .map(({ name }) => name);
  const [json, html] = [named("row_without_json"), named("json_without_html")];
  if (json.length + html.length === 0) return null;
  const { hasHtml } = archive;
  const withHtml = new Set(named("html_without_json"));
  const url = file.url.replace(/\.zip$/i, "");
  const lacksHtml = (name: string): boolean => hasHtml && !withHtml.has(name);
  return { folder, url, rows: archive.casesMetadata, json, html, lacksHtml };
}

async function fetchMissing(
  web: Pick<DownloadingWeb, "getBytes">,
  missing: MissingFiles,
  { file, downloaded }: StoredFile,
  { signal, onProgress }: Completing,
): Promise<void> {
  const tally: Tally = { asked: 0, got: 0, failures: 0, fault: null };
  const fetch = (kind: "json" | "html", name: string): Promise<boolean> =>
    fetchSupplement(web, missing, { kind, name }, tally);
  await makeFolder(missing.folder);
  for (const [kind, names] of [["json", missing.json] as const, ["html", missing.html] as const]) {
    for (const name of names) {
      signal.throwIfAborted();
      if (tally.asked >= MAX_SUPPLEMENTS || tally.failures >= MAX_FAILURES) break;
      const isStored = await fetch(kind, name);
      if (isStored && kind === "json" && missing.lacksHtml(name)) await fetch("html", name);
    }
  }
  const isNews = downloaded || tally.got > 0 || tally.fault !== null;
  if (isNews) onProgress({ kind: "note", message: noteOf(file.unit, tally) });
}

/** Downloads and stores one file; returns false when the site does not have it, or it is not the case's file. */
async function fetchSupplement(
  web: Pick<DownloadingWeb, "getBytes">,
  { folder, url, rows }: MissingFiles,
  { kind, name }: { readonly kind: "json" | "html"; readonly name: string },
  tally: Tally,
): Promise<boolean> {
  tally.asked++;
  const place = kind === "json" ? "cases" : "html";
  const answer = await web.getBytes(
    `${url}/${place}/${encodeURIComponent(name)}.${kind}`,
    LIMITS.maxCaseBytes,
  );
  tally.failures = answer.kind === "failed" ? tally.failures + 1 : 0;
  if (answer.kind === "missing") return false;
  const fault =
    answer.kind === "failed" ? answer.reason : supplementFault(kind, answer.bytes, rowsNamed(rows, name));
  if (fault !== null || answer.kind === "failed") {
    tally.fault ??= `${place}/${name}.${kind}: ${fault}`;
    return false;
  }
  await keepSupplement(folder, `${kind}/${name}.${kind}`, answer.bytes);
  tally.got++;
  return true;
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
