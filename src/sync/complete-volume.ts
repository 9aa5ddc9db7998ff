/**
 * Fetches singly what a volume's zip lacks (docs/formats.md, "Known gaps of the static site") and keeps it in the folder of
 * supplements beside the zip.
 *
 * What the site does not have singly either stays a mismatch, which the import reports; the folder, even empty, then marks a
 * volume whose missing names the next run asks for again.
 */
import { existsSync } from "node:fs";
import { LIMITS } from "../archive/limits.ts";
import { openArchive } from "../archive/open-archive.ts";
import { supplementsFolder } from "../archive/volume/supplements.ts";
import type { StoredFile } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import type { DownloadingWeb } from "../download/web.ts";
import type { ProgressEvent } from "../import/run.ts";
import { isSafeName } from "../sources/local-path.ts";
import { htmlFault, jsonFault, rowsNamed } from "./judge-supplement.ts";
import {
  keepSupplement,
  makeFolder,
  removeFolder,
  removeSupplements,
  staleSupplements,
  supplementsIn,
} from "./supplements-folder.ts";

/** Files asked for of one volume in one run: more is no mismatch, and the zip will be made again. The rest waits. */
const MAX_SUPPLEMENTS = 1_000;
/** Failures in a row after which a volume is left for the next run: the site is down, not the file absent. */
const MAX_FAILURES = 3;

export interface Completing {
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
  /** Whether the zip alone was not imported before, so that nobody knows what it lacks. */
  readonly isNew: boolean;
  /** Kinds of the mismatches that the corpus notes of the volume. */
  readonly noted: readonly { readonly kind: string }[];
}

/** What is missing of one volume. */
interface MissingFiles {
  readonly folder: string;
  /** Where the site has the volume's files, without a slash at its end. */
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
 * @returns the same file, its SHA-256 that of zip and supplements together, which is what an import knows it by
 * @throws CaselawError `unavailable` when the disk does not take a file; the signal's reason when stopped
 */
export async function completeVolume(
  web: Pick<DownloadingWeb, "getBytes">,
  stored: StoredFile,
  completing: Completing,
): Promise<StoredFile> {
  const folder = supplementsFolder(stored.path);
  if (folder === null || !mayLack(stored, folder, completing)) return stored;
  try {
    await removeSupplements(folder, await staleSupplements(stored.path, folder));
    const lack = await lackOf(stored, folder);
    if (lack !== null) await fetchLack(web, lack, stored, completing);
    return { ...stored, sha256: await hashOf(stored, folder, lack === null ? "whole" : "holed") };
  } catch (error) {
    // a zip at fault is the import's to report
    if (error instanceof CaselawError && error.code === "corrupt") return stored;
    throw error;
  }
}

/** A new zip may lack anything; another one only what is known already, by the folder or by the corpus. */
function mayLack({ file, path }: StoredFile, folder: string, { isNew, noted }: Completing): boolean {
  if (file.source !== "static" || !existsSync(path)) return false;
  const isNoted = noted.some(({ kind }) => kind === "row_without_json" || kind === "json_without_html");
  return isNew || isNoted || existsSync(folder);
}

async function lackOf({ path, file }: StoredFile, folder: string): Promise<MissingFiles | null> {
  await using archive = await openArchive(path);
  if (archive.layout !== "volume") return null;
  const named = (kind: string): string[] =>
    archive.mismatches
      .filter((mismatch) => mismatch.kind === kind && isSafeName(mismatch.name))
      .map(({ name }) => name);
  const [json, html] = [named("row_without_json"), named("json_without_html")];
  if (json.length + html.length === 0) return null;
  const { hasHtml } = archive;
  const alone = new Set(named("html_without_json"));
  const url = file.url.replace(/\.zip$/i, "");
  const lacksHtml = (name: string): boolean => hasHtml && !alone.has(name);
  return { folder, url, rows: archive.casesMetadata, json, html, lacksHtml };
}

async function fetchLack(
  web: Pick<DownloadingWeb, "getBytes">,
  lack: MissingFiles,
  { file, fetched }: StoredFile,
  { signal, onProgress }: Completing,
): Promise<void> {
  const tally: Tally = { asked: 0, got: 0, failures: 0, fault: null };
  const fetch = (kind: "json" | "html", name: string): Promise<boolean> =>
    fetchSupplement(web, lack, { kind, name }, tally);
  await makeFolder(lack.folder);
  for (const [kind, names] of [["json", lack.json] as const, ["html", lack.html] as const]) {
    for (const name of names) {
      signal.throwIfAborted();
      if (tally.asked >= MAX_SUPPLEMENTS || tally.failures >= MAX_FAILURES) break;
      const isThere = await fetch(kind, name);
      if (isThere && kind === "json" && lack.lacksHtml(name)) await fetch("html", name);
    }
  }
  const isNews = fetched || tally.got > 0 || tally.fault !== null;
  if (isNews) onProgress({ kind: "note", message: told(file.unit, tally) });
}

/** Fetches and keeps one file; false when it is not to be had, or is another's. */
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
  const own = rowsNamed(rows, name);
  const fault =
    answer.kind === "failed"
      ? answer.reason
      : kind === "json"
        ? jsonFault(answer.bytes, own)
        : htmlFault(answer.bytes, own);
  if (fault !== null || answer.kind === "failed") {
    tally.fault ??= `${place}/${name}.${kind}: ${fault}`;
    return false;
  }
  await keepSupplement(folder, `${kind}/${name}.${kind}`, answer.bytes);
  tally.got++;
  return true;
}

function told(unit: string, { asked, got, fault }: Tally): string {
  const noun = asked === 1 ? "entry" : "entries";
  const line = `${unit}: ${got} of ${asked} missing ${noun} fetched singly`;
  return fault === null ? line : `${line}; ${fault}`;
}

/** The hash of zip and supplements. The folder of a volume that lacks nothing of its own accord goes. */
async function hashOf(stored: StoredFile, folder: string, found: "whole" | "holed"): Promise<string> {
  if ((await supplementsIn(folder)).length > 0) {
    await using archive = await openArchive(stored.path);
    return (await archive.prove()).sha256;
  }
  if (found === "whole") await removeFolder(folder);
  return stored.sha256;
}
