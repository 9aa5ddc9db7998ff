/**
 * Downloads one unit of a source, validates its archive, and notes the download.
 *
 * An archive is validated once in a run: as it is downloaded or, when an earlier run downloaded it and did not import it,
 * here.
 */

import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type BulkFile,
  type BulkRecord,
  corpusUnitOf,
  MADE_BULK_ID,
  type StoredFile,
  type UnitOutcome,
  type ValidatedArchive,
} from "../domain/bulk-file.ts";
import type { ReporterRecord } from "../domain/case.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { pathBelow } from "../domain/file-path.ts";
import type { DownloadingWeb, DownloadOutcome, KnownFile } from "../download/web.ts";
import { tableChecksum } from "../import/tables/find-set.ts";
import type { ReadingThreads } from "../import/threads/reading-threads.ts";
import { isListedVersion, unitFault } from "../import/unit/other-unit.ts";
import type { NotedDownload } from "../store/ledger/ledger.ts";
import type { ArchiveOfUnit } from "../store/ledger/units.ts";
import { openCorpusFile } from "../store/read/corpus-reader.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { completeVolume, dropSupplements } from "./complete-volume.ts";
import { archiveOf, isCurrent, type SyncOptions, wasPruned } from "./plan.ts";

export interface DownloadedUnit {
  readonly file: BulkFile;
  readonly outcome: DownloadOutcome;
  /** Path of the unit's earlier archive, if it differs. */
  readonly replaced: string | null;
  readonly reported: UnitOutcome;
}

export interface Fetching {
  readonly web: DownloadingWeb;
  readonly writer: CorpusWriter;
  readonly threads: ReadingThreads;
  /** Those that the source lists. */
  readonly reporters: readonly ReporterRecord[];
  readonly options: SyncOptions;
  /** The key of the set in the import log; null for other sources. */
  readonly set: ArchiveOfUnit | null;
}

/** @throws CaselawError `unavailable` when a file cannot be written; the signal's reason */
export async function fetchUnit(file: BulkFile, fetching: Fetching): Promise<DownloadedUnit> {
  const { web, writer, options, set } = fetching;
  const { dataFolder, signal, onProgress } = options;
  signal.throwIfAborted();
  const noted = writer.known.findDownload(file);
  const isRemoved = noted !== null && wasPruned(noted, file, writer.known, set);
  const isDoubtful = noted !== null && (options.recheck === "every unit" || hasFailed(file, writer));
  if (isRemoved && !isDoubtful && isCurrent(noted, file)) {
    const stored = { file, downloaded: false, validated: null, ...knownFile(noted, isDoubtful) };
    return { file, outcome: { kind: "stored", stored }, replaced: null, reported: "already imported" };
  }
  const known = noted === null ? null : { ...knownFile(noted, isDoubtful), isPruned: isRemoved };
  const outcome = await web.download(file, dataFolder, known, {
    validate: async (path) => (isTable(file) ? tableChecksum(path) : validate(path, file, fetching)),
    onProgress: (bytes, total) => onProgress({ kind: "download", unit: file.unit, bytes, total }),
  });
  if (outcome.kind !== "stored") return { file, outcome, replaced: null, reported: outcome.kind };
  // first, so that a killed run cannot leave supplements of an older zip
  if (outcome.stored.downloaded) await dropSupplements(outcome.stored.path);
  const download = noteDownload(outcome.stored, noted, fetching);
  const stored = isTable(file) ? outcome.stored : await completeAndValidate(outcome.stored, fetching);
  if (typeof stored === "string")
    return { file, outcome: { kind: "failed", reason: stored }, replaced: null, reported: "failed" };
  // coverage finds the import of a zip with new supplements by its time, whatever the clock was at the zip's download
  if (!stored.downloaded && stored.validated !== null && stored.sha256 !== download.sha256)
    writer.noteDownload({ ...download, downloadedAt: new Date().toISOString() }, null);
  // an archive that is removed after its import is found in the import log by this hash
  if (options.keep === "none" && options.steps !== "download" && stored.sha256 !== download.sha256)
    writer.noteDownload({ ...download, sha256: stored.sha256 }, null);
  const replaced = noted !== null && noted.path !== stored.path ? noted.path : null;
  const reported = stored.downloaded ? "downloaded" : "already here";
  return { file, outcome: { kind: "stored", stored }, replaced, reported };
}

/** A table is validated while it is read: unpacking all of them takes an hour. */
function isTable({ source }: BulkFile): boolean {
  return source === "courtlistener";
}

/** @throws CaselawError `corrupt` when the archive is damaged or of another unit */
async function validate(
  path: string,
  file: BulkFile,
  { threads, reporters }: Fetching,
): Promise<ValidatedArchive> {
  const archive = await threads.validate(path);
  const fault = unitFault(archive.contents, file, reporters);
  if (fault === null) return archive;
  throw new CaselawError("corrupt", `Cannot import it as "${file.unit}": ${fault}`, { at: { file: path } });
}

/** Notes the zip before its supplements are requested, so that a run that is killed meanwhile need not download it again. */
function noteDownload(
  stored: StoredFile,
  noted: NotedDownload | null,
  { writer, options }: Fetching,
): NotedDownload {
  const { file, downloaded, validated } = stored;
  // a version is confirmed by the archive's own dates, or by the server's second answer: the first may come from a cache
  const isListed = validated !== null && isListedVersion(validated.contents, file);
  const isConfirmed = downloaded ? isListed : noted?.version === file.version;
  const downloadedAt = downloaded || noted === null ? new Date().toISOString() : noted.downloadedAt;
  const confirmed = Number(isConfirmed || file.version === null);
  const download = { ...notedOf(stored), downloadedAt, confirmed };
  if (downloaded || noted === null || isChanged(noted, download))
    writer.noteDownload(download, bulkPath(stored, options.dataFolder));
  return download;
}

