/** What a plan asks of a corpus: which versions were fetched, and whether these very bytes are in. */
import { existsSync } from "node:fs";
import { type BulkFile, corpusUnitOf } from "../domain/bulk-file.ts";
import { corpusExists } from "../store/database/corpus-file.ts";
import { openForReading } from "../store/database/open-database.ts";
import { downloadsOf, type NotedDownload } from "../store/ledger/downloads.ts";
import { type ArchiveOfUnit, importLogOf } from "../store/ledger/import-log.ts";

export interface KnownDownloads {
  /** What was noted at the last complete download of a unit. */
  findDownload(of: { source: string; unit: string }): NotedDownload | null;
  /** The last complete import of these bytes into that unit. */
  findImportOf(archive: ArchiveOfUnit): object | null;
}

/**
 * Those of a corpus that is only looked at; none where there is no corpus yet.
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

/** Whether these bytes are known to be the version that is listed, so that the server need not be asked. */
export function isCurrent(noted: NotedDownload, { version }: BulkFile): boolean {
  return version !== null && version === noted.version && noted.confirmed === 1;
}

/** Whether what was downloaded, of whatever version, was imported and its file then removed (`--keep none`). */
export function wasPruned(noted: NotedDownload, file: BulkFile, held: KnownDownloads): boolean {
  return !existsSync(noted.path) && held.findImportOf(archiveOf(file, noted.sha256)) !== null;
}

/** The bytes of a listed unit's archive, as the import log knows them. */
export function archiveOf(file: BulkFile, sha256: string): ArchiveOfUnit {
  return { sha256, source: file.source, name: corpusUnitOf(file) };
}
