/** The runs that wrote to a corpus, and what they counted. */

/** What was done with the records of archives. */
export interface ImportCounts {
  readonly read: number;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly removed: number;
  readonly rejected: number;
  /** Cases whose text does not match their `analysis.sha256`. */
  readonly hashDifferences: number;
}

/** `faulty`: finished, but some archives or alerts failed, or some records were rejected. */
export type RunOutcome = "done" | "faulty" | "stopped" | "failed";

/** How a run ended, and what it counted. */
export interface RunResult extends Omit<ImportCounts, "hashDifferences"> {
  readonly outcome: RunOutcome;
  /** One line; null unless an error ended the run or what follows it. */
  readonly error: string | null;
  readonly archives: number;
}

/** A run as the corpus logs it. */
export interface LoggedRun extends Omit<RunResult, "outcome"> {
  readonly id: number;
  readonly command: string;
  /** ISO 8601 instants. */
  readonly startedAt: string;
  /** Null during the run, and after a run that was killed. */
  readonly finishedAt: string | null;
  readonly outcome: RunOutcome | null;
}
