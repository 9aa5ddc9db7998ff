/** The use cases `backup` and `optimize`. */

import { LIBLZMA_ADVICE, liblzmaVersion } from "../archive/liblzma.ts";
import { CaselawError } from "../domain/errors.ts";
import { openWriter } from "../import/run.ts";
import { corpusExists } from "../store/database/corpus-file.ts";
import { lockCorpus } from "../store/database/lock.ts";
import { checkWritable, sqliteVersion } from "../store/database/open-database.ts";
import { SCHEMA_VERSION } from "../store/database/schema.ts";
import { type BackupOptions, backupCorpus } from "../store/maintenance/backup.ts";
import { type Optimized, optimizeCorpus } from "../store/maintenance/optimize.ts";

/** Copies the corpus as it is at one moment. @throws CaselawError as `backupCorpus`; the signal's reason */
export function backUp(corpusPath: string, target: string, options: BackupOptions): Promise<void> {
  return backupCorpus(corpusPath, target, options);
}

/**
 * Makes the corpus as small and fast as its content allows.
 *
 * @throws CaselawError `not_found`; `conflict` when another run has locked the corpus; else as `optimizeCorpus`
 */
export function optimize(corpusPath: string, signal: AbortSignal): Optimized {
  if (!corpusExists(corpusPath)) {
    throw new CaselawError("not_found", `Cannot open corpus "${corpusPath}": no such file`);
  }
  using _lock = lockCorpus(corpusPath, "optimize");
  checkWritable(corpusPath);
  // the index is complete only after the cases that an earlier run left are indexed again
  {
    using writer = openWriter(corpusPath);
    writer.reindexOutdatedCases();
  }
  return optimizeCorpus(corpusPath, signal);
}

interface StoreVersions {
  /** Version of the SQLite library in the driver, for example `3.51.0`. */
  readonly sqlite: string;
  readonly schema: number;
  readonly xz: string;
}

export function storeVersions(): StoreVersions {
  return { sqlite: sqliteVersion(), schema: SCHEMA_VERSION, xz: xzDecoder().name };
}

/** What decodes archives, and how to get the faster decoder; null if it is that. */
interface XzDecoderName {
  /** `liblzma 5.8.3` or `WebAssembly` */
  readonly name: string;
  readonly advice: string | null;
}

export function xzDecoder(): XzDecoderName {
  const version = liblzmaVersion();
  if (version === null) return { name: "WebAssembly", advice: LIBLZMA_ADVICE };
  return { name: `liblzma ${version}`, advice: null };
}
