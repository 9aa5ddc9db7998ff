/** The runs that wrote to a corpus: start, and end unless the run was killed. */

import type { Database } from "better-sqlite3";
import type { LoggedRun, RunResult } from "../../domain/ledger.ts";
import {
  continueMerge,
  createLateIndexes,
  dropEarlyIndex,
  isInFirstImport,
} from "../database/file-layout.ts";
import { readObjects, run } from "../database/statement-cache.ts";
import { writeFacetBlocks } from "../dates/facet-blocks.ts";

const BEGIN = "INSERT INTO run (command, started_at) VALUES (:command, :at)";
const END = `
  UPDATE run
     SET finished_at = :at, outcome = :outcome, error = :error, archives = :archives, read = :read, added = :added,
         changed = :changed, unchanged = :unchanged, removed = :removed, rejected = :rejected
   WHERE id = (SELECT max(id) FROM run)
`;
/** After the run had ended: only if no other run has begun. */
const FAULT = `
  UPDATE run
     SET outcome = 'faulty', error = :error
   WHERE id = (SELECT max(id) FROM run) AND outcome = 'done'
`;
const LAST = `
  SELECT id, command, started_at AS startedAt, finished_at AS finishedAt, outcome, error, archives, read, added,
         changed, unchanged, removed, rejected
    FROM run
   ORDER BY id DESC
   LIMIT :limit
`;

export type Runs = ReturnType<typeof runsOf>;

/** Only one run writes at a time, so the last one in the table is the current one. */
export function runsOf(db: Database) {
  /** Whether the first import of the corpus ends with this result. */
  const isFirstEnd = (result: RunResult): boolean => isFinished(result) && isInFirstImport(db);
  return {
    begin: (command: string, at: string): void => void run(db, BEGIN, { command, at }),
    end: (result: RunResult, at: string): void => {
      if (isFirstEnd(result)) dropEarlyIndex(db);
      if (isFinished(result)) writeFacetBlocks(db);
      run(db, END, { ...result, at });
    },
    isFirstEnd,
    /** The last run, which ended well, is faulty after all: something failed that belongs to it. */
    noteFault: (error: string): void => void run(db, FAULT, { error }),
    /** Writes the indexes and facet blocks that are missing. */
    writeMissing: (): void => {
      createLateIndexes(db);
      writeFacetBlocks(db);
    },
    continueMerge: (): boolean => continueMerge(db),
    /** Newest first. */
    last: (limit: number): LoggedRun[] => readObjects(db, LAST, { limit }),
  };
}

/** A run that was stopped is continued, and each of its transactions would rewrite the indexes. */
function isFinished({ outcome }: RunResult): boolean {
  return outcome === "done" || outcome === "faulty";
}
