/**
 * Makes a corpus as small and fast as possible: writes missing indexes, merges each index of words into one segment, frees unused
 * pages, and writes the facet blocks next to each other. It uses small transactions, so that readers continue, the log stays short and
 * the run can be stopped soon.
 */
import { statSync } from "node:fs";
import type { Database } from "better-sqlite3";
import {
  bytesOf,
  createLateIndexes,
  dropEarlyIndex,
  incrementalVacuumSteps,
} from "../database/file-layout.ts";
import { closeWriter, guarded, openForWriting } from "../database/open-database.ts";
import { deleteFacetBlocks, writeFacetBlocks } from "../dates/facet-blocks.ts";

/** Index pages (4 KB) merged in one transaction. */
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
      for (const _ of mergeSteps(db, "case_words")) signal.throwIfAborted();
      for (const _ of mergeSteps(db, "name_trigrams")) signal.throwIfAborted();
      for (const _ of incrementalVacuumSteps(db, 0)) signal.throwIfAborted();
      // the pages of the facet blocks were moved to unused ones all over the file; without them, new ones are at its end
      deleteFacetBlocks(db);
      for (const _ of incrementalVacuumSteps(db, 0));
      writeFacetBlocks(db);
      return { bytesBefore, bytesAfter: bytesOf(db, "page_count") };
    } finally {
      closeWriter(db);
    }
  });
}

/** Merges all segments of an index into one, step by step (FTS5, "The 'merge' Command"). */
function* mergeSteps(db: Database, index: "case_words" | "name_trigrams"): Generator<null> {
  const merge = db.prepare<{ pages: bigint }>(
    `INSERT INTO ${index} (${index}, rank) VALUES ('merge', :pages)`,
  );
  const changes = db.prepare<[], number>("SELECT total_changes()").pluck();
  // a negative number starts the merge, positive ones continue it; it has ended when a step changes fewer than two rows
  for (let pages = -STEP_PAGES, before = changes.get() ?? 0; ; pages = STEP_PAGES) {
    merge.run({ pages: BigInt(pages) });
    const after = changes.get() ?? 0;
    if (after - before < 2) return;
    before = after;
    yield null;
  }
}
