/** Columns of records, for tables and CSV. */
import type { V1Jurisdiction } from "../../v1/records.ts";

type Value = string | number | boolean | null;
export type Columns<T> = Readonly<Record<string, (record: T) => Value>>;

/** A column for each of these fields. Lists, which are lists of jurisdictions, are joined by `; `. */
export function columnsOf(fields: readonly string[]): Columns<object> {
  return Object.fromEntries(fields.map((field) => [field, (record) => cellOf(Reflect.get(record, field))]));
}

function cellOf(value: unknown): Value {
  if (Array.isArray(value)) return value.map(slugOf).join("; ");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function slugOf({ slug, name }: V1Jurisdiction): string {
  return slug ?? name ?? "";
}
