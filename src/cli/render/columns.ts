/** Columns of records, for tables and CSV. */
import { csvLine } from "../../v1/page-formats.ts";
import type { V1Jurisdiction } from "../../v1/records.ts";

type Value = string | number | boolean | null;
/** How a column shows a record, by the title of the column. */
export type Columns<T> = Readonly<Record<string, (record: T) => Value>>;

export function csvOf<T>(records: readonly T[], columns: Columns<T>): string {
  return csvLine(Object.keys(columns)) + csvRecords(records, columns);
}

export function csvRecords<T>(records: readonly T[], columns: Columns<T>): string {
  const fields = Object.values(columns);
  return records.map((record) => csvLine(fields.map((field) => field(record)))).join("");
}

/** A column for each of these fields. Lists, of texts, numbers or jurisdictions, are joined by `; `. */
export function columnsOf(fields: readonly string[]): Columns<object> {
  return Object.fromEntries(fields.map((field) => [field, (record) => cellOf(Reflect.get(record, field))]));
}

function cellOf(value: unknown): Value {
  if (Array.isArray(value)) return value.map((item) => cellOf(item) ?? slugOf(item)).join("; ");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function slugOf({ slug, name }: V1Jurisdiction): string {
  return slug ?? name ?? "";
}
