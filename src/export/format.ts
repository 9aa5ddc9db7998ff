/**
 * What an export format declares: the part of an export that differs between formats. A format is one file, which exports a
 * `Format`, and a line in `formats`.
 */
import { BODY_FORMATS, type BodyFormat, type CaseWithBody } from "../corpus/bodies.ts";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import type { IdOrder } from "../domain/query.ts";
import type { Table } from "./dictionary.ts";

export interface Format {
  /** One line for `--help`. */
  readonly describes: string;
  /** The options that it accepts; `since`: its records can be replaced by the case's id, so that an increment can be applied. */
  readonly accepts: readonly ("since" | "flat" | "partition" | "splits" | "edges")[];
  /** Whether the bodies are always exported, or only on request; or its writer reads them itself. */
  readonly bodies: "on request" | "always" | "read by the writer";
  readonly bodyFormats: readonly BodyFormat[];
  order(options: ExportOptions): IdOrder;
  /** The columns of its cases, from which `columns` selects; none if they cannot be chosen. @param bodyFormat null: no bodies */
  columns(bodyFormat: BodyFormat | null, options: ExportOptions): readonly string[];
  /** Its tables, for the dictionary. @param paths the files that were written */
  tables(request: ExportedParts, paths: readonly string[]): readonly Table[];
  open(output: WriterContext): Promise<ExportWriter>;
}

/** What most formats have in common. */
export const USUAL = {
  accepts: ["since"],
  bodies: "on request",
  bodyFormats: BODY_FORMATS,
  order: (): IdOrder => "id",
  columns: (): readonly string[] => [],
} as const;

export interface ExportWriter {
  /**
   * Writes a page of cases in the order of its format; resolves when it is ready for the next page. Reads all it needs from the
   * corpus before it writes, so that after CaselawError `corrupt` the cases can be written one by one.
   */
  write(cases: readonly CaseWithBody[]): Promise<void>;
  /** Completes all files. Called once, after the last page. */
  finish(): Promise<readonly WrittenFile[]>;
  /** Closes all files, complete or not. The caller removes them after an error. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface WrittenFile {
  /** Relative to the export's folder, with `/`. */
  readonly path: string;
  /** Records, lines or rows, without the header. */
  readonly rows: number;
  /** Of an index: the files that it lists instead of the manifest. */
  readonly listed?: { readonly files: number; readonly bytes: number };
}

export interface ExportedParts {
  readonly bodyFormat: BodyFormat | null;
  readonly options: ExportOptions;
}

export interface WriterContext extends ExportedParts {
  /** The empty folder to write in. */
  readonly folder: string;
  /** The exported state of the corpus, for reference records and the citations of other cases. */
  readonly snapshot: CorpusSnapshot;
  /** The beginning of every address in a record, without a slash at the end; empty: relative addresses. */
  readonly baseUrl: string;
}

/** What a row of `edges` is: a pair of a case and what it cites, or each citation as it is listed. */
export const EDGES_BY = ["pairs", "citations"] as const;
/** One of `EDGES_BY`. */
export type EdgesBy = (typeof EDGES_BY)[number];

/** Options of some formats. */
export interface ExportOptions {
  /** `jsonl`: the columns of `csv` instead of the interface's record. */
  readonly flat?: boolean;
  /** `parquet`: a folder for each jurisdiction and year. */
  readonly partition?: boolean;
  /** `parquet`: the cases and their opinions in files for training, validation and test. */
  readonly splits?: boolean;
  /** `csv`, `jsonl` with `flat`, `parquet`: these columns of the cases, in this order, instead of all. */
  readonly columns?: readonly string[];
  /** `parquet`, `sqlite`: the rows of `edges`; `pairs` by default. */
  readonly edges?: EdgesBy;
}
