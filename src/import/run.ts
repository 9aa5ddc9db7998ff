/** What every run has in common: options, locks, progress events. */
import { existsSync, rmdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { BODY_READERS } from "../casebody/read-body.ts";
import type { UnitOutcome } from "../domain/bulk-file.ts";
import { messageOf } from "../domain/errors.ts";
import type { RunOutcome } from "../domain/ledger.ts";
import { refuseForeignLog } from "../store/database/foreign-log.ts";
import { lockCorpus, RunLock } from "../store/database/lock.ts";
import { checkWritable } from "../store/database/open-database.ts";
import { noteRunFault } from "../store/ledger/units.ts";
import { inTransaction } from "../store/maintenance/repair.ts";
import { CorpusWriter } from "../store/write/corpus-writer.ts";
import { type ArchiveReport, hasFaults, type RunReport, totalOf } from "./report.ts";
import type { TableSelection } from "./tables/find-set.ts";
import { ReadingThreads, shareMemory } from "./threads/reading-threads.ts";

/** The options that `importPaths` and `sync` have in common. */
export interface RunOptions {
  readonly corpusPath: string;
  /** The working folder: archives, rejects, locks. */
  readonly dataFolder: string;
  /** A dry run reads and checks records, and writes nothing. */
  readonly mode: "import" | "dry run";
  /** Whether an archive may remove more than a tenth of its unit. */
  readonly shrink: "refused" | "allowed";
  /** Maximum number of parser threads; default: as many as fit the machine. */
  readonly jobs?: number;
  /** Maximum of resident bytes; default: 450 MiB, with four processors and 2 GiB of memory or more 520. */
  readonly memory?: number;
  /** What of CourtListener's tables is imported; default: all decisions. */
  readonly tables?: TableSelection;
  /** Name of the run, for another run that finds the corpus locked. */
  readonly command: string;
  /** Stops the run after the current batch; the run rejects with its reason. */
  readonly signal: AbortSignal;
  readonly onProgress: (event: ProgressEvent) => void;
}

/** What a run does at the moment. */
export type ProgressEvent =
  /** Before an import of files: how many archives, and their bytes as far as they are files. */
  | { readonly kind: "found"; readonly archives: number; readonly bytes: number }
  /** Records and bytes of the archive that are read so far, and its total bytes; `read` is null for a table, whose rows are no cases. */
  | {
      readonly kind: "archive";
      readonly path: string;
      readonly read: number | null;
      readonly bytes: number;
      readonly total: number;
    }
  | { readonly kind: "imported"; readonly report: ArchiveReport }
  /** Bytes of the file on disk so far; `total` is null when unknown. */
  | {
      readonly kind: "download";
      readonly unit: string;
      readonly bytes: number;
      readonly total: number | null;
    }
  | { readonly kind: "downloaded"; readonly unit: string; readonly outcome: UnitOutcome }
  /**
   * Before downloading: number of listed units, of units to download, their bytes as far as known, how many have an unknown
   * size, the free space, and the files whose size is listed.
   */
  | {
      readonly kind: "plan";
      readonly listed: number;
      readonly units: number;
      readonly bytes: number;
      readonly unknown: number;
      readonly free: number;
      readonly files?: readonly { readonly path: string; readonly bytes: number }[];
    }
  | { readonly kind: "note"; readonly message: string }
  /** A note that is shown also with `--quiet`. */
  | { readonly kind: "warning"; readonly message: string };

/**
 * Locks corpus and data folder for this run, and checks that they can be written.
 *
 * @throws CaselawError `conflict` naming the other run, else as `openForWriting`
 */
export function lockRun({ corpusPath, dataFolder, command, onProgress }: RunOptions): Disposable {
  const made = [...missingFolders(resolve(dataFolder)), ...missingFolders(dirname(resolve(corpusPath)))];
  const corpus = lockCorpus(corpusPath, command);
  try {
    refuseForeignLog(corpusPath);
    checkWritable(corpusPath);
    const folder = new RunLock(join(dataFolder, ".lock"), `data folder "${dataFolder}"`, command);
    for (const { leftBy } of [corpus, folder]) {
      if (leftBy !== null) onProgress({ kind: "note", message: `took over a lock left by ${leftBy}` });
    }
    const release = (): void => {
      process.off("exit", release);
      folder[Symbol.dispose]();
      corpus[Symbol.dispose]();
      removeEmpty(made);
    };
    process.once("exit", release);
    return { [Symbol.dispose]: release };
  } catch (error) {
    corpus[Symbol.dispose]();
    removeEmpty(made);
    throw error;
  }
}

function missingFolders(folder: string): string[] {
  // a drive that is not there is its own parent
  if (existsSync(folder) || dirname(folder) === folder) return [];
  return [folder, ...missingFolders(dirname(folder))];
}

/** Removes the folders that a run made and did not use (docs/faults.md, "N6"). */
function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toSorted((a, b) => b.length - a.length)) {
    try {
      rmdirSync(folder);
    } catch {
      // not empty, or removed
    }
  }
}

