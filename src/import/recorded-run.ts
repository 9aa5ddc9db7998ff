/** Writes the begin and the end of a run into the corpus's log of runs. */
import { messageOf } from "../domain/errors.ts";
import type { RunOutcome } from "../domain/runs.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { type ArchiveReport, hasFaults, totalOf } from "./report.ts";
import type { RunOptions } from "./run.ts";

/** The results of a run so far. */
export interface Found {
  readonly reports: ArchiveReport[];
  readonly problems: string[];
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

/** Ignores an error: a run that ends because the corpus cannot be written cannot write its end either. */
function endQuietly(end: () => void): void {
  try {
    end();
  } catch {
    // the run has no end in the log, like a killed run
  }
}
