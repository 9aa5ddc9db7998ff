/** The options of a sync, the downloads that the corpus notes, and the plan: the files to download. */
import { existsSync } from "node:fs";
import {
  type BulkFile,
  corpusUnitOf,
  type ListSource,
  type Selection,
  type SourceName,
} from "../domain/bulk-file.ts";
import type { ProxySettings } from "../download/web.ts";
import { loggedSet } from "../import/import-set.ts";
import type { RunOptions } from "../import/run.ts";
import { EVERYTHING, type TableSelection } from "../import/tables/find-set.ts";
import { listBulk } from "../sources/bulk.ts";
import { listCourtListener } from "../sources/courtlistener/listing.ts";
import type { TableName } from "../sources/courtlistener/tables.ts";
import { listStatic } from "../sources/static.ts";
import { corpusExists } from "../store/database/corpus-file.ts";
import type { NotedDownload } from "../store/ledger/ledger.ts";
import type { ArchiveOfUnit } from "../store/ledger/units.ts";
import { type KnownUnits, openKnownUnits } from "../store/write/known-units.ts";

export type { ProxySettings } from "../download/web.ts";

/** The registry of sources: a new one is a file in `sources/` and a line here. */
export const SOURCES: Readonly<Record<SourceName, ListSource>> = {
  bulk: listBulk,
  static: listStatic,
  courtlistener: listCourtListener,
};

/** What `sync` downloads from which source. */
export interface SyncOptions extends RunOptions {
  readonly source: SourceName;
  readonly sourceUrl: string;
  readonly selection: Selection;
  readonly token: string | null;
  readonly proxy: ProxySettings | null;
  /** `newest` removes archives that a newer one of their unit replaced, `none` also those that were imported. */
  readonly keep: "all" | "newest" | "none";
  /** Downloads at a time. */
  readonly connections: number;
  readonly steps: "download" | "download and import";
  /** `every unit`: the server is also asked about files whose listing did not change, which takes a request each. Default: `changed units`. */
  readonly recheck?: "every unit" | "changed units";
}

/** Which versions of archives were downloaded and imported. */
type KnownDownloads = Pick<KnownUnits, "findDownload" | "findImport" | "isLastSet">;

/**
 * The downloads of a corpus, opened for reading; without a corpus there are none.
 *
 * @throws CaselawError as `openForReading`
 */
export function openKnownDownloads(corpusPath: string): KnownDownloads & Disposable {
  if (corpusExists(corpusPath)) return openKnownUnits(corpusPath);
  const none = (): null => null;
  return { findDownload: none, findImport: none, isLastSet: () => false, [Symbol.dispose]: () => {} };
}

/** Whether the downloaded file is confirmed as the listed version, so that no request is needed. */
export function isCurrent(noted: NotedDownload, { version }: BulkFile): boolean {
  return version !== null && version === noted.version && noted.confirmed === 1;
}

/**
 * Whether the file of a download, of any version, was imported and then removed (`--keep none`).
 *
 * @param set of a table: the set, because another selection needs its file again
 */
export function wasPruned(
  noted: NotedDownload,
  file: BulkFile,
  known: KnownDownloads,
  set: ArchiveOfUnit | null,
): boolean {
  if (existsSync(noted.path)) return false;
  return set === null ? known.findImport(archiveOf(file, noted.sha256)) !== null : known.isLastSet(set);
}

/** The key in the import log of the tables that were downloaded; null for other sources. */
export function setOf(
  files: readonly BulkFile[],
  known: KnownDownloads,
  selection: TableSelection = EVERYTHING,
): ArchiveOfUnit | null {
  const [first] = files;
  if (first?.source !== "courtlistener" || first.release === null) return null;
  const checksums = new Map(
    files.flatMap((file) => {
      const noted = known.findDownload(file);
      return noted === null ? [] : [[file.unit as TableName, noted.sha256] as const];
    }),
  );
  return loggedSet({ release: first.release, checksums }, selection);
}

/** The key of a listed unit's archive in the import log. */
export function archiveOf(file: BulkFile, sha256: string): ArchiveOfUnit {
  return { sha256, source: file.source, name: corpusUnitOf(file) };
}

/** The files that are not on disk, or of another version than the listed one. */
export function planOf(
  files: readonly BulkFile[],
  known: KnownDownloads,
  selection?: TableSelection,
): readonly BulkFile[] {
  const set = setOf(files, known, selection);
  return files.filter((file) => {
    const noted = known.findDownload(file);
    if (noted === null || file.version === null || noted.version !== file.version) return true;
    return !existsSync(noted.path) && !wasPruned(noted, file, known, set);
  });
}
