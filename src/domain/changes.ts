/** The change log of a corpus: every case that was added, changed or removed, with an ascending number. */

/** What happened to a case. */
export type ChangeKind = "added" | "changed" | "removed";

/** A row of the change log. */
export interface Change {
  readonly number: number;
  readonly kind: ChangeKind;
  readonly caseId: number;
  /** ISO 8601 instant. */
  readonly at: string;
  /** The run that made the change; null for changes older than the table of runs. */
  readonly runId: number | null;
}

/** Numbers after `since`, up to and including `until`. */
export interface ChangeSpan {
  readonly since: number;
  readonly until: number;
}

/** A case whose record differs after a span of changes; `gone` is 1 if the case was removed. */
export interface TouchedCase {
  readonly caseId: number;
  readonly gone: 0 | 1;
}

/** A reference record that was renamed, or a case that moved to another reporter or volume; it has a number of the change log. */
export interface ReferenceChange {
  readonly kind: "jurisdiction" | "court" | "reporter" | "case";
  readonly id: number;
  readonly number: number;
}

/** A state of the corpus. */
export interface CorpusState {
  /** The id of the corpus, an id of the state, and the number of the last transaction. */
  readonly state: string;
  /** Number of the newest row of the change log, 0 before the first. */
  readonly lastChange: number;
}
