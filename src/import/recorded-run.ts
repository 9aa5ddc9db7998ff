/** Writes a run into the corpus's own log: begun, and how it ended. */
import { messageOf } from "../domain/errors.ts";
import type { RunOutcome } from "../store/ledger/runs.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { type ArchiveReport, hasFaults, totalOf } from "./report.ts";
import type { RunOptions } from "./run.ts";

/** What a run comes upon, as it goes on. */
export interface Found {
  readonly reports: ArchiveReport[];
  readonly problems: string[];
}

/** Runs `work`, which fills `found`; what it throws goes on. */
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
  } catch (error) {
    endQuietly(() => end(signal.aborted ? "stopped" : "failed", messageOf(error)));
    throw error;
  }
  end(hasFaults(totalOf(found.reports, 0, found.problems)) ? "faulty" : "done", null);
}

/** A run that ends because the corpus cannot be written cannot write that either; the first fault is the one to tell. */
function endQuietly(end: () => void): void {
  try {
    end();
  } catch {
    // the run stays without an end, as one that was killed
  }
}
