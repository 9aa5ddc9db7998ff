/**
 * Extras in SQL, for filters and orders: the numbers of `analysis` as columns; texts of `analysis`, the source of `provenance`,
 * reporters and categories of `cites_to` by functions that read the stored extras of each case that the other filters leave.
 */
import type { Database } from "better-sqlite3";
import { type CaseExtras, NO_CASE_EXTRAS } from "../../domain/case.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { CitedField, ExtraField } from "../../domain/query.ts";
import {
  extraValue,
  isAnalysisNumber,
  NUMBER_COLUMNS,
  type StoredText,
  unpackExtras,
} from "../write/extras.ts";

/** SQL functions on stored extras: one reads a field, the other looks for values in `cites_to`. */
const EXTRA_VALUE = "extra_value";
const CITED_VALUE = "cited_value";
/** The expression for a field of the case row `c`. */
export function extraColumn(field: ExtraField): string {
  if (isAnalysisNumber(field)) return `c.${NUMBER_COLUMNS[field]}`;
  return `${EXTRA_VALUE}(c.extra, '${field}')`;
}

/** Whether an entry of `cites_to` has one of the values. */
export function hasCited(
  entries: readonly JsonObject[],
  field: CitedField,
  values: ReadonlySet<string>,
): boolean {
  const key = field.slice("cites_to.".length);
  return entries.some((entry) => typeof entry[key] === "string" && values.has(entry[key]));
}

/** The test of `hasCited` on the case row `c`. @param values the name of a parameter that is a JSON array of texts */
export function citedTest(field: CitedField, values: string): string {
  return `${CITED_VALUE}(c.extra, '${field}', ${values})`;
}

export function isCitedField(name: string): name is CitedField {
  return name === "cites_to.reporter" || name === "cites_to.category";
}

/** Lets statements of a connection use `extraColumn` and `citedTest`. Call it once. */
export function openExtraValues(db: Database): void {
  // a statement reads several fields of a case one after the other
  let last: { readonly data: unknown; readonly extras: CaseExtras } = {
    data: null,
    extras: NO_CASE_EXTRAS,
  };
  const extrasOf = (data: unknown): CaseExtras => {
    if (!isSame(data, last.data)) last = { data, extras: unpackExtras(data as StoredText).values };
    return last.extras;
  };
  db.function(EXTRA_VALUE, { deterministic: true }, (data: unknown, field: unknown) =>
    extraValue(extrasOf(data), String(field) as ExtraField),
  );
  let wanted: { readonly json: string; readonly values: ReadonlySet<string> } = {
    json: "[]",
    values: new Set(),
  };
  db.function(CITED_VALUE, { deterministic: true }, (data: unknown, field: unknown, values: unknown) => {
    const json = String(values);
    if (json !== wanted.json) wanted = { json, values: new Set(JSON.parse(json) as string[]) };
    return Number(hasCited(extrasOf(data).citesTo ?? [], String(field) as CitedField, wanted.values));
  });
}

function isSame(a: unknown, b: unknown): boolean {
  return Buffer.isBuffer(a) && Buffer.isBuffer(b) ? a.equals(b) : a === b;
}
