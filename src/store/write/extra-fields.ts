/**
 * The values of a case's extras that filters and orders read: numbers and texts of `analysis`, and the source of `provenance`. The
 * numbers are columns of the case's row, where an index or a look-up finds them; the texts are read from the stored extras.
 */
import type { CaseExtras } from "../../domain/case.ts";
import type { Json } from "../../domain/json.ts";
import {
  ANALYSIS_NUMBERS,
  ANALYSIS_TEXTS,
  type AnalysisNumber,
  type ExtraField,
} from "../../domain/query.ts";

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

/** The columns of `court_case`, and the names of their parameters. */
export const NUMBER_COLUMNS = {
  "analysis.word_count": "word_count",
  "analysis.char_count": "char_count",
  "analysis.cardinality": "cardinality",
  "analysis.ocr_confidence": "ocr_confidence",
  "analysis.pagerank.percentile": "pagerank_percentile",
  "analysis.pagerank.raw": "pagerank_raw",
} as const satisfies Record<AnalysisNumber, string>;

export type NumberColumns = Readonly<Record<(typeof NUMBER_COLUMNS)[AnalysisNumber], number | null>>;

export function isExtraField(name: string): name is ExtraField {
  return FIELDS.has(name);
}

export function isAnalysisNumber(name: string): name is AnalysisNumber {
  return Object.hasOwn(NUMBER_COLUMNS, name);
}

type FieldExtras = Pick<CaseExtras, "analysis" | "provenance">;

/** The value of a field; null if the case has none, or one of another type. */
export function extraValue({ analysis, provenance }: FieldExtras, field: ExtraField): number | string | null {
  const { path = [], type } = FIELDS.get(field) ?? {};
  let value: Json = { analysis, provenance };
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as { readonly [key: string]: Json })[key] ?? null;
  }
  return (typeof value === "number" || typeof value === "string") && typeof value === type ? value : null;
}

export function numberColumns(extras: FieldExtras): NumberColumns {
  const columns = ANALYSIS_NUMBERS.map((field) => [NUMBER_COLUMNS[field], extraValue(extras, field)]);
  return Object.fromEntries(columns) as NumberColumns;
}
