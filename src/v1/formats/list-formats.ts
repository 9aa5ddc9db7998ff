/** The formats of a page of a list over HTTP (docs/interface.md, "Pages as files"). */
import type { Collection } from "../collection-names.ts";
import { csvLines } from "../page-csv.ts";
import { type BibtexCase, bibtexEntries } from "./bibtex.ts";

const LIST_FORMATS = ["json", "csv", "jsonl", "bibtex", "biblatex", "parquet"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
/** Those that are a file of the page's records, without the envelope. */
export type FileFormat = Exclude<ListFormat, "json">;
type TextFormat = Exclude<FileFormat, "parquet">;

interface FileKind {
  readonly type: string;
  /** Of the name of the file. */
  readonly extension: string;
}

export const FILE_KINDS: Readonly<Record<FileFormat, FileKind>> = {
  csv: { type: "text/csv; charset=utf-8", extension: "csv" },
  jsonl: { type: "application/x-ndjson", extension: "jsonl" },
  bibtex: { type: "application/x-bibtex; charset=utf-8", extension: "bib" },
  biblatex: { type: "application/x-bibtex; charset=utf-8", extension: "bib" },
  parquet: { type: "application/vnd.apache.parquet", extension: "parquet" },
};

/** The text of a file, in parts. Parquet, which is no text, is made by `http/readers/parquet-page`. */
export const FILE_LINES: Readonly<Record<TextFormat, (records: readonly object[]) => Iterable<string>>> = {
  csv: csvLines,
  jsonl: jsonLines,
  bibtex: (records) => bibtexEntries(records.filter(isCase)),
  biblatex: (records) => bibtexEntries(records.filter(isCase), "jurisdiction"),
};

/** Bibliographies are of cases only. */
export function formatsOf(collection: Collection): readonly ListFormat[] {
  return collection === "cases" ? LIST_FORMATS : LIST_FORMATS.filter((format) => !format.startsWith("bib"));
}

function* jsonLines(records: readonly object[]): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

function isCase(record: object): record is BibtexCase {
  return "frontend_url" in record && "decision_date" in record;
}
