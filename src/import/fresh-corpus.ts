/** A corpus that a run makes and brings nothing into is taken away again: an empty one would look like an answer. */
import { rmSync } from "node:fs";
import { corpusExists } from "../store/database/corpus-file.ts";

export interface FreshCorpus extends Disposable {
  /** Says that something came in. */
  keep(): void;
}

/** To be opened before the writer of that corpus and disposed after it, under the run's lock. */
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
