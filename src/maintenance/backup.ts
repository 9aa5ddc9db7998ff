/** The use case `backup`: a copy of the corpus as it is at one moment. */
import { type BackupOptions, backupCorpus } from "../store/maintenance/backup.ts";

/** @throws CaselawError as `backupCorpus`; the signal's reason */
export function backUp(corpusPath: string, target: string, options: BackupOptions): Promise<void> {
  return backupCorpus(corpusPath, target, options);
}
