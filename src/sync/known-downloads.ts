/** Which versions of archives were downloaded and imported, for the plan of a sync. */
import { existsSync } from "node:fs";
import { type BulkFile, corpusUnitOf } from "../domain/bulk-file.ts";
import { corpusExists } from "../store/database/corpus-file.ts";
import { openForReading } from "../store/database/open-database.ts";
import { downloadsOf, type NotedDownload } from "../store/ledger/downloads.ts";
import { type ArchiveOfUnit, importLogOf } from "../store/ledger/import-log.ts";

export interface KnownDownloads {
  /** The last complete download of a unit. */
  findDownload(of: { source: string; unit: string }): NotedDownload | null;
  /** The last complete import of these bytes into that unit. */
  findImportOf(archive: ArchiveOfUnit): object | null;
}

/**
 * The downloads of a corpus, opened for reading; without a corpus there are none.
 *
 * @throws CaselawError as `openForReading`
 */
export function openKnownDownloads(corpusPath: string): KnownDownloads & Disposable {
  if (!corpusExists(corpusPath)) {
    return { findDownload: () => null, findImportOf: () => null, [Symbol.dispose]: () => {} };
  }
  const db = openForReading(corpusPath);
  const [downloads, imports] = [downloadsOf(db), importLogOf(db)];
  return {
    findDownload: (of) => downloads.find(of),
    findImportOf: (archive) => imports.findOf(archive),
    [Symbol.dispose]: () => void db.close(),
  };
}

/** Whether the downloaded file is confirmed as the listed version, so that no request is needed. */
export function isCurrent(noted: NotedDownload, { version }: BulkFile): boolean {
  return version !== null && version === noted.version && noted.confirmed === 1;
}

/** Whether the file of a download, of any version, was imported and then removed (`--keep none`). */
export function wasPruned(noted: NotedDownload, file: BulkFile, downloads: KnownDownloads): boolean {
  return !existsSync(noted.path) && downloads.findImportOf(archiveOf(file, noted.sha256)) !== null;
}

/** The key of a listed unit's archive in the import log. */
export function archiveOf(file: BulkFile, sha256: string): ArchiveOfUnit {
  return { sha256, source: file.source, name: corpusUnitOf(file) };
}
