/** What a plan asks of a corpus: which versions were fetched, and whether these very bytes are in. */
import { existsSync } from "node:fs";
import { downloadsOf, type NotedDownload } from "../store/downloads.ts";
import { importLogOf } from "../store/import-log.ts";
import { openForReading } from "../store/open-database.ts";

export interface HeldDownloads {
  /** What was noted at the last complete download of a unit. */
  findDownload(of: { source: string; unit: string }): NotedDownload | null;
  /** The last complete import of these bytes. */
  findImportOf(sha256: string): object | null;
}

/**
 * Those of a corpus that is only looked at; none where there is no corpus yet.
 *
 * @throws CaselawError as `openForReading`
 */
export function openHeldDownloads(corpusPath: string): HeldDownloads & Disposable {
  if (!existsSync(corpusPath)) {
    return { findDownload: () => null, findImportOf: () => null, [Symbol.dispose]: () => {} };
  }
  const db = openForReading(corpusPath);
  const [downloads, imports] = [downloadsOf(db), importLogOf(db)];
  return {
    findDownload: (of) => downloads.find(of),
    findImportOf: (sha256) => imports.findOf({ sha256 }),
    [Symbol.dispose]: () => void db.close(),
  };
}

/** Whether the version that is listed was imported and its file then given away (`--keep none`). */
export function isGivenAway(noted: NotedDownload, version: string | null, held: HeldDownloads): boolean {
  return version !== null && version === noted.version && wasGivenAway(noted, held);
}

/** Whether what was fetched, of whatever version, was imported and its file then given away. */
export function wasGivenAway(noted: NotedDownload, held: HeldDownloads): boolean {
  return !existsSync(noted.path) && held.findImportOf(noted.sha256) !== null;
}
