/** How a unit of a source stands in the corpus: one word for each, and the rule that finds it. */

/**
 * - `held`: what the source offers is in
 * - `stale`: cases of it are in, but not what the source offers now
 * - `fetched`: downloaded, not imported
 * - `listed`: never downloaded
 * - `absent`: listed, but the source answered 404 at the last try
 * - `failed`: the last try went wrong, or only a part could be read
 * - `file`: imported from disk; no source lists it
 */
export const COVERAGE_STATES = ["held", "stale", "fetched", "listed", "absent", "failed", "file"] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

/** What was noted at the last complete download of a unit. */
export interface NotedBytes {
  /** What the list said at that time; null when it said nothing. */
  readonly version: string | null;
  /** How far these very bytes were imported. */
  readonly imported: "whole" | "part" | "no";
  /** When they were; null when they were not. ISO 8601 instant, as all times here. */
  readonly importedAt: string | null;
}

/** What the corpus knows of a unit. */
export interface UnitFacts {
  /** How the last try ended; null when there was none. */
  readonly outcome: "had" | "absent" | "failed" | null;
  readonly attemptedAt: string | null;
  /** Whether a source ever listed it. */
  readonly isListed: boolean;
  /** As it is listed now; null when the list tells none. */
  readonly version: string | null;
  readonly noted: NotedBytes | null;
  /** Whether an archive of it was ever read to its end, or left cases. */
  readonly isHeld: boolean;
  /** Cases, by their ids, that its newest archive lists and that could not be imported. */
  readonly missing: number;
}

/**
 * The state of a unit, the worst first: what the source did not give at the last try, then what is not the version that
 * it lists (formats, section 3.6), then what is not in.
 *
 * A failed try is made good by a later import of the bytes that were fetched, as with `import --allow-shrink`. A unit that
 * was only imported from disk counts as held until a sync has had it: nothing tells that it is another version. A list
 * that tells no version makes nothing stale.
 */
export function coverageState({
  outcome,
  attemptedAt,
  isListed,
  version,
  noted,
  isHeld,
  missing,
}: UnitFacts): CoverageState {
  if (outcome === "absent") return "absent";
  if (noted?.imported === "part" || (outcome === "failed" && !isMadeGood(noted, attemptedAt)))
    return "failed";
  if (missing > 0) return "failed";
  if (noted === null) return isHeld ? (isListed ? "held" : "file") : "listed";
  const isCurrent = version === null || noted.version === version;
  if (noted.imported === "whole" && isCurrent) return "held";
  return noted.imported === "whole" || isHeld ? "stale" : "fetched";
}

function isMadeGood(noted: NotedBytes | null, attemptedAt: string | null): boolean {
  const importedAt = noted?.imported === "whole" ? noted.importedAt : null;
  return importedAt !== null && attemptedAt !== null && importedAt > attemptedAt;
}

/** A unit as `coverage` tells it. */
export interface CoveredUnit {
  readonly source: string;
  /** As the source lists it; one from disk as its archive says, by barcode, jurisdiction and format, or path. */
  readonly unit: string;
  readonly state: CoverageState;
  readonly casesHeld: number;
  /** Null until an archive of it was read. */
  readonly casesExpected: number | null;
  /** What the newest archive lists and lacks, or holds and does not list. */
  readonly holes: readonly { readonly name: string; readonly kind: string }[];
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
  readonly fetchedAt: string | null;
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
  readonly casesHeld: number;
  readonly casesExpected: number | null;
  readonly toldAt: string | null;
}
