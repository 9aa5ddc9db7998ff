/** Removes a new corpus into which a run imported nothing: an empty corpus would look like an answer. */
import { rmSync } from "node:fs";
import { corpusExists } from "../store/database/corpus-file.ts";

export interface FreshCorpus extends Disposable {
  /** Keeps the corpus, because something was imported. */
  keep(): void;
}

/** Must be opened before the corpus's writer and disposed after it, under the run's lock. */
export function freshCorpus(corpusPath: string): FreshCorpus {
  let isKept = corpusExists(corpusPath);
  return {
    keep: () => {
      isKept = true;
    },
    [Symbol.dispose]: () => {
      if (isKept) return;
      for (const part of ["", "-wal", "-shm", ".commit"]) rmSync(`${corpusPath}${part}`, { force: true });
    },
  };
}
