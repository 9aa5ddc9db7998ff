/** Fetches one unit of a source, proves it, and notes what was fetched. */
import { relative, sep } from "node:path";
import { openArchive } from "../archive/open-archive.ts";
import type { BulkFile, StoredFile } from "../domain/bulk-file.ts";
import type { DownloadingWeb, DownloadOutcome, KnownFile } from "../download/web.ts";
import type { CorpusWriter } from "../store/corpus-writer.ts";
import type { NotedDownload } from "../store/downloads.ts";
import { completeVolume } from "./complete-volume.ts";
import { isGivenAway, wasGivenAway } from "./held-downloads.ts";
import type { SyncOptions } from "./sync-options.ts";

export interface FetchedUnit {
  readonly file: BulkFile;
  readonly outcome: DownloadOutcome;
  /** Where the unit's file was before, if that is another place. */
  readonly replaced: string | null;
  /** In a word or two, for a person. */
  readonly told: string;
}

/** @throws CaselawError `unavailable` when the disk does not take it; the signal's reason */
export async function fetchUnit(
  web: DownloadingWeb,
  file: BulkFile,
  writer: CorpusWriter,
  options: SyncOptions,
): Promise<FetchedUnit> {
  const { dataFolder, signal, onProgress } = options;
  signal.throwIfAborted();
  const noted = writer.findDownload(file);
  if (noted !== null && isGivenAway(noted, file.version, writer)) {
    const stored = { file, fetched: false, ...knownFile(noted) };
    return { file, outcome: { kind: "stored", stored }, replaced: null, told: "imported already" };
  }
  const known = noted === null ? null : { ...knownFile(noted), isGivenAway: wasGivenAway(noted, writer) };
  const outcome = await web.download(file, dataFolder, known, {
    check: prove,
    onProgress: (bytes, total) => onProgress({ kind: "download", unit: file.unit, bytes, total }),
  });
  if (outcome.kind !== "stored") return { file, outcome, replaced: null, told: outcome.kind };
  const had = outcome.stored;
  // a list that tells of another version while the server has the same bytes is ahead of it: the unit stays stale, and
  // is asked for again (faults, A8)
  const version = had.fetched ? file.version : (noted?.version ?? file.version);
  if (had.fetched || noted === null || isMoved(noted, had, version))
    writer.noteDownload({ ...notedOf(had), version }, bulkPath(had, dataFolder));
  const stored = await complete(web, had, writer, options);
  // what is dropped once it is in is known by the hash that the import knows it by
  if (options.keep === "none" && options.steps !== "download" && stored.sha256 !== had.sha256)
    writer.noteDownload({ ...notedOf(stored), version }, null);
  const replaced = noted !== null && noted.path !== stored.path ? noted.path : null;
  return {
    file,
    outcome: { kind: "stored", stored },
    replaced,
    told: stored.fetched ? "fetched" : "here already",
  };
}

/** A volume with what its zip lacks fetched singly; any other file as it is. */
function complete(
  web: DownloadingWeb,
  stored: StoredFile,
  writer: CorpusWriter,
  { signal, onProgress, steps }: SyncOptions,
): Promise<StoredFile> {
  const { source, unit, volume } = stored.file;
  const noted = writer.holesOf({ source, name: volume?.barcode ?? unit });
  // of a run that was killed after the zip was noted
  const isNew = stored.fetched || (steps !== "download" && writer.findImportOf(stored.sha256) === null);
  return completeVolume(web, stored, { signal, onProgress, noted, isNew });
}

/** Whether what was noted of a file no longer tells where it is or came from. */
function isMoved(noted: NotedDownload, { path, file }: StoredFile, version: string | null): boolean {
  return noted.path !== path || noted.url !== file.url || noted.version !== version;
}

async function prove(path: string): Promise<void> {
  await using archive = await openArchive(path);
  await archive.prove();
}

function knownFile(noted: NotedDownload): Omit<KnownFile, "isGivenAway"> {
  const { path, bytes, sha256, version, etag, lastModified } = noted;
  return { path, bytes, sha256, version, validators: { etag, lastModified } };
}

function notedOf({ file, path, bytes, sha256, validators }: StoredFile): NotedDownload {
  const { source, unit, url, version } = file;
  return {
    source,
    unit,
    url,
    version,
    path,
    bytes,
    sha256,
    ...validators,
    fetchedAt: new Date().toISOString(),
  };
}

/** Where the archive of a bulk record is kept, below the data folder. */
function bulkPath({ file, path }: StoredFile, dataFolder: string): { id: number; path: string } | null {
  return file.bulk === null
    ? null
    : { id: file.bulk.id, path: relative(dataFolder, path).split(sep).join("/") };
}
