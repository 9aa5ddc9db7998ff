/** Downloads one unit of a source, validates its archive, and notes what was downloaded. */
import { relative, sep } from "node:path";
import { openArchive } from "../archive/open-archive.ts";
import type { BulkFile, StoredFile, UnitOutcome } from "../domain/bulk-file.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import type { ReporterRecord } from "../domain/reference.ts";
import type { DownloadingWeb, DownloadOutcome, KnownFile } from "../download/web.ts";
import { isListedVersion, otherUnit } from "../import/unit/other-unit.ts";
import type { NotedDownload } from "../store/ledger/downloads.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { completeVolume } from "./complete-volume.ts";
import { archiveOf, isCurrent, wasPruned } from "./known-downloads.ts";
import { drop } from "./prune-archives.ts";
import type { SyncOptions } from "./sync-options.ts";

export interface FetchedUnit {
  readonly file: BulkFile;
  readonly outcome: DownloadOutcome;
  /** Where the unit's file was before, if that is another place. */
  readonly replaced: string | null;
  readonly told: UnitOutcome;
}

export interface Fetching {
  readonly web: DownloadingWeb;
  readonly writer: CorpusWriter;
  /** Those that the source lists. */
  readonly reporters: readonly ReporterRecord[];
  readonly options: SyncOptions;
}

/** @throws CaselawError `unavailable` when the disk does not take it; the signal's reason */
export async function fetchUnit(file: BulkFile, fetching: Fetching): Promise<FetchedUnit> {
  const { web, writer, options } = fetching;
  const { dataFolder, signal, onProgress } = options;
  signal.throwIfAborted();
  const noted = writer.findDownload(file);
  const isRemoved = noted !== null && wasPruned(noted, file, writer);
  if (isRemoved && isCurrent(noted, file)) {
    const stored = { file, fetched: false, ...knownFile(noted) };
    return { file, outcome: { kind: "stored", stored }, replaced: null, told: "already imported" };
  }
  const known = noted === null ? null : { ...knownFile(noted), isPruned: isRemoved };
  let isListed = false;
  const outcome = await web.download(file, dataFolder, known, {
    check: async (path) => {
      isListed = await validate(path, file, fetching);
    },
    onProgress: (bytes, total) => onProgress({ kind: "download", unit: file.unit, bytes, total }),
  });
  if (outcome.kind !== "stored") return { file, outcome, replaced: null, told: outcome.kind };
  const had = outcome.stored;
  const isImported = !had.fetched && writer.findImportOf(archiveOf(file, had.sha256)) !== null;
  const isToBeImported = !had.fetched && !isImported && options.steps !== "download";
  const fault = isToBeImported ? await faultOfKept(had, fetching) : null;
  if (fault !== null) return { file, outcome: fault, replaced: null, told: "failed" };
  // the server's second answer about a version confirms it; its first may come from a cache, or before the new archive
  const isConfirmed = had.fetched ? isListed : noted?.version === file.version;
  const downloadedAt = had.fetched || noted === null ? new Date().toISOString() : noted.downloadedAt;
  const confirmed = Number(isConfirmed || file.version === null);
  const download = { ...notedOf(had), downloadedAt, confirmed };
  if (had.fetched || noted === null || isChanged(noted, download))
    writer.noteDownload(download, bulkPath(had, dataFolder));
  const stored = await complete(had, fetching, had.fetched || isToBeImported);
  // what is dropped once it is in is known by the hash that the import knows it by
  if (options.keep === "none" && options.steps !== "download" && stored.sha256 !== had.sha256)
    writer.noteDownload({ ...download, sha256: stored.sha256 }, null);
  const replaced = noted !== null && noted.path !== stored.path ? noted.path : null;
  return {
    file,
    outcome: { kind: "stored", stored },
    replaced,
    told: stored.fetched ? "downloaded" : "already here",
  };
}

/**
 * Validates an archive.
 *
 * @returns whether its own dates say that it is the version that is listed
 * @throws CaselawError `corrupt` when it is damaged or of another unit
 */
async function validate(path: string, file: BulkFile, { reporters }: Fetching): Promise<boolean> {
  await using archive = await openArchive(path);
  await archive.prove();
  const other = await otherUnit(archive, file, reporters);
  if (other === null) return isListedVersion(archive, file);
  throw new CaselawError("corrupt", `Cannot take it as "${file.unit}": ${other}`, { at: { file: path } });
}

/**
 * Why an archive that an earlier run left cannot be imported: it is damaged, or of another unit. It is removed, and
 * downloaded again by the next run.
 */
async function faultOfKept(
  stored: StoredFile,
  fetching: Fetching,
): Promise<Extract<DownloadOutcome, { kind: "failed" }> | null> {
  const { writer, options } = fetching;
  const { file, path } = stored;
  try {
    await validate(path, file, fetching);
    return null;
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    await drop(path, options.dataFolder);
    writer.forgetDownload(file);
    return {
      kind: "failed",
      reason: `${messageOf(error)}; it was removed, and the next run downloads it again`,
    };
  }
}

/**
 * A volume with what its zip lacks downloaded file by file; any other file as it is.
 *
 * @param isNew whether the zip was not imported yet, also by a run that was killed after it noted the zip
 */
function complete(
  stored: StoredFile,
  { web, writer, options }: Fetching,
  isNew: boolean,
): Promise<StoredFile> {
  const { signal, onProgress } = options;
  const { source, unit, volume } = stored.file;
  const noted = writer.mismatchesOf({ source, name: volume?.barcode ?? unit });
  return completeVolume(web, stored, { signal, onProgress, noted, isNew });
}

/** Whether what was noted of a file no longer says where it is or came from. */
function isChanged(noted: NotedDownload, now: NotedDownload): boolean {
  return (["path", "url", "version", "confirmed"] as const).some((key) => noted[key] !== now[key]);
}

function knownFile(noted: NotedDownload): Omit<KnownFile, "isPruned"> {
  const { path, bytes, sha256, version, etag, lastModified, confirmed } = noted;
  const validators = { etag, lastModified };
  return { path, bytes, sha256, version: confirmed === 1 ? version : null, validators };
}

function notedOf({
  file,
  path,
  bytes,
  sha256,
  validators,
}: StoredFile): Omit<NotedDownload, "downloadedAt" | "confirmed"> {
  const { source, unit, url, version } = file;
  return { source, unit, url, version, path, bytes, sha256, ...validators };
}

/** Where the archive of a bulk record is kept, below the data folder. */
function bulkPath({ file, path }: StoredFile, dataFolder: string): { id: number; path: string } | null {
  return file.bulk === null
    ? null
    : { id: file.bulk.id, path: relative(dataFolder, path).split(sep).join("/") };
}
