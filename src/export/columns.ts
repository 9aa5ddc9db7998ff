/**
 * The columns of an exported table: fields with their meanings, and their values in a row. Below them a case as a flat row: the
 * columns of `csv`, of `jsonl --flat` and of the Parquet table `cases`; and its citations and opinions as rows.
 *
 * A column of a case has the value, the type and the meaning of one field of the interface's record. `volume_barcode` and
 * `reporter_id`, which the record has only in its URLs, come from the case itself, surnames from the names in the body. Values
 * that the source does not have are null.
 */

import type { GenericSchema } from "valibot";
import * as v from "valibot";
import { type BodyFormat, type CaseWithBody, textBodyOf } from "../corpus/bodies.ts";
import { clusterOf } from "../domain/case-id.ts";
import {
  CITATION,
  fieldOf,
  IDS,
  integer,
  integerOrNull,
  means,
  OPINION,
  type RecordField,
  recordFields,
  text,
  textOrNull,
} from "../v1/record-definitions.ts";
import { type V1Case, v1Case } from "../v1/records.ts";
import type { ExportedParts } from "./format.ts";
import { authorSurname, judgeSurnames } from "./surnames.ts";

export interface Column<Row> extends RecordField {
  /** The key in the interface's record, if it is not the name. */
  readonly path?: string;
  readonly value: (row: Row) => unknown;
}

export function ownColumn<Row>(
  name: string,
  definition: GenericSchema,
  value: Column<Row>["value"],
): Column<Row> {
  return { ...fieldOf(name, definition), value };
}

export function recordColumns<Row extends object>(definition: GenericSchema): readonly Column<Row>[] {
  return recordFields(definition).map((field) => ({
    ...field,
    value: (row) => Reflect.get(row, field.name),
  }));
}

