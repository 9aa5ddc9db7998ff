/**
 * Links each listed unit to its unit in the corpus, and each download to the import of its bytes.
 *
 * The names differ: a source lists a volume by its folder (`a2d/100`), an import names it by its barcode, the only name that
 * a zip contains. The ledger has both names.
 */
import type { CoverageRows, ImportRow, ListedRow, UnitRow } from "./coverage-rows.ts";

export interface UnitLinks {
  /** The unit into which the archives of a listed unit are imported; null if none was imported. */
  unitOf(listed: ListedRow): UnitRow | null;
  /** The newest import of the downloaded bytes; null if they were not imported. */
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
    // a complete import counts even if a later import of the same bytes was incomplete
    if (row.complete === 1 || byUnitAndSha.get(key)?.complete !== 1) byUnitAndSha.set(key, row);
    bySha.set(row.sha256, row);
    last.set(row.unitId, row);
  }
  const unitOf = ({ source, corpusUnit, sha256 }: ListedRow): UnitRow | null => {
    if (corpusUnit !== null) return byName.get(keyOf(source, corpusUnit)) ?? null;
    // not listed since the ledger has the corpus's names
    return byId.get(bySha.get(sha256 ?? "")?.unitId ?? 0) ?? null;
  };
  return {
    unitOf,
    importOf: (listed) => {
      const unitId = unitOf(listed)?.id;
      if (unitId === undefined) return null;
      // a zip may have been imported alone before its supplements were downloaded
      const newest = last.get(unitId);
      if (newest !== undefined && isOfDownload(newest, listed)) return newest;
      return byUnitAndSha.get(keyOf(unitId, listed.sha256 ?? "")) ?? null;
    },
    lastInto: (unitId) => last.get(unitId) ?? null,
  };
}

/**
 * Whether an import read the downloaded file although the hashes differ: the hash of a zip with supplements includes them
 * (archive/volume/supplements), and so does its release, which is then an instant and not a day.
 */
function isOfDownload(row: ImportRow, { source, path, downloadedAt }: ListedRow): boolean {
  if (source !== "static" || row.release?.includes("T") !== true) return false;
  const isSameFile =
    path !== null && (path === row.path || path.endsWith(`/${row.path.replace(/^\.\//, "")}`));
  return isSameFile && downloadedAt !== null && row.finishedAt >= downloadedAt;
}

function keyOf(owner: string | number, name: string): string {
  return `${owner} ${name}`;
}
