/** The four tables of reference records: their columns and statements. */

export type ReferenceKind = "jurisdiction" | "court" | "reporter" | "volume";

/** A value of a reference record in its column. */
export type ReferenceValue = string | number | null;

export interface ReferenceTable {
  readonly kind: ReferenceKind;
  readonly columns: readonly string[];
  /** Selects all rows; the primary key has the name `key`. */
  readonly read: string;
  readonly write: string;
}

export const REFERENCE_TABLES: Readonly<Record<ReferenceKind, ReferenceTable>> = {
  jurisdiction: tableOf("jurisdiction", "id", ["slug", "name", "name_long", "whitelisted"]),
  court: tableOf("court", "id", [
    "slug",
    "given_slug",
    "name",
    "name_abbreviation",
    "jurisdiction_id",
    "jurisdiction_slug",
  ]),
  reporter: tableOf("reporter", "id", [
    "slug",
    "full_name",
    "short_name",
    "start_year",
    "end_year",
    "jurisdictions",
  ]),
  volume: tableOf("volume", "barcode", [
    "volume_number",
    "title",
    "publisher",
    "publication_year",
    "start_year",
    "end_year",
    "nominative_volume_number",
    "nominative_name",
    "series_volume_number",
    "reporter_id",
    "reporter_name",
    "jurisdictions",
  ]),
};

function tableOf(kind: ReferenceKind, key: "id" | "barcode", columns: readonly string[]): ReferenceTable {
  const all = [...columns, "stamps"];
  return {
    kind,
    columns,
    // in the order of the key, so that a list of volumes is sorted already
    read: `SELECT ${key} AS key, ${all.join(", ")} FROM ${kind} ORDER BY ${key}`,
    write: `INSERT OR REPLACE INTO ${kind} (${[key, ...all].join(", ")}) VALUES (:${["key", ...all].join(", :")})`,
  };
}
