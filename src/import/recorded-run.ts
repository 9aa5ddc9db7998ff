/** Writes the begin and the end of a run into the corpus's log of runs. */
import { messageOf } from "../domain/errors.ts";
import type { RunOutcome } from "../domain/ledger.ts";
import { runsOf } from "../store/ledger/runs.ts";
import { inTransaction } from "../store/maintenance/repair.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { type ArchiveReport, hasFaults, type RunReport, totalOf } from "./report.ts";
import type { RunOptions } from "./run.ts";
import { UnknownReporters } from "./unit/unknown-reporters.ts";

/** The results of a run so far. */
export interface Found {
  readonly reports: ArchiveReport[];
  readonly problems: string[];
  readonly unknownReporters: UnknownReporters;
}

export function emptyFound(): Found {
  return { reports: [], problems: [], unknownReporters: new UnknownReporters() };
}

/** The report of a run that ends. @param started as `performance.now` gives it */
export function reportOf({ reports, problems, unknownReporters }: Found, started: number): RunReport {
  const seconds = Math.round(performance.now() - started) / 1000;
  return totalOf(reports, seconds, problems, unknownReporters.warnings);
}

/** Runs `work`, which fills `found`. @throws what `work` throws */
export async function recordRun(
  writer: CorpusWriter,
  { command, signal }: Pick<RunOptions, "command" | "signal">,
  found: Found,
  work: () => Promise<void>,
): Promise<void> {
  writer.beginRun(command);
  const end = (outcome: RunOutcome, error: string | null): void => {
    const { archives, total } = totalOf(found.reports, 0, found.problems);
    writer.endRun({ ...total, archives: archives.length, outcome, error });
  };
  try {
    await work();
    // a stopped run leaves it to the next one
    writer.reindexOutdatedCases();
  } catch (error) {
    endQuietly(() => end(signal.aborted ? "stopped" : "failed", messageOf(error)));
    throw error;
  }
  end(hasFaults(totalOf(found.reports, 0, found.problems)) ? "faulty" : "done", null);
}

/** Notes in the log of the run that has just ended that what followed it failed, such as an alert. @throws CaselawError as `openForWriting` */
export function noteFault(corpusPath: string, problem: string): void {
  inTransaction(corpusPath, (db) => runsOf(db).noteFault(problem));
}

/** Ignores an error: a run that ends because the corpus cannot be written cannot write its end either. */
function endQuietly(end: () => void): void {
  try {
    end();
  } catch {
    // the run has no end in the log, like a killed run
  }
}
