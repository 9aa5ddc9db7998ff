/**
 * The extras of a case (domain/case), its citations, and the origins of the parts that come from another contribution than the metadata.
 * They are one JSON text in the row of the case, packed unless it is short.
 *
 * Each part is kept from the newest contribution with a value: an empty list or object from one format does not delete the
 * value from another (docs/formats.md, "Lines of a bulk file").
 */

import type { Database } from "better-sqlite3";
import { type CaseExtras, EXTRA_KEYS, NO_CASE_EXTRAS } from "../../domain/case.ts";
import { clusterCite } from "../../domain/case-id.ts";
import { type Citation, COURTLISTENER_ID, normaliseCitation } from "../../domain/citation.ts";
import { isJsonObject, type Json, type JsonObject } from "../../domain/json.ts";
import {
  ANALYSIS_NUMBERS,
  ANALYSIS_TEXTS,
  type AnalysisNumber,
  type CitedField,
  type ExtraField,
} from "../../domain/query.ts";
import { type Allocate, packText, unpackText } from "../codec/codec.ts";
import type { Origin } from "../ledger/units.ts";

/** The parts of a case's metadata that some contributions lack. Each part is merged separately. */
export const PART_KEYS = [
  ...EXTRA_KEYS,
  "barcode",
  "volumeNumber",
  "reporterId",
  "reporterName",
  "courtId",
  "jurisdictionId",
] as const;

export type PartKey = (typeof PART_KEYS)[number];

export interface StoredExtras {
  readonly values: CaseExtras;
  /** Only origins that differ from that of the metadata. */
  readonly origins: Partial<Record<PartKey, Origin>>;
  readonly citations: readonly Citation[];
}

interface StoredJson extends Pick<StoredExtras, "origins"> {
  /** The extras that are not null. */
  readonly values: Partial<CaseExtras>;
  readonly citations: readonly (readonly [type: string, cite: string])[];
}

/** 0 missing, 1 empty, 2 not empty. The larger number wins, whichever contribution is newer. */
export function fullness(value: CaseExtras[keyof CaseExtras] | string | number): number {
  if (value === null) return 0;
  if (typeof value !== "object") return 2;
  return (Array.isArray(value) ? value.length : Object.keys(value).length) === 0 ? 1 : 2;
}

/** Stored extras: packed bytes, or a short text unpacked. */
export type StoredText = Uint8Array | string;

/**
 * Length of the longest text that is stored unpacked. With 256 a corpus is 0.5 % smaller (4 % with cases of 100 words), an
 * import takes 4 % longer, and reading a packed text takes 18 µs: half of the time of a page of cases that cite nothing.
 */
const MAX_PLAIN_LENGTH = 512;

export function packExtras({ values, origins, citations }: StoredExtras, allocate?: Allocate): StoredText {
  const pairs = citations.map(({ type, cite }) => [type, cite] as const);
  const notNull = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
  const text = JSON.stringify({ values: notNull, origins, citations: pairs } satisfies StoredJson);
  return text.length <= MAX_PLAIN_LENGTH ? text : packText(text, null, allocate);
}

export function unpackExtras(data: StoredText): StoredExtras {
  // our own JSON, written by packExtras
  const { values, origins, citations } = JSON.parse(
    typeof data === "string" ? data : unpackText(data),
  ) as StoredJson;
  return {
    values: { ...NO_CASE_EXTRAS, ...values },
    origins,
    citations: citations.map(([type, cite]) => ({ type, cite })),
  };
}

/** The citations of a case: those of its record, then those that only CourtListener lists, then its ids there: `cl:108713`. */
export function allCitations({
  citations,
  courtlistener,
}: Pick<CaseExtras, "courtlistener"> & { readonly citations: readonly Citation[] }): readonly Citation[] {
  if (courtlistener === null) return citations;
  const normals = new Set(citations.map(({ cite }) => normaliseCitation(cite)));
  const listed = listIn(courtlistener.citations).flatMap((entry): Citation[] => {
    if (!isJsonObject(entry) || typeof entry.type !== "string" || typeof entry.cite !== "string") return [];
    return normals.has(normaliseCitation(entry.cite))
      ? []
      : [{ type: entry.type, cite: entry.cite, source: "CourtListener" }];
  });
  const ids = listIn(courtlistener.cluster_ids).filter((id) => Number.isSafeInteger(id));
  return [
    ...citations,
    ...listed,
    ...ids.map((id) => ({ type: COURTLISTENER_ID, cite: clusterCite(Number(id)) })),
  ];
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/**
 * A value of the extras that filters and orders read: numbers and texts of `analysis`, and the source of `provenance`. The
 * numbers are columns of the case's row, where an index or a look-up finds them; the texts are read from the stored extras.
 */
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

/** The value of a field; null if the case has no value, or a value of another type. */
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

/**
 * SQL functions on the stored extras of each case that the other filters leave: one reads a text of `analysis` or the source of
 * `provenance`, the other looks for values in `cites_to`. The numbers of `analysis` are columns.
 */
const EXTRA_VALUE = "extra_value";
const CITED_VALUE = "cited_value";
export function extraColumn(field: ExtraField): string {
  if (isAnalysisNumber(field)) return `c.${NUMBER_COLUMNS[field]}`;
  return `${EXTRA_VALUE}(c.extra, '${field}')`;
}

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
  const extrasOf = (data: unknown): CaseExtras => unpackExtras(data as StoredText).values;
  db.function(EXTRA_VALUE, { deterministic: true }, (data: unknown, field: unknown) =>
    extraValue(extrasOf(data), String(field) as ExtraField),
  );
  db.function(CITED_VALUE, { deterministic: true }, (data: unknown, field: unknown, values: unknown) => {
    const texts = new Set(JSON.parse(String(values)) as string[]);
    return Number(hasCited(extrasOf(data).citesTo ?? [], String(field) as CitedField, texts));
  });
}
