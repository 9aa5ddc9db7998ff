/** Compares the metadata row of a case with the case's file (docs/formats.md, "Metadata list against case files"). */
import { isJsonObject } from "../domain/json.ts";
import { MAX_JSON_DEPTH } from "./bounded-json.ts";

/**
 * Whether a row of `CasesMetadata.json` equals the case's JSON without its `casebody`, deeply and as values: the order
 * of keys and escapes do not count. Values deeper than `MAX_JSON_DEPTH` are unequal.
 */
export function compareWithMetadata(caseJson: unknown, row: unknown): boolean {
  return isJsonObject(caseJson) && isJsonObject(row) && equalMembers(caseJson, row, "casebody", 1);
}

/** The rows of `CasesMetadata.json` that have an id, by their ids. */
export function rowsById(rows: readonly unknown[]): Map<number, unknown> {
  return new Map(
    rows.flatMap((row) => (isJsonObject(row) && typeof row.id === "number" ? [[row.id, row]] : [])),
  );
}

function equalValues(a: unknown, b: unknown, depth: number): boolean {
  if (a === b) return true;
  if (depth > MAX_JSON_DEPTH) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((inner, index) => equalValues(inner, b[index], depth + 1));
  }
  return isJsonObject(a) && isJsonObject(b) && equalMembers(a, b, null, depth);
}

function equalMembers(
  a: { readonly [key: string]: unknown },
  b: { readonly [key: string]: unknown },
  ignored: string | null,
  depth: number,
): boolean {
  const keysOf = (record: object) => Object.keys(record).filter((key) => key !== ignored);
  const keys = keysOf(a);
  if (keys.length !== keysOf(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && equalValues(a[key], b[key], depth + 1));
}
