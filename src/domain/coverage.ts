/** The coverage states of units, and the rule that determines them. */

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
/** The state of a unit that a source lists. */
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

/** The facts about a unit that determine its state. */
export interface UnitFacts {
  /** The outcome of the last attempt, or of a later import of its archive by hand; null without an attempt. */
  readonly outcome: "stored" | "missing" | "failed" | null;
  /** Whether a source ever listed it. */
  readonly isListed: boolean;
  /** The listed version; null if the listing has no versions. */
  readonly version: string | null;
  readonly noted: NotedBytes | null;
  /** Whether an archive of the unit was read to its end, or the corpus has cases of the unit. */
  readonly isImported: boolean;
  /** Number of cases that its newest archive lists and that could not be imported. */
  readonly missing: number;
}

/**
 * The state of a unit. `missing` and `failed` take precedence, then the comparison with the listed version (docs/formats.md,
 * "Versions of a static volume").
 *
 * No two times are compared, because the clock may go back. A listed unit that was imported from disk counts as imported until
 * a sync downloads it, because its version is not known. If the listing has no versions, no unit is outdated.
 */
export function coverageState({
  outcome,
  isListed,
  version,
  noted,
  isImported,
  missing,
}: UnitFacts): CoverageState {
  if (outcome === "missing") return "missing";
  if (noted?.imported === "part" || outcome === "failed") return "failed";
  // the newest archive lacks cases, and the source offers an older one that lacks none
  const isRepaired = noted?.imported === "complete" && noted.isOlder && noted.hasAllCases;
  if (missing > 0 && !isRepaired) return "failed";
  if (noted === null) return isImported ? (isListed ? "imported" : "local") : "listed";
  const isCurrent = version === null || (noted.version === version && !noted.isOlder);
  if (noted.imported === "complete" && isCurrent) return "imported";
  return noted.imported === "complete" || isImported ? "outdated" : "downloaded";
}

/** A unit as `coverage` reports it. */
export interface CoveredUnit {
  readonly source: string;
  /** The listed name. From disk: barcode, jurisdiction and format, or path. */
  readonly unit: string;
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

/** The status of the units that the sources list. */
export interface Coverage {
  /** By source and unit. */
  readonly units: readonly CoveredUnit[];
  /** First the jurisdictions with a total from a source, then the other ones with cases in the corpus. */
  readonly jurisdictions: readonly CoveredJurisdiction[];
}