/**
 * Adds the supplements of a volume, and validates an archive that an earlier run left and did not import.
 *
 * @returns the archive, or why that of an earlier run cannot be imported: it is damaged, or of another unit, and was removed
 */
async function completeAndValidate(download: StoredFile, fetching: Fetching): Promise<StoredFile | string> {
  const { writer, options } = fetching;
  const { file, path, downloaded } = download;
  const isToBeImported = ({ sha256 }: StoredFile): boolean =>
    options.steps !== "download" && writer.known.findImport(archiveOf(file, sha256)) === null;
  const isNew = downloaded || isToBeImported(download);
  const stored = await complete(download, fetching, isNew);
  if (downloaded) return stored;
  if (stored.sha256 === download.sha256 ? !isNew : !isToBeImported(stored)) return stored;
  try {
    const validated = await validate(path, file, fetching);
    return { ...stored, sha256: validated.sha256, validated };
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    await drop(path, options.dataFolder);
    writer.forgetDownload(file);
    return `${messageOf(error)}; it was removed, and the next run downloads it again`;
  }
}

/**
 * A volume with the files that its zip lacks; any other archive unchanged.
 *
 * @param isNew whether the zip was not imported yet
 */
function complete(
  stored: StoredFile,
  { web, writer, threads, options }: Fetching,
  isNew: boolean,
): Promise<StoredFile> {
  const { signal, onProgress } = options;
  const { units } = writer.known;
  const imported = units.find(stored.file.source, corpusUnitOf(stored.file));
  const noted = imported === null ? [] : units.mismatches(imported.id);
  return completeVolume(stored, { web, signal, onProgress, noted, isNew, threads });
}

/** Whether a note no longer says where the file is or which version it is. */
function isChanged(noted: NotedDownload, current: NotedDownload): boolean {
  return (["path", "url", "version", "confirmed"] as const).some((key) => noted[key] !== current[key]);
}

/** Whether the unit is missing or failed, so that the source is asked again: it may replace a bad archive and not change its list. */
function hasFailed(file: BulkFile, writer: CorpusWriter): boolean {
  const outcome = writer.known.outcomeOf(file);
  if (outcome === "missing" || outcome === "failed") return true;
  return (writer.known.units.find(file.source, corpusUnitOf(file))?.missing ?? 0) > 0;
}

function knownFile(noted: NotedDownload, isDoubtful: boolean): Omit<KnownFile, "isPruned"> {
  const { path, bytes, sha256, version, etag, lastModified, confirmed } = noted;
  const listed = confirmed === 1 && !isDoubtful ? version : null;
  return { path, bytes, sha256, etag, lastModified, version: listed };
}

function notedOf({ file, ...stored }: StoredFile): Omit<NotedDownload, "downloadedAt" | "confirmed"> {
  const { source, unit, url, version } = file;
  const { path, bytes, sha256, etag, lastModified } = stored;
  return { source, unit, url, version, path, bytes, sha256, etag, lastModified };
}

/** Where the archive of a bulk record is kept, below the data folder. */
function bulkPath({ file, path }: StoredFile, dataFolder: string): { id: number; path: string } | null {
  const below = pathBelow(dataFolder, path);
  return file.bulk === null || below === null ? null : { id: file.bulk.id, path: below };
}

/**
 * Removes archives that are not kept (docs/interface.md, "sync and download"), once their replacements are imported.
 *
 * @param stored the current archive of the unit
 * @param replaced path of the unit's earlier archive, if it differs
 */
export async function pruneArchives(
  stored: StoredFile,
  replaced: string | null,
  { corpusPath, dataFolder, keep }: Pick<SyncOptions, "corpusPath" | "dataFolder" | "keep">,
): Promise<void> {
  if (keep === "all") return;
  const { bulk } = stored.file;
  // also those that an earlier run was to remove when it was stopped
  const older = bulk === null ? [] : olderPaths(bulk, corpusPath).map((path) => resolve(dataFolder, path));
  for (const path of [...older, ...(replaced === null ? [] : [replaced])]) {
    if (resolve(path) !== resolve(stored.path)) await drop(path, dataFolder);
  }
}

/** Removes an archive with its supplements, if it is in the data folder; other files belong to the user. */
export async function drop(path: string, dataFolder: string): Promise<void> {
  if (pathBelow(dataFolder, path) === null) return;
  await dropSupplements(path);
  await rm(path, { force: true });
}

/** Where archives of the same jurisdiction and format with an earlier export are kept, below the data folder. */
function olderPaths(bulk: BulkRecord, corpusPath: string): string[] {
  using reader = openCorpusFile(corpusPath);
  return reader
    .bulkFiles()
    .filter(
      ({ id, filterType, filterId, bodyFormat, exportDate }) =>
        id !== bulk.id &&
        id < MADE_BULK_ID && // other archives belong to the user
        filterId !== null &&
        filterId === bulk.filterId &&
        filterType === bulk.filterType &&
        bodyFormat === bulk.bodyFormat &&
        (exportDate ?? "") <= (bulk.exportDate ?? ""),
    )
    .flatMap(({ path }) => path ?? []);
}
