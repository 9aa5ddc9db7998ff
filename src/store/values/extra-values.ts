/**
 * The values of a case's extras that filters and orders read: numbers and texts of `analysis`, the source of
 * `provenance`, reporters and categories of `cites_to`.
 *
 * No index has them. They are read from the stored extras of each case that the other filters leave.
 */
import type { Database } from "better-sqlite3";
import type { CaseExtras } from "../../domain/case.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { ANALYSIS_NUMBERS, ANALYSIS_TEXTS, type CitedField, type ExtraField } from "../../domain/query.ts";
import { NO_EXTRAS, type StoredText, unpackExtras } from "../write/extras.ts";

/** The path of a field in the extras, and the type that its value must have. */
interface FieldRule {
  readonly path: readonly string[];
  readonly type: "number" | "string";
}

const FIELDS: ReadonlyMap<string, FieldRule> = new Map<string, FieldRule>([
  ...ANALYSIS_NUMBERS.map((name): [string, FieldRule] => [name, { path: name.split("."), type: "number" }]),
  ...ANALYSIS_TEXTS.map((name): [string, FieldRule] => [name, { path: name.split("."), type: "string" }]),
  ["source", { path: ["provenance", "source"], type: "string" }],
]);

/** SQL functions on a value of `case_extra`: one reads a field, the other looks for values in `cites_to`. */
const EXTRA_VALUE = "extra_value";
const CITED_VALUE = "cited_value";

export function isExtraField(name: string): name is ExtraField {
  return FIELDS.has(name);
}

/** The value of a field; null if the case has none, or one of another type. */
export function extraValue(extras: CaseExtras, field: ExtraField): number | string | null {
  const { path = [], type } = FIELDS.get(field) ?? {};
  let value: Json = { analysis: extras.analysis, provenance: extras.provenance };
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as { readonly [key: string]: Json })[key] ?? null;
  }
  return (typeof value === "number" || typeof value === "string") && typeof value === type ? value : null;
}

/** The expression for a field of the case row `c`. */
export function extraColumn(field: ExtraField): string {
  return `${EXTRA_VALUE}((SELECT data FROM case_extra WHERE case_id = c.id), '${field}')`;
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
  return `${CITED_VALUE}((SELECT data FROM case_extra WHERE case_id = c.id), '${field}', ${values})`;
}

export function isCitedField(name: string): name is CitedField {
  return name === "cites_to.reporter" || name === "cites_to.category";
}

/** Lets statements of a connection use `extraColumn` and `citedTest`. Call it once. */
export function openExtraValues(db: Database): void {
  // a statement reads several fields of a case one after the other
  let last: { readonly data: unknown; readonly extras: CaseExtras } = {
    data: null,
    extras: NO_EXTRAS.values,
  };
  const extrasOf = (data: unknown): CaseExtras => {
    if (!isSame(data, last.data)) last = { data, extras: unpackExtras(data as StoredText | null).values };
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
