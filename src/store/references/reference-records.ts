/** Reference records as columns of their tables. */
import type { JurisdictionRecord } from "../../domain/case.ts";
import { columnOf } from "../database/statement-cache.ts";

export type ReferenceKind = "jurisdiction" | "court" | "reporter" | "volume";

export const KEY_COLUMNS = { jurisdiction: "id", court: "id", reporter: "id", volume: "barcode" } as const;

export type ReferenceValue = string | number | null;

export type ReferenceFields = Readonly<Record<string, ReferenceValue>>;

/** The columns have the names of the fields in snake_case; a list of jurisdictions is a JSON array of their ids. */
export function fieldsOf(record: object): ReferenceFields {
  const values = Object.entries<ReferenceValue | boolean | readonly JurisdictionRecord[]>({ ...record });
  const columns = values.map(([field, value]) => {
    if (typeof value === "boolean") return [columnOf(field), Number(value)];
    const isList = typeof value === "object" && value !== null;
    return [columnOf(field), isList ? JSON.stringify(value.map(({ id }) => id)) : value];
  });
  return Object.fromEntries(columns);
}

export function textIn(column: ReferenceValue | undefined): string | null {
  return column === null || column === undefined ? null : String(column);
}

export function readIds(column: ReferenceValue | undefined): number[] {
  // our own JSON, written by fieldsOf
  return typeof column === "string" ? (JSON.parse(column) as number[]) : [];
}
