import { openV1, type V1 } from "../../src/v1/v1.ts";
import { makeBulkCorpus } from "./corpus.ts";

/** The corpus of some cases, made and opened when a test of a file first asks for it. */
export function openedOnce(...records: readonly unknown[]): () => V1 {
  let opened: V1 | null = null;
  return () => {
    opened ??= openV1(makeBulkCorpus(records));
    return opened;
  };
}
