/** The state of a unit of a source: one word, and the rule that finds it. */

/**
 * - `imported`: the corpus has what the source offers
 * - `outdated`: the corpus has cases of it, but not what the source offers now
 * - `downloaded`: downloaded, not imported
 * - `listed`: never downloaded
 * - `missing`: listed, but the source answered 404 at the last try
 * - `failed`: the last try failed, or only a part could be imported
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
export type CoverageState = (typeof COVERAGE_STATES)[number];

/** What was noted at the last complete download of a unit. */
export interface NotedBytes {
  /** What the list said at that time; null when it said nothing. */
  readonly version: string | null;
  /** How far these very bytes were imported. */
  readonly imported: "complete" | "part" | "no";
  /** When they were; null when they were not. ISO 8601 instant, as all times here. */
  readonly importedAt: string | null;
}

/** What the corpus knows of a unit. */
export interface UnitFacts {
  /** How the last try ended; null when there was none. */
  readonly outcome: "stored" | "missing" | "failed" | null;
  readonly attemptedAt: string | null;
  /** Whether a source ever listed it. */
  readonly isListed: boolean;
  /** As it is listed now; null when the list tells none. */
  readonly version: string | null;
  readonly noted: NotedBytes | null;
  /** Whether an archive of it was ever read to its end, or left cases. */
  readonly isImported: boolean;
  /** Cases, by their ids, that its newest archive lists and that could not be imported. */
  readonly missing: number;
}

/**
 * The state of a unit, the worst first: what the source did not give at the last try, then what is not the version that
 * it lists (docs/formats.md, "Versions of a static volume"), then what is not in.
 *
 * A failed try is made good by a later import of the bytes that were fetched, as with `import --allow-shrink`. A unit that
 * was only imported from disk counts as imported until a sync has downloaded it: nothing says that it is another version. A list
 * without versions makes nothing outdated.
 */
export function coverageState({
  outcome,
  attemptedAt,
  isListed,
  version,
  noted,
  isImported,
  missing,
}: UnitFacts): CoverageState {
  if (outcome === "missing") return "missing";
  if (noted?.imported === "part" || (outcome === "failed" && !isMadeGood(noted, attemptedAt)))
    return "failed";
  if (missing > 0) return "failed";
  if (noted === null) return isImported ? (isListed ? "imported" : "local") : "listed";
  const isCurrent = version === null || noted.version === version;
  if (noted.imported === "complete" && isCurrent) return "imported";
  return noted.imported === "complete" || isImported ? "outdated" : "downloaded";
}

function isMadeGood(noted: NotedBytes | null, attemptedAt: string | null): boolean {
  const importedAt = noted?.imported === "complete" ? noted.importedAt : null;
  return importedAt !== null && attemptedAt !== null && importedAt > attemptedAt;
}

/** A unit as `coverage` tells it. */
export interface CoveredUnit {
  readonly source: string;
  /** As the source lists it; one from disk as its archive says, by barcode, jurisdiction and format, or path. */
  readonly unit: string;
  readonly state: CoverageState;
  readonly casesImported: number;
  /** Null until an archive of it was read. */
  readonly casesExpected: number | null;
  /** What the newest archive lists and lacks, or holds and does not list. */
  readonly mismatches: readonly { readonly name: string; readonly kind: string }[];
  /** Of the newest archive that was read to its end. */
  readonly release: string | null;
  /** As listed. */
  readonly version: string | null;
  readonly url: string | null;
  readonly listedAt: string | null;
  readonly attemptedAt: string | null;
  /** Tries since it was last had. */
  readonly attempts: number;
  readonly error: string | null;
  readonly downloadedAt: string | null;
  readonly importedAt: string | null;
  /** Ids, as far as lists tell; the cases themselves are asked for units from disk, see `unitId`. */
  readonly jurisdictionIds: readonly number[];
  /** The unit of the corpus; null while nothing of it was imported. */
  readonly unitId: number | null;
}

/** Cases that a source says a jurisdiction has, beside those held. */
export interface CoveredJurisdiction {
  /** Null when no source told a number. */
  readonly source: string | null;
  readonly jurisdictionId: number;
  readonly casesImported: number;
  readonly casesExpected: number | null;
  readonly reportedAt: string | null;
}
