/**
 * Makes a corpus as small and fast as possible: writes missing indexes, merges each index of words into one segment, frees unused
 * pages, and writes the facet blocks next to each other. It uses small transactions, so that readers continue, the log stays short and
 * the run can be stopped soon.
 */
import { statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import {
  createLateIndexes,
  dropEarlyIndex,
  incrementalVacuumSteps,
  mergeSegments,
} from "../database/file-layout.ts";
import { closeWriter, guarded, openForWriting } from "../database/open-database.ts";
import { deleteFacetBlocks, writeFacetBlocks } from "../dates/facet-blocks.ts";

const STEP_PAGES = 2_000;

export interface Optimized {
  /** Size of the file, without a log. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/**
 * @param path a corpus that no other process writes
 * @throws CaselawError as `openForWriting`; the signal's reason, checked between two steps
 */
export function optimizeCorpus(path: string, signal: AbortSignal): Optimized {
  const bytesBefore = statSync(path).size;
  return guarded(path, () => {
    const db = openForWriting(path);
    try {
      createLateIndexes(db);
      dropEarlyIndex(db);
      for (const index of ["case_words", "name_trigrams"] as const)
        for (let pages = -STEP_PAGES; mergeSegments(db, index, pages); pages = STEP_PAGES)
          signal.throwIfAborted();
      for (const _ of incrementalVacuumSteps(db, 0)) signal.throwIfAborted();
      // the pages of the facet blocks were moved all over the file; blocks that are written again are at its end
      deleteFacetBlocks(db);
      for (const _ of incrementalVacuumSteps(db, 0));
      writeFacetBlocks(db);
      return { bytesBefore, bytesAfter: sizeOf(db) };
    } finally {
      closeWriter(db);
    }
  });
}

/** Without a log, which may have the last pages. */
function sizeOf(db: Database): number {
  return Number(db.pragma("page_count", { simple: true })) * Number(db.pragma("page_size", { simple: true }));
}
