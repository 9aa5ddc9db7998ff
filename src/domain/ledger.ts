/** What was imported: the status of units, the change log, the runs and the statistics of a corpus. */

/**
 * - `imported`: the corpus has the version that the source lists
 * - `outdated`: the corpus has another version
 * - `downloaded`: downloaded, not imported
 * - `listed`: never downloaded
 * - `missing`: listed, but the source answered 404 at the last attempt
 * - `failed`: the last attempt failed, or only a part could be imported
 * - `local`: imported from disk; no source lists it
 */
export const COVERAGE_STATES = [
  "imported",
  "outdated",
  "downloaded",
  "listed",
  "missing",
  "failed",
  "local",
] as const;
/** The state of a unit. */
export type CoverageState = (typeof COVERAGE_STATES)[number];

/** The last complete download of a unit. */
export interface NotedBytes {
  /** The version that was listed at that time; null if the listing had no versions. */
  readonly version: string | null;
  /** Whether these bytes were imported. */
  readonly imported: "complete" | "part" | "no";
  /** Whether the unit has a newer archive than these bytes: the source went back to them. */
  readonly isOlder: boolean;
  /** Whether all cases that these bytes list were imported. */
  readonly hasAllCases: boolean;
}

/** The facts about a listed unit that determine its state. */
export interface UnitFacts {
  /** The outcome of the last attempt, or of a later import of its archive by hand; null without an attempt. */
  readonly outcome: "stored" | "missing" | "failed" | null;
  /** The listed version; null if the listing has no versions. */
  readonly version: string | null;
  readonly noted: NotedBytes | null;
  /** Whether an archive of the unit was read to its end, or the corpus has cases of the unit. */
  readonly isImported: boolean;
  /** Number of cases that its newest archive lists and that could not be imported. */
  readonly missing: number;
}

/**
 * The state of a listed unit. `missing` and `failed` take precedence, then the comparison with the listed version (docs/formats.md,
 * "Versions of a static volume").
 *
 * No two times are compared, because the clock may go back. A listed unit that was imported from disk counts as imported until
 * a sync downloads it, because its version is not known. If the listing has no versions, no unit is outdated.
 */
export function coverageState({ outcome, version, noted, isImported, missing }: UnitFacts): CoverageState {
  if (outcome === "missing") return "missing";
  if (noted?.imported === "part" || outcome === "failed") return "failed";
  // the newest archive lacks cases, and the source offers an older one that lacks none
  const isRepaired = noted?.imported === "complete" && noted.isOlder && noted.hasAllCases;
  if (missing > 0 && !isRepaired) return "failed";
  if (noted === null) return isImported ? "imported" : "listed";
  const isCurrent = version === null || (noted.version === version && !noted.isOlder);
  if (noted.imported === "complete" && isCurrent) return "imported";
  return noted.imported === "complete" || isImported ? "outdated" : "downloaded";
}

/** A unit as `coverage` reports it. */
export interface CoveredUnit {
  readonly source: string;
  /** The listed name. From disk: barcode, jurisdiction and format, or path. */
  readonly unit: string;
  /** In the corpus: of a volume always the barcode. */
  readonly corpusUnit: string;
  readonly state: CoverageState;
  readonly casesImported: number;
  /** Null before the first import of an archive. */
  readonly casesExpected: number | null;
  /** Names that the newest archive lists but lacks, or contains but does not list. */
  readonly mismatches: readonly { readonly name: string; readonly kind: string }[];
  /** Of the newest archive that was read to its end. */
  readonly release: string | null;
  /** As listed. */
  readonly version: string | null;
  readonly url: string | null;
  readonly listedAt: string | null;
  readonly attemptedAt: string | null;
  /** Attempts without success since the last success. */
  readonly attempts: number;
  readonly error: string | null;
  readonly downloadedAt: string | null;
  readonly importedAt: string | null;
  /** Ids as far as the listings have them. For units from disk, look at the cases of `unitId`. */
  readonly jurisdictionIds: readonly number[];
  /** Id of the unit in the corpus; null before the first import. */
  readonly unitId: number | null;
}

