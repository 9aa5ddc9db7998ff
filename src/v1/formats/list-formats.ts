/** The formats of a page of a list over HTTP (docs/interface.md, "Pages as files"). */
import type { Collection } from "../collection-names.ts";
import { csvLines } from "../page-csv.ts";
import { type BibtexCase, bibtexEntries } from "./bibtex.ts";

export const LIST_FORMATS = ["json", "csv", "jsonl", "bibtex"] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];
/** Those that are a file of the page's records, without the envelope. */
export type FileFormat = Exclude<ListFormat, "json">;

interface FileKind {
  readonly type: string;
  /** Of the name of the file. */
  readonly extension: string;
  /** The text of the file, in parts. */
  readonly lines: (records: readonly object[]) => Iterable<string>;
}

export const FILE_KINDS: Readonly<Record<FileFormat, FileKind>> = {
  csv: { type: "text/csv; charset=utf-8", extension: "csv", lines: csvLines },
  jsonl: { type: "application/x-ndjson", extension: "jsonl", lines: jsonLines },
  bibtex: {
    type: "application/x-bibtex; charset=utf-8",
    extension: "bib",
    lines: (records) => bibtexEntries(records.filter(isCase)),
  },
};

/** BibTeX is for cases only. */
export function formatsOf(collection: Collection): readonly ListFormat[] {
  return collection === "cases" ? LIST_FORMATS : LIST_FORMATS.filter((format) => format !== "bibtex");
}

function* jsonLines(records: readonly object[]): Generator<string> {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}

function isCase(record: object): record is BibtexCase {
  return "frontend_url" in record && "decision_date" in record;
}
