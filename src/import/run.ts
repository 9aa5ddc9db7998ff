/** What every run has in common: its options, its locks, what it tells while it goes on. */
import { existsSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readFormBody } from "../casebody/read-form.ts";
import type { UnitOutcome } from "../domain/bulk-file.ts";
import { lockCorpus, RunLock } from "../store/database/lock.ts";
import { checkWritable } from "../store/database/open-database.ts";
import { findLoss, refuseForeignLog } from "../store/maintenance/check-file.ts";
import { CorpusWriter } from "../store/write/corpus-writer.ts";
import { DEFAULT_MEMORY, shareMemory } from "./memory.ts";
import type { ArchiveReport } from "./report.ts";
import { ReadingThreads } from "./threads/reading-threads.ts";

export interface RunOptions {
  readonly corpusPath: string;
  /** The working folder: archives, rejects, locks. */
  readonly dataFolder: string;
  /** A dry run reads and judges, and writes nothing. */
  readonly mode: "import" | "dry run";
  /** Whether an archive may remove more than a tenth of its unit. */
  readonly shrink: "refused" | "allowed";
  /** Threads that parse, at most; absent: as many as fit the machine. */
  readonly jobs?: number;
  /** Resident bytes at most; absent: `DEFAULT_MEMORY`. */
  readonly memory?: number;
  /** Names the run to one that finds the corpus held. */
  readonly command: string;
  /** Stops the run after the batch at hand; its reason is what the run rejects with. */
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
  /** Told of the run's locks, so that who ends at once can let go of them; letting go twice does nothing. */
  readonly onLocked?: (lock: Disposable) => void;
}

export type ProgressEvent =
  /** Before an import of files: how many archives, and their bytes as far as they are files. */
  | { readonly kind: "found"; readonly archives: number; readonly bytes: number }
  /** Records and bytes read of the archive so far, of its bytes in total; null where nothing tells. */
  | {
      readonly kind: "archive";
      readonly path: string;
      readonly read: number;
      readonly bytes: number | null;
      readonly total: number;
    }
  | { readonly kind: "imported"; readonly report: ArchiveReport }
  /** Bytes of the file on disk so far; `total` is null when the server does not tell. */
  | {
      readonly kind: "download";
      readonly unit: string;
      readonly bytes: number;
      readonly total: number | null;
    }
  | { readonly kind: "downloaded"; readonly unit: string; readonly outcome: UnitOutcome }
  /**
   * Before downloading: units to be fetched, their bytes as far as told, how many do not tell, free space, and how many
   * units are listed, those that are here already among them.
   */
  | {
      readonly kind: "plan";
      readonly listed: number;
      readonly units: number;
      readonly bytes: number;
      readonly unknown: number;
      readonly free: number;
    }
  | { readonly kind: "note"; readonly message: string }
  /** As a note, but told also to who asked for quiet. */
  | { readonly kind: "warning"; readonly message: string };

/**
 * Locks corpus and data folder for this run, and finds out whether they can be written.
 *
 * @throws CaselawError `conflict` naming the holder, else as `openForWriting`
 */
export function lockRun({ corpusPath, dataFolder, command, onProgress, onLocked }: RunOptions): Disposable {
  const made = [...missingFolders(resolve(dataFolder)), ...missingFolders(dirname(resolve(corpusPath)))];
  const corpus = lockCorpus(corpusPath, command);
  try {
    refuseForeignLog(corpusPath);
    checkWritable(corpusPath);
    const folder = new RunLock(join(dataFolder, ".lock"), `data folder "${dataFolder}"`, command);
    for (const { leftBy } of [corpus, folder]) {
      if (leftBy !== null) onProgress({ kind: "note", message: `took over a lock left by ${leftBy}` });
    }
    const loss = findLoss(corpusPath);
    if (loss !== null) onProgress({ kind: "warning", message: `corpus "${corpusPath}": ${loss}` });
    let isHeld = true;
    const lock = {
      [Symbol.dispose]: () => {
        if (!isHeld) return;
        isHeld = false;
        folder[Symbol.dispose]();
        corpus[Symbol.dispose]();
        removeEmpty(made);
      },
    };
    onLocked?.(lock);
    return lock;
  } catch (error) {
    corpus[Symbol.dispose]();
    removeEmpty(made);
    throw error;
  }
}

/** The folder and those above it that are not there yet, the deepest first: the locks make them. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}

/** A run that came to nothing leaves no folders behind (docs/faults.md, "N6"). */
function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // in use, or gone
    }
  }
}

/** Opens the corpus for writing; bodies that must be indexed anew are read by the casebody stage. */
export function openWriter(corpusPath: string, memory: number = DEFAULT_MEMORY): CorpusWriter {
  return new CorpusWriter(corpusPath, readFormBody, { indexMemory: shareMemory(memory).indexBytes });
}

/** The threads of a run. */
export function startReading({ jobs, memory = DEFAULT_MEMORY }: RunOptions): ReadingThreads {
  return new ReadingThreads(shareMemory(memory), jobs);
}
