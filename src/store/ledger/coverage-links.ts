/**
 * Which unit of the corpus is which unit of a source, and which import read the bytes that were downloaded.
 *
 * They have different names: a list names a volume by its folder (`a2d/100`), an import by its barcode, since a zip that
 * lies alone knows no more. The ledger has both.
 */
import type { CoverageRows, ImportRow, ListedRow, UnitRow } from "./coverage-rows.ts";

export interface UnitLinks {
  /** The unit that archives of a listed unit are imported into; null when nothing of it was imported. */
  unitOf(listed: ListedRow): UnitRow | null;
  /** The newest import of the bytes that were downloaded; null when they never were. */
  importOf(listed: ListedRow): ImportRow | null;
  /** The newest import into a unit. */
  lastInto(unitId: number): ImportRow | null;
}

export function linksOf({ imports, units }: Pick<CoverageRows, "imports" | "units">): UnitLinks {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const byName = new Map(units.map((unit) => [keyOf(unit.source, unit.name), unit]));
  const bySha = new Map<string, ImportRow>();
  const byUnitAndSha = new Map<string, ImportRow>();
  const last = new Map<number, ImportRow>();
  for (const row of imports) {
    const key = keyOf(row.unitId, row.sha256);
    // a later reading of the same bytes may have come to less, and what was complete stays so
    if (row.complete === 1 || byUnitAndSha.get(key)?.complete !== 1) byUnitAndSha.set(key, row);
    bySha.set(row.sha256, row);
    last.set(row.unitId, row);
  }
  const unitOf = ({ source, corpusUnit, sha256 }: ListedRow): UnitRow | null => {
    if (corpusUnit !== null) return byName.get(keyOf(source, corpusUnit)) ?? null;
    // not listed since the ledger has names of the corpus
    return byId.get(bySha.get(sha256 ?? "")?.unitId ?? 0) ?? null;
  };
  return {
    unitOf,
    importOf: (listed) => {
      const unitId = unitOf(listed)?.id;
      if (unitId === undefined) return null;
      const ofBytes = byUnitAndSha.get(keyOf(unitId, listed.sha256 ?? ""));
      if (ofBytes !== undefined) return ofBytes;
      const newest = last.get(unitId);
      return newest !== undefined && isOfDownload(newest, listed) ? newest : null;
    },
    lastInto: (unitId) => last.get(unitId) ?? null,
  };
}

/**
 * Whether an import read the file that was downloaded, though it knows it by another hash: a zip with supplements beside it has
 * the hash of all of them (archive/volume/supplements).
 */
function isOfDownload(row: ImportRow, { path, downloadedAt }: ListedRow): boolean {
  const isSameFile =
    path !== null && (path === row.path || path.endsWith(`/${row.path.replace(/^\.\//, "")}`));
  return isSameFile && downloadedAt !== null && row.finishedAt >= downloadedAt;
}

function keyOf(owner: string | number, name: string): string {
  return `${owner} ${name}`;
}
