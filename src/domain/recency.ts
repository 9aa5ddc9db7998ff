/**
 * Compares the age of two contributions to one case (docs/interface.md, "Import guarantees"): by `last_updated` if both have it,
 * else by release date, else by the SHA-256 of the archive.
 *
 * This is a total order if `last_updated` ascends with the releases, as in the publisher's data: records have it from 2021 on.
 * Arbitrary stamps can form a cycle; then the order of imports decides.
 */
import { instantKey } from "./instant.ts";

export interface Stamp {
  /** The record's own `last_updated`, as given. */
  readonly lastUpdated: string | null;
  /** The archive's release date: `YYYY-MM-DD` or an ISO 8601 instant; null if it is not known. */
  readonly release: string | null;
  /** SHA-256 of the archive, lower-case hex. */
  readonly sha256: string;
}

/** Negative if `a` is older than `b`, positive if newer, 0 if all three values are equal. */
export function compareRecency(a: Stamp, b: Stamp): number {
  if (a.lastUpdated !== null && b.lastUpdated !== null) {
    const order = compareInstants(a.lastUpdated, b.lastUpdated);
    if (order !== 0) return order;
  }
  return compareRelease(a.release, b.release) || compareText(a.sha256, b.sha256);
}

/** The values by which the age of two archives of a unit is compared. */
export interface ArchiveStamp {
  readonly release: string | null;
  /** 1 if the archive has no missing cases, else 0. */
  readonly hasAllCases: number;
  /** Lower-case hex; null without an archive. */
  readonly sha256: string | null;
}

/**
 * Whether an archive replaces another one of its unit: a later release; within a release, the one without missing cases; then by
 * hash, so that the order of imports does not matter.
 */
export function isNewerArchive(archive: ArchiveStamp, than: ArchiveStamp): boolean {
  return (
    (compareRelease(archive.release, than.release) ||
      archive.hasAllCases - than.hasAllCases ||
      compareText(archive.sha256 ?? "", than.sha256 ?? "")) > 0
  );
}

/** Compares two release dates. An unknown date comes first. */
export function compareRelease(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareInstants(a, b);
}

/** Compares two ISO 8601 instants. Other text comes before any instant; two such texts compare as text. */
export function compareInstants(a: string, b: string): number {
  const [left, right] = [instantKey(a), instantKey(b)];
  if (left === null || right === null) {
    return Number(left !== null) - Number(right !== null) || compareText(a, b);
  }
  return compareText(left, right);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
