/** The jurisdictions of a unit, as far as its name and the listings say. */
import type { Jurisdiction } from "../../domain/records.ts";
import { readIds } from "../references/reference-fields.ts";
import type { VolumeJurisdictionsRow } from "./coverage-rows.ts";

export interface UnitJurisdictions {
  /** Ids by listed name. A volume without a record has the jurisdictions of its reporter. */
  ofListed(source: string, unit: string): readonly number[];
  /** Ids by the name in the corpus: a barcode, or jurisdiction and format. Empty for other names. */
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
    // two volumes can have the same number
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
