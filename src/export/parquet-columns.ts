/** The columns of the Parquet tables: those of `flat-columns` with Parquet types. */
import type { SchemaElement } from "hyparquet-writer";
import type { BodyFormat } from "../corpus/bodies.ts";
import { calendarDay, decisionDay } from "../domain/decision-date.ts";
import type { Edge } from "./edges.ts";
import { type ColumnKind, type FlatRow, flatColumns } from "./flat-columns.ts";
import type { ParquetColumn } from "./parquet-file.ts";

/** A citation of a case. */
export interface CitationRow {
  readonly caseId: number;
  /** From 1, in the order of the record. */
  readonly seq: number;
  readonly type: string;
  readonly cite: string;
}

export const CITATION_COLUMNS: readonly ParquetColumn<CitationRow>[] = [
  { name: "case_id", schema: [leaf("case_id", "INT64", "REQUIRED")], value: (row) => BigInt(row.caseId) },
  { name: "seq", schema: [leaf("seq", "INT32", "REQUIRED")], value: (row) => row.seq },
  { name: "type", schema: [text("type")], value: (row) => row.type },
  { name: "cite", schema: [text("cite")], value: (row) => row.cite },
];

export const EDGE_COLUMNS: readonly ParquetColumn<Edge>[] = [
  { name: "case_id", schema: [leaf("case_id", "INT64", "REQUIRED")], value: (row) => BigInt(row.caseId) },
  { name: "seq", schema: [leaf("seq", "INT32", "REQUIRED")], value: (row) => row.seq },
  { name: "cite", schema: [text("cite")], value: (row) => row.cite },
  { name: "standard_cite", schema: [text("standard_cite")], value: (row) => row.standardCite },
  {
    name: "cited_case_id",
    schema: [leaf("cited_case_id", "INT64")],
    value: (row) => bigOrNull(row.citedCaseId),
  },
  { name: "source", schema: [text("source")], value: (row) => row.source },
  { name: "pin_pages", schema: schemaOf("pin_pages", "texts"), value: (row) => row.pinPages },
  { name: "year", schema: [leaf("year", "INT32")], value: (row) => row.year },
  { name: "times", schema: [leaf("times", "INT32")], value: (row) => row.times },
  { name: "weight", schema: [leaf("weight", "INT32")], value: (row) => row.weight },
  { name: "mentions", schema: [leaf("mentions", "INT32")], value: (row) => row.mentions },
  {
    name: "treatment_words",
    schema: schemaOf("treatment_words", "texts"),
    value: (row) => row.treatmentWords,
  },
  { name: "opinion_index", schema: [leaf("opinion_index", "INT32")], value: (row) => row.opinionIndex },
  { name: "target", schema: [text("target")], value: (row) => row.target },
  {
    name: "target_case_ids",
    schema: [...listOf("target_case_ids"), leaf("element", "INT64")],
    value: (row) => row.targetCaseIds.map(BigInt),
  },
  { name: "cites", schema: schemaOf("cites", "texts"), value: (row) => row.cites },
];

/**
 * `decision_date` is a DATE: the day that filters compare (docs/interface.md, "Parameters of cases"). The columns
 * `decision_date_text`, as in the source, and `decision_date_precision` (`day`, `month` or `year`) are added.
 */
export function caseColumns(bodyFormat: BodyFormat | null): readonly ParquetColumn<FlatRow>[] {
  return flatColumns(bodyFormat).flatMap(({ name, kind, value }): readonly ParquetColumn<FlatRow>[] => {
    if (name === "decision_date") return DATE_COLUMNS;
    const column = {
      name,
      schema: schemaOf(name, kind),
      value: (row: FlatRow) => typed(kind, value(row)),
    };
    return [isLong(name, kind) ? { ...column, bounds: "left out" } : column];
  });
}

/** Whether the least and greatest value of a group are useless for readers. */
function isLong(name: string, kind: ColumnKind): boolean {
  const isList = typeof kind !== "string" || kind === "json" || kind === "texts";
  return isList || ["head_matter", "corrections", "casebody"].includes(name);
}

const DATE_COLUMNS: readonly ParquetColumn<FlatRow>[] = [
  {
    name: "decision_date",
    schema: [{ ...leaf("decision_date", "INT32"), converted_type: "DATE", logical_type: { type: "DATE" } }],
    value: ({ one }) => decisionDay(one.decisionDate),
  },
  {
    name: "decision_date_text",
    schema: [text("decision_date_text")],
    value: ({ one }) => one.decisionDate,
  },
  {
    name: "decision_date_precision",
    schema: [text("decision_date_precision")],
    value: ({ one }) => precisionOf(one.decisionDate),
  },
];

/** The precision of a decision date; an impossible day counts as its month. Null if it is not a date. */
export function precisionOf(date: string | null): "day" | "month" | "year" | null {
  const day = decisionDay(date);
  if (date === null || day === null) return null;
  if (date.length === 4) return "year";
  const isDay = date.length === 10 && calendarDay(day) === Number(date.slice(8));
  return isDay ? "day" : "month";
}

function schemaOf(name: string, kind: ColumnKind): readonly SchemaElement[] {
  if (kind === "integer") return [leaf(name, "INT64", name === "id" ? "REQUIRED" : "OPTIONAL")];
  if (kind === "boolean") return [leaf(name, "BOOLEAN")];
  if (kind === "texts") return [...listOf(name), text("element")];
  if (typeof kind === "string") return [text(name)];
  const element: SchemaElement = {
    name: "element",
    repetition_type: "OPTIONAL",
    num_children: kind.fields.length,
  };
  return [...listOf(name), element, ...kind.fields.map(text)];
}

/** The three levels of a list (parquet-format, LogicalTypes, Lists), without the element. */
function listOf(name: string): readonly SchemaElement[] {
  return [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
  ];
}

function text(name: string): SchemaElement {
  return { ...leaf(name, "BYTE_ARRAY"), converted_type: "UTF8" };
}

function leaf(
  name: string,
  type: NonNullable<SchemaElement["type"]>,
  repetition: "OPTIONAL" | "REQUIRED" = "OPTIONAL",
): SchemaElement {
  return { name, type, repetition_type: repetition };
}

function typed(kind: ColumnKind, value: unknown): unknown {
  if (kind === "integer") return bigOrNull(typeof value === "number" ? value : null);
  return kind === "json" && value !== undefined && value !== null ? JSON.stringify(value) : value;
}

function bigOrNull(value: number | null): bigint | null {
  return value === null ? null : BigInt(value);
}
