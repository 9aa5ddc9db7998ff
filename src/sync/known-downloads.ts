/** Which versions of archives were downloaded and imported, for the plan of a sync. */
import { existsSync } from "node:fs";
import { type BulkFile, corpusUnitOf } from "../domain/bulk-file.ts";
import { corpusExists } from "../store/database/corpus-file.ts";
import type { NotedDownload } from "../store/ledger/downloads.ts";
import type { ArchiveOfUnit } from "../store/ledger/import-log.ts";
import { type KnownUnits, openKnownUnits } from "../store/write/known-units.ts";

export type KnownDownloads = Pick<KnownUnits, "downloads" | "imports">;

/**
 * The downloads of a corpus, opened for reading; without a corpus there are none.
 *
 * @throws CaselawError as `openForReading`
 */
export function openKnownDownloads(corpusPath: string): KnownDownloads & Disposable {
  if (corpusExists(corpusPath)) return openKnownUnits(corpusPath);
  const none = (): null => null;
  return { downloads: { find: none }, imports: { find: none }, [Symbol.dispose]: () => {} };
}

/** Whether the downloaded file is confirmed as the listed version, so that no request is needed. */
export function isCurrent(noted: NotedDownload, { version }: BulkFile): boolean {
  return version !== null && version === noted.version && noted.confirmed === 1;
}

/** Whether the file of a download, of any version, was imported and then removed (`--keep none`). */
export function wasPruned(noted: NotedDownload, file: BulkFile, { imports }: KnownDownloads): boolean {
  return !existsSync(noted.path) && imports.find(archiveOf(file, noted.sha256)) !== null;
}

/** The key of a listed unit's archive in the import log. */
export function archiveOf(file: BulkFile, sha256: string): ArchiveOfUnit {
  return { sha256, source: file.source, name: corpusUnitOf(file) };
}
