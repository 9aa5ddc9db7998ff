/** The four tables of reference records: their columns and statements. */

export type ReferenceKind = "jurisdiction" | "court" | "reporter" | "volume";

/** A value of a reference record in its column. */
export type ReferenceValue = string | number | null;

export interface ReferenceTable {
  readonly kind: ReferenceKind;
  /** The primary key. */
  readonly key: "id" | "barcode";
  readonly columns: readonly string[];
  readonly read: string;
  readonly write: string;
}

export const REFERENCE_TABLES: readonly ReferenceTable[] = [
  {
    kind: "jurisdiction",
    key: "id",
    columns: ["slug", "name", "name_long", "whitelisted"],
    read: `
      SELECT id AS key, slug, name, name_long, whitelisted, stamps
        FROM jurisdiction`,
    write: `
      INSERT OR REPLACE INTO jurisdiction (id, slug, name, name_long, whitelisted, stamps)
      VALUES (:key, :slug, :name, :name_long, :whitelisted, :stamps)`,
  },
  {
    kind: "court",
    key: "id",
    columns: ["slug", "given_slug", "name", "name_abbreviation", "jurisdiction_id", "jurisdiction_slug"],
    read: `
      SELECT id AS key, slug, given_slug, name, name_abbreviation, jurisdiction_id, jurisdiction_slug, stamps
        FROM court`,
    write: `
      INSERT OR REPLACE INTO court
        (id, slug, given_slug, name, name_abbreviation, jurisdiction_id, jurisdiction_slug, stamps)
      VALUES
        (:key, :slug, :given_slug, :name, :name_abbreviation, :jurisdiction_id, :jurisdiction_slug, :stamps)`,
  },
  {
    kind: "reporter",
    key: "id",
    columns: ["slug", "full_name", "short_name", "start_year", "end_year", "jurisdictions"],
    read: `
      SELECT id AS key, slug, full_name, short_name, start_year, end_year, jurisdictions, stamps
        FROM reporter`,
    write: `
      INSERT OR REPLACE INTO reporter
        (id, slug, full_name, short_name, start_year, end_year, jurisdictions, stamps)
      VALUES
        (:key, :slug, :full_name, :short_name, :start_year, :end_year, :jurisdictions, :stamps)`,
  },
  {
    kind: "volume",
    key: "barcode",
    columns: [
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
    ],
    read: `
      SELECT barcode AS key, volume_number, title, publisher, publication_year, start_year, end_year,
             nominative_volume_number, nominative_name, series_volume_number, reporter_id, reporter_name,
             jurisdictions, stamps
        FROM volume`,
    write: `
      INSERT OR REPLACE INTO volume
        (barcode, volume_number, title, publisher, publication_year, start_year, end_year,
         nominative_volume_number, nominative_name, series_volume_number, reporter_id, reporter_name,
         jurisdictions, stamps)
      VALUES
        (:key, :volume_number, :title, :publisher, :publication_year, :start_year, :end_year,
         :nominative_volume_number, :nominative_name, :series_volume_number, :reporter_id, :reporter_name,
         :jurisdictions, :stamps)`,
  },
];
