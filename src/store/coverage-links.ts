/**
 * Which unit of the corpus is which unit of a source.
 *
 * They have different names: a list names a volume by its folder (`a2d/100`), an import by its barcode, since a zip that
 * lies alone knows no more. The bytes are the bridge: what was fetched has a hash, and so has what was imported.
 */
import type { CoverageRows, ImportRow, ListedRow, PlaceRow, UnitRow } from "./coverage-rows.ts";

export interface UnitLinks {
  /** The unit that holds what a source lists; null when nothing of it was imported. */
  unitOf(listed: ListedRow): UnitRow | null;
  /** The newest import of the bytes that were fetched; null when they never were. */
  importOf(listed: ListedRow): ImportRow | null;
  /** The newest import into a unit. */
  lastInto(unitId: number): ImportRow | null;
}

export function linksOf({
  imports,
  units,
  places,
}: Pick<CoverageRows, "imports" | "units" | "places">): UnitLinks {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const byName = new Map(units.map((unit) => [keyOf(unit.source, unit.name), unit]));
  const barcodes = barcodesOf(places);
  const bySha = new Map<string, ImportRow>();
  const byPlace = new Map<string, ImportRow>();
  const last = new Map<number, ImportRow>();
  for (const row of imports) {
    // a later reading of the same bytes may have come to less, and what was complete stays so
    if (row.complete === 1 || bySha.get(row.sha256)?.complete !== 1) bySha.set(row.sha256, row);
    byPlace.set(placeOf(row.path), row);
    last.set(row.unitId, row);
  }
  const unitAt = (row: ImportRow | undefined): UnitRow | undefined =>
    row === undefined ? undefined : byId.get(row.unitId);
  return {
    unitOf: ({ source, unit, sha256 }) => {
      const named = byName.get(keyOf(source, unit));
      const ofBytes = sha256 === null ? undefined : unitAt(bySha.get(sha256));
      if (source !== "static") return ofBytes ?? named ?? null;
      const atPlace = unitAt(byPlace.get(unit));
      const ofVolume = byName.get(keyOf(source, barcodes.get(unit) ?? ""));
      return ofBytes ?? named ?? (atPlace?.source === source ? atPlace : ofVolume) ?? null;
    },
    importOf: (listed) => {
      const ofBytes = listed.sha256 === null ? undefined : bySha.get(listed.sha256);
      const atPlace = byPlace.get(placeOf(listed.path ?? ""));
      return ofBytes ?? (atPlace !== undefined && isOfFetched(atPlace, listed) ? atPlace : null);
    },
    lastInto: (unitId) => last.get(unitId) ?? null,
  };
}

/**
 * Whether an import read the file that was fetched, though it knows it by another hash: a zip with singles beside it has
 * the hash of all of them (archive/singles).
 */
function isOfFetched(row: ImportRow, { path, fetchedAt }: ListedRow): boolean {
  const isSameFile =
    path !== null && (path === row.path || path.endsWith(`/${row.path.replace(/^\.\//, "")}`));
  return isSameFile && fetchedAt !== null && row.finishedAt >= fetchedAt;
}

function keyOf(source: string, unit: string): string {
  return `${source} ${unit}`;
}

/** The last two parts of a volume's path, as its unit is called: `…/static/a2d/100.zip` is `a2d/100`. */
function placeOf(path: string): string {
  return path
    .replace(/\.zip$/i, "")
    .split(/[\\/]+/)
    .slice(-2)
    .join("/");
}

/** By reporter and number; none where two volumes have the same. */
function barcodesOf(places: readonly PlaceRow[]): ReadonlyMap<string, string | null> {
  const barcodes = new Map<string, string | null>();
  for (const { unit, barcode } of places) {
    if (barcode !== null) barcodes.set(unit, barcodes.has(unit) ? null : barcode);
  }
  return barcodes;
}