export function openWriter(corpusPath: string): CorpusWriter {
  return new CorpusWriter(corpusPath, BODY_READERS);
}

export function startReading({ jobs, memory }: RunOptions): ReadingThreads {
  return new ReadingThreads(shareMemory(memory), jobs);
}

/** The results of a run so far. */
export interface RunFindings {
  readonly reports: ArchiveReport[];
  readonly problems: string[];
  /** Paths of volumes. */
  readonly unknownReporters: string[];
}

export function emptyFindings(): RunFindings {
  return { reports: [], problems: [], unknownReporters: [] };
}

/** The report of a run that ends. @param started as `performance.now` gives it */
export function reportOf({ reports, problems, unknownReporters }: RunFindings, started: number): RunReport {
  const seconds = Math.round(performance.now() - started) / 1000;
  return totalOf(reports, seconds, problems, warningsOf(unknownReporters));
}

/** Logs a run of `work`, which fills `findings`. @throws what `work` throws */
export async function recordRun(
  writer: CorpusWriter,
  { command, signal }: Pick<RunOptions, "command" | "signal">,
  findings: RunFindings,
  work: () => Promise<void>,
): Promise<void> {
  writer.beginRun(command);
  const end = (outcome: RunOutcome, error: string | null): void => {
    const { archives, total } = totalOf(findings.reports, 0, findings.problems);
    writer.endRun({ ...total, archives: archives.length, outcome, error });
  };
  try {
    await work();
    // a stopped run leaves it to the next one
    writer.reindexOutdatedCases();
  } catch (error) {
    try {
      end(signal.aborted ? "stopped" : "failed", messageOf(error));
    } catch {
      // the corpus cannot be written: in the log the run has no end, like a killed one
    }
    throw error;
  }
  end(hasFaults(totalOf(findings.reports, 0, findings.problems)) ? "faulty" : "done", null);
}

/** Notes in the log of the last run that a step after it failed, such as an alert. @throws CaselawError as `openForWriting` */
export function noteFault(corpusPath: string, problem: string): void {
  inTransaction(corpusPath, (db) => noteRunFault(db, problem));
}

/** One line for all volumes whose reporter is unknown, because they have the same cause; no line if every reporter is known. */
function warningsOf(volumes: readonly string[]): string[] {
  const [first, ...otherFolders] = new Set(volumes.map((path) => dirname(path)));
  if (first === undefined) return [];
  const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const more = otherFolders.length === 0 ? "" : ` and ${counted(otherFolders.length, "other folder")}`;
  return [
    `the reporter of ${counted(volumes.length, "volume")} in "${first}"${more} is unknown: ` +
      "neither path nor citations name a reporter of the corpus or of a nearby list",
  ];
}
