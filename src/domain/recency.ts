/**
 * Which of two contributions to one case is newer (docs/interface.md, "Import guarantees"): `last_updated` if both have it;
 * else the release date; else the archive's SHA-256.
 *
 * That is a total order of contributions whose `last_updated` moves with their releases, as the publisher's do: records have it
 * from 2021 on, and later ones a later one. Made-up stamps can form a ring; then the order of imports decides.
 */
import { instantKey } from "./instant.ts";

export interface Stamp {
  /** The record's own `last_updated`, as given. */
  readonly lastUpdated: string | null;
  /** The archive's release date: `YYYY-MM-DD` or an ISO 8601 instant; null when nobody tells. */
  readonly release: string | null;
  /** SHA-256 of the archive, lower-case hex. */
  readonly sha256: string;
}

/** Negative when `a` is older than `b`, positive when newer, 0 when they are of one archive and moment. */
export function compareRecency(a: Stamp, b: Stamp): number {
  if (a.lastUpdated !== null && b.lastUpdated !== null) {
    const order = compareInstants(a.lastUpdated, b.lastUpdated);
    if (order !== 0) return order;
  }
  return compareRelease(a.release, b.release) || compareText(a.sha256, b.sha256);
}

/** What decides which of two archives of a unit is newer. */
export interface ArchiveStamp {
  readonly release: string | null;
  /** 1 when nothing is missing in it. */
  readonly hasAllCases: number;
  /** Lower-case hex; null where there is no archive yet. */
  readonly sha256: string | null;
}

/**
 * Whether an archive follows another one of its unit: a later release; of the same release the one that lacks nothing; else
 * by the order of the hashes, so that the order of imports does not matter.
 */
export function isNewerArchive(archive: ArchiveStamp, than: ArchiveStamp): boolean {
  return (
    (compareRelease(archive.release, than.release) ||
      archive.hasAllCases - than.hasAllCases ||
      compareText(archive.sha256 ?? "", than.sha256 ?? "")) > 0
  );
}

/** Order of two release dates, an unknown one first. */
export function compareRelease(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareInstants(a, b);
}

/** Order of two ISO 8601 instants. Text that is no instant is older than any; two such texts compare as text. */
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
