/** Reference records as columns of their tables. */
import type { JurisdictionRecord, ReporterRecord } from "../../domain/case.ts";

export type ReferenceKind = "jurisdiction" | "court" | "reporter" | "volume";

/** The column of each table that is its primary key. */
export const KEY_COLUMNS = { jurisdiction: "id", court: "id", reporter: "id", volume: "barcode" } as const;

/** A value of a reference record in its column. */
export type ReferenceValue = string | number | null;

/** By column. */
export type ReferenceFields = Readonly<Record<string, ReferenceValue>>;

/** A part of a reference record. */
type RecordPart = Readonly<Record<string, ReferenceValue | boolean | readonly JurisdictionRecord[]>>;

/** The columns have the names of the fields in snake_case; a list of jurisdictions is a JSON array of their ids. */
export function fieldsOf(record: RecordPart): ReferenceFields {
  const entries = Object.entries(record).map(([field, value]) => {
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    if (typeof value === "boolean") return [column, Number(value)];
    return [column, isList(value) ? JSON.stringify(value.map(({ id }) => id)) : value];
  });
  return Object.fromEntries(entries);
}

function isList(value: RecordPart[string]): value is readonly JurisdictionRecord[] {
  return Array.isArray(value);
}

/** Converts columns to a reporter, without its jurisdictions. */
export function reporterOf(id: number, fields: ReferenceFields): ReporterRecord {
  return {
    id,
    slug: textIn(fields.slug),
    fullName: textIn(fields.full_name),
    shortName: textIn(fields.short_name),
    startYear: numberIn(fields.start_year),
    endYear: numberIn(fields.end_year),
    jurisdictions: null,
  };
}

export function textIn(column: ReferenceValue | undefined): string | null {
  return column === null || column === undefined ? null : String(column);
}

function numberIn(column: ReferenceValue | undefined): number | null {
  return column === null || column === undefined ? null : Number(column);
}

/** The ids in a `jurisdictions` column. */
export function readIds(column: ReferenceValue | undefined): number[] {
  // our own JSON, written by fieldsOf
  return typeof column === "string" ? (JSON.parse(column) as number[]) : [];
}