/** The value of a column as a text, a number or a boolean; lists and objects are JSON text. */
export function plainValue<Row>({ value }: Column<Row>, row: Row): string | number | boolean | null {
  const cell = value(row) ?? null;
  if (typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean") return cell;
  return cell === null ? null : JSON.stringify(cell);
}

export function plainRow<Row>(
  columns: readonly Column<Row>[],
  row: Row,
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(columns.map((column) => [column.name, plainValue(column, row)]));
}

/** The requested columns, in the requested order. @param names undefined: all */
export function chosenColumns<C extends { readonly name: string }>(
  all: readonly C[],
  names: readonly string[] | undefined,
): readonly C[] {
  return names === undefined
    ? all
    : names.flatMap((name) => all.find((column) => column.name === name) ?? []);
}

const TEXTS = v.array(textOrNull);

export interface FlatRow {
  readonly record: CaseWithBody;
  /** The record of the interface. */
  readonly answer: V1Case;
}

/** @param baseUrl the beginning of every address, without a slash at the end; empty: relative addresses */
export function flatRow(record: CaseWithBody, baseUrl: string): FlatRow {
  return { record, answer: v1Case(record, baseUrl) };
}

const CITATION_ROW = v.strictObject({
  case_id: CITATION.entries.case_id,
  seq: means(integer, "Number of the citation within the case, from 1, in the source's order", {
    from: "caselaw",
  }),
  type: CITATION.entries.type,
  cite: CITATION.entries.cite,
});
export type CitationRow = v.InferOutput<typeof CITATION_ROW>;

export const CITATION_COLUMNS = recordColumns<CitationRow>(CITATION_ROW);

export function citationRows({ id, citations }: CaseWithBody): CitationRow[] {
  return citations.map(({ type, cite }, at) => ({ case_id: id, seq: at + 1, type, cite }));
}

export const OPINION_ROW = v.strictObject({
  case_id: means(integer, "Id of the case"),
  seq: means(integer, "Number of the opinion within the case, from 1", { from: "caselaw" }),
  ...OPINION.entries,
  author_surname: means(textOrNull, "Surname of the author", {
    ...{ from: "caselaw", isNull: "the author is the court, several persons, unknown or damaged" },
    caveats: "Made from the printed author by a rule; wrong where letters were misread.",
  }),
});
export type OpinionRow = v.InferOutput<typeof OPINION_ROW>;

export function opinionRows(record: CaseWithBody): OpinionRow[] {
  return (textBodyOf(record)?.opinions ?? []).map(({ type, author, text: words }, at) => ({
    ...{ case_id: record.id, seq: at + 1, type, author, text: words },
    author_surname: authorSurname(author),
  }));
}

export function flatColumns(bodyFormat: BodyFormat | null): readonly Column<FlatRow>[] {
  if (bodyFormat === null) return RECORD_COLUMNS;
  return [...RECORD_COLUMNS, column("casebody.status"), ...(bodyFormat === "text" ? TEXT_COLUMNS : [MARKUP])];
}

export function exportedColumns({ bodyFormat, options }: ExportedParts): readonly Column<FlatRow>[] {
  return chosenColumns(flatColumns(bodyFormat), options.columns);
}

export function columnNames(bodyFormat: BodyFormat | null): readonly string[] {
  return flatColumns(bodyFormat).map(({ name }) => name);
}

/** The column of a field of the record. @param path `court.name` */
export function column(path: string, name = path.replace(".", "_")): Column<FlatRow> {
  const keys = path.split(".");
  return {
    ...fieldAt(recordFields("Case"), keys),
    name,
    path,
    value: ({ answer }) => keys.reduce<unknown>(valueAt, answer),
  };
}

function fieldAt(fields: readonly RecordField[], [key, ...keys]: readonly string[]): RecordField {
  const field = fields.find(({ name }) => name === key);
  if (field === undefined) throw new Error(`no field ${key}`);
  return keys.length === 0 ? field : fieldAt(field.fields, keys);
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

const ORIGINS =
  "Whose tables have the case: caselaw-access-project, courtlistener, or caselaw-access-project+courtlistener, with the text of the first";

/** A case that CourtListener names as the project's, and that the project's files in the corpus lack, is CourtListener's. */
function originOf({ id, courtlistener, provenance }: CaseWithBody): string {
  if (clusterOf(id) !== null || valueAt(provenance, "source") === "CourtListener") return "courtlistener";
  return courtlistener === null ? "caselaw-access-project" : "caselaw-access-project+courtlistener";
}

const RECORD_COLUMNS: readonly Column<FlatRow>[] = [
  ...["id", "url", "frontend_url", "name", "name_abbreviation", "decision_date"].map((path) => column(path)),
  ...["docket_number", "first_page", "last_page", "citations"].map((path) => column(path)),
  ownColumn("volume_barcode", means(textOrNull, "Key of the volume"), ({ record }) => record.volume.barcode),
  column("volume.url"),
  column("volume.volume_number", "volume_number"),
  ownColumn(
    "reporter_id",
    means(integerOrNull, "Id of the reporter", IDS),
    ({ record }) => record.reporter.id,
  ),
  column("reporter.url"),
  column("reporter.full_name"),
  ...["id", "url", "slug", "name", "name_abbreviation"].map((key) => column(`court.${key}`)),
  ...["id", "url", "slug", "name", "name_long", "whitelisted"].map((key) => column(`jurisdiction.${key}`)),
  ...["cites_to", "analysis", "last_updated", "provenance", "courtlistener"].map((path) => column(path)),
  ownColumn("origin", means(text, ORIGINS, { from: "caselaw" }), ({ record }) => originOf(record)),
  { ...column("notes"), isOptional: false, value: ({ answer }) => answer.notes ?? [] },
];

const MARKUP: Column<FlatRow> = { ...column("casebody.data", "casebody"), type: "string", isNullable: true };

const TEXT_COLUMNS: readonly Column<FlatRow>[] = [
  ...["head_matter", "opinions", "corrections", "parties", "attorneys", "judges"].map((key) =>
    column(`casebody.data.${key}`, key),
  ),
  ownColumn<FlatRow>(
    "author_surnames",
    means(TEXTS, "Surname of the author of each of the opinions; items can be null", {
      from: "caselaw",
      caveats:
        "Made from the printed author by a rule: of 190 surnames of real opinions 19 were wrong, because letters were misread.",
    }),
    ({ record }) => textBodyOf(record)?.opinions.map(({ author }) => authorSurname(author)),
  ),
  ownColumn<FlatRow>(
    "judge_surnames",
    means(TEXTS, "Distinct surnames in judges, without those who did not participate", {
      from: "caselaw",
      caveats: "Made from the printed list by a rule. Judges in it may sit, concur or dissent.",
    }),
    ({ record }) => {
      const body = textBodyOf(record);
      return body === null ? null : judgeSurnames(body.judges);
    },
  ),
].map((field) => ({ ...field, isNullable: true, about: { ...field.about, isNull: "the case has no body" } }));
