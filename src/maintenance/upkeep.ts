/** The use cases `backup` and `optimize`. */
import { CaselawError } from "../domain/errors.ts";
import { openWriter } from "../import/run.ts";
import { corpusExists } from "../store/database/corpus-file.ts";
import { lockCorpus } from "../store/database/lock.ts";
import { checkWritable } from "../store/database/open-database.ts";
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