/** The number of cases of a jurisdiction as reported by a source, and in the corpus. */
export interface CoveredJurisdiction {
  /** Null if no source reports a number. */
  readonly source: string | null;
  readonly jurisdictionId: number;
  readonly casesImported: number;
  readonly casesExpected: number | null;
  readonly reportedAt: string | null;
}

/** The decisions of a court. */
export interface CourtTotal {
  readonly courtId: number;
  readonly cases: number;
  /** Of these, those that only CourtListener has. */
  readonly listenerOnly: number;
  /** Days since 1970; null: none has a date. */
  readonly lastDay: number | null;
}

/** The decisions of a day. */
export interface DayTotal {
  readonly day: number;
  readonly cases: number;
  /** Of these, those that only CourtListener has. */
  readonly listenerOnly: number;
}

/** The status of the units that the sources list. */
export interface Coverage {
  /** By source and unit. */
  readonly units: readonly CoveredUnit[];
  /** First the jurisdictions with a total from a source, then the other ones with cases in the corpus. */
  readonly jurisdictions: readonly CoveredJurisdiction[];
}

/** What happened to a case. */
export type ChangeKind = "added" | "changed" | "removed";

/** A row of the change log. */
export interface Change {
  readonly number: number;
  readonly kind: ChangeKind;
  readonly caseId: number;
  /** ISO 8601 instant. */
  readonly at: string;
  /** The run that made the change; null if no run had begun. */
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
  /** Root of the texts of all cases, in hex; null from the first change of a text until the run ends. */
  readonly textRoot: string | null;
}

/** Shows that the text of a case is in a corpus with this root. Hashes are in hex. */
export interface InclusionProof {
  readonly caseId: number;
  /** Null: the case has no text. */
  readonly textHash: string | null;
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly root: string;
  readonly path: readonly string[];
}

/** A root next to that of a corpus. */
export interface RootComparison {
  readonly root: string;
  readonly treeSize: number;
  readonly isEqual: boolean;
  /** The last earlier state of the corpus that had the other root; null if no run ended with it. */
  readonly earlier: {
    readonly cases: number;
    readonly lastChange: number;
    readonly at: string;
  } | null;
  /** Shows that the cases of that state are the first ones of the present state; null if they are not. */
  readonly consistency: readonly string[] | null;
}

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

/** A run that writes now: `import`, `sync` or `demo`, and when it began. */
export type CurrentRun = Pick<LoggedRun, "command" | "startedAt">;

/** Bytes of a corpus. */
export interface Sizes {
  /** Bytes of the file, without a write-ahead log. */
  readonly file: number;
  /** Bytes in free pages of the file. */
  readonly free: number;
  /** Bytes of both indexes; null if not measured. */
  readonly index: number | null;
  /** Bytes of the packed bodies; null if not measured. */
  readonly bodies: number | null;
}

/** Counts, sizes and the last runs of a corpus. */
export interface Stats extends CaseTotals {
  readonly byJurisdiction: ReadonlyMap<number, number>;
  readonly byReporter: ReadonlyMap<number, number>;
  /** Null unless requested. */
  readonly byVolume: readonly VolumeCount[] | null;
  /** Sum of the rejected records of each unit's last import. */
  readonly rejects: number;
  readonly sizes: Sizes;
  /** Number of the last change; 0 before the first. */
  readonly changeNumber: number;
  /** Newest first. */
  readonly runs: readonly LoggedRun[];
}

/** Counts of all cases. */
export interface CaseTotals {
  readonly cases: number;
  /** Cases with a body without text. */
  readonly emptyBodies: number;
  /** Cases without a body from any source. */
  readonly withoutBody: number;
  /** Cases whose decision date is not a date. */
  readonly undated: number;
  /** Cases whose text does not match `analysis.sha256`. */
  readonly hashDifferences: number;
  /** Stored bodies of each form. */
  readonly xml: number;
  readonly html: number;
  readonly text: number;
}

/** The cases of a volume. */
export interface VolumeCount {
  readonly barcode: string;
  readonly cases: number;
}
