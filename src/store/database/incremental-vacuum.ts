/**
 * Returns free pages of a corpus to the file system. FTS5 frees the old pages of a merged segment only after it has written the
 * new ones: after 10,000 cases a sixth of the file was free.
 */
import type { Database } from "better-sqlite3";

/** Pages in one transaction: 32 MiB. */
const STEP_PAGES = 1_024;
/** Value of `PRAGMA auto_vacuum` in which pages can be freed a few at a time. */
const INCREMENTAL = 2;

/** Share of the file that may stay free after an import; the next import reuses it. Freeing 600 MB of a corpus of 20 GB takes 3 s. */
export const SPARE_SHARE = 0.01;

/**
 * Yields after each step, which is one transaction. The caller may stop between two steps.
 *
 * @param spare share of the file that may stay free
 */
export function* incrementalVacuumSteps(db: Database, spare: number): Generator<null> {
  if (read(db, "auto_vacuum") !== INCREMENTAL) return;
  for (let free = read(db, "freelist_count"); free > spare * read(db, "page_count"); ) {
    db.pragma(`incremental_vacuum(${STEP_PAGES})`);
    yield null;
    const left = read(db, "freelist_count");
    // while another connection writes, a step can free nothing
    if (left >= free) return;
    free = left;
  }
}

export function bytesOf(db: Database, pages: "freelist_count" | "page_count"): number {
  return read(db, pages) * read(db, "page_size");
}

function read(db: Database, pragma: "auto_vacuum" | "freelist_count" | "page_count" | "page_size"): number {
  return Number(db.pragma(pragma, { simple: true }));
}
