/**
 * The formats of a page of a list over HTTP (docs/interface.md, "Pages as files"), and CSV (RFC 4180) as the service had it: each
 * record is flattened by dots (`court.slug`), lists are JSON texts.
 */
import { referenceOf } from "../bibliography/case-reference.ts";
import { writeReference } from "../bibliography/reference-formats.ts";
import { isJsonObject } from "../domain/json.ts";
import type { Case } from "../domain/records.ts";
import type { Collection } from "./collections.ts";
import type { V1Page } from "./lists.ts";
import { readChoice, wrongParameters } from "./parameter.ts";

const LIST_FORMATS = ["json", "csv", "jsonl", "bibtex", "biblatex", "parquet"] as const;
type ListFormat = (typeof LIST_FORMATS)[number];

/** The formats that are a file of the page's records, without the envelope: their type, and the extension of the file's name. */
export const FILE_KINDS = {
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  jsonl: { type: "application/x-ndjson", extension: "jsonl" },
  bibtex: { type: "application/x-bibtex; charset=utf-8", extension: "bib" },
  biblatex: { type: "application/x-bibtex; charset=utf-8", extension: "bib" },
  parquet: { type: "application/vnd.apache.parquet", extension: "parquet" },
} as const;

/** The parameter `format` of a list. @throws CaselawError `invalid` with `parameters` */
export function listFormat(collection: Collection, query: URLSearchParams): ListFormat {
  const reading = readChoice(query.getAll("format").at(-1) || "json", formatsOf(collection));
  if ("error" in reading) throw wrongParameters({ format: [reading.error] });
  return reading.value;
}

/** Bibliographies are of cases only. */
export function formatsOf(collection: Collection): readonly ListFormat[] {
  return collection === "cases" ? LIST_FORMATS : LIST_FORMATS.filter((format) => !format.startsWith("bib"));
}

/** The text of a file, in parts. Parquet, which is no text, is made by `export/parquet-page`. */
export function* fileLines(
  format: Exclude<keyof typeof FILE_KINDS, "parquet">,
  { page, envelope }: V1Page<unknown, object>,
  baseUrl: string,
): Generator<string> {
  if (format === "csv") yield* csvLines(envelope.results);
  else if (format === "jsonl") for (const record of envelope.results) yield `${JSON.stringify(record)}\n`;
  else
    for (const item of page.items)
      if (isCase(item))
        yield `${writeReference(format, referenceOf(item, `${baseUrl}/cases/${item.id}/`))}\n`;
}

function isCase(value: unknown): value is Case {
  return isJsonObject(value) && "nameAbbreviation" in value && "docketNumber" in value;
}

/** A lone line end too: some readers take it for the end of the record. */
const QUOTED = /[",\r\n]/;

/** A record with its line end; null is an empty field. @param quoted matches the texts to quote, at least those of `QUOTED` */
export function csvLine(cells: readonly (string | number | boolean | null)[], quoted = QUOTED): string {
  const fields = cells.map((cell) => {
    if (cell === null) return "";
    const text = String(cell);
    return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${fields.join(",")}\r\n`;
}

/** The lines of a page, each with its end; the first has the names of the columns. */
export function* csvLines(records: readonly object[]): Generator<string> {
  const columns = columnsOf(records);
  yield csvLine(columns);
  for (const record of records) {
    const fields = new Map(fieldsOf(record));
    yield csvLine(columns.map((column) => cellOf(fields.get(column))));
  }
}

/** The columns of these records, in the order in which they occur. */
export function columnsOf(records: readonly object[]): string[] {
  const columns = new Set<string>();
  for (const record of records) for (const [column] of fieldsOf(record)) columns.add(column);
  return [...columns];
}

/** The fields of a record, flattened by dots. */
export function* fieldsOf(record: object, start = ""): Generator<readonly [column: string, value: unknown]> {
  for (const [key, value] of Object.entries(record) as [string, unknown][]) {
    if (isJsonObject(value)) yield* fieldsOf(value, `${start}${key}.`);
    else if (value !== undefined) yield [start + key, value];
  }
}

/** A value as text: nothing for null, JSON for a list. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
