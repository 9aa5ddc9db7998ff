/** Which jurisdictions a unit is of, as far as its name and the lists tell. */
import type { Jurisdiction } from "../../domain/listing.ts";
import { readIds } from "../references/reference-fields.ts";
import type { VolumeJurisdictionsRow } from "./coverage-rows.ts";

export interface UnitJurisdictions {
  /** Ids; of a volume that no list describes those of its reporter. */
  ofListed(source: string, unit: string): readonly number[];
  /** By the name that an import gives: a barcode, or jurisdiction and format. None where the name tells nothing. */
  ofImported(source: string, unit: string): readonly number[];
}

export function unitJurisdictionsOf(
  places: readonly VolumeJurisdictionsRow[],
  jurisdictions: readonly Jurisdiction[],
): UnitJurisdictions {
  const bySlug = new Map(jurisdictions.map(({ slug, id }) => [slug, [id]]));
  const byPlace = new Map<string, readonly number[]>();
  const byBarcode = new Map<string, readonly number[]>();
  for (const { unit, barcode, jurisdictions: column } of places) {
    const ids = readIds(column);
    // second parts may have the number of the first
    byPlace.set(unit, [...new Set([...(byPlace.get(unit) ?? []), ...ids])]);
    if (barcode !== null) byBarcode.set(barcode, ids);
  }
  const first = (unit: string): string => unit.split("/")[0] ?? unit;
  return {
    ofListed: (source, unit) =>
      (source === "static" ? (byPlace.get(unit) ?? byPlace.get(first(unit))) : bySlug.get(first(unit))) ?? [],
    ofImported: (source, unit) => (source === "bulk" ? bySlug.get(first(unit)) : byBarcode.get(unit)) ?? [],
  };
}
