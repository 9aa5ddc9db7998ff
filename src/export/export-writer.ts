/** The interface of an export format: the part of `run-export` that differs between formats. */
import type { BodyFormat, CaseWithBody } from "../corpus/bodies.ts";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";

/** The formats of `runExport`. */
export const EXPORT_FORMATS = ["jsonl", "csv", "parquet", "bulk", "sqlite", "files"] as const;
/** One of `EXPORT_FORMATS`. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface ExportWriter {
  /**
   * Writes a page of cases in the order of its format; resolves when it is ready for the next page. Reads all it needs from the
   * corpus before it writes, so that after CaselawError `corrupt` the cases can be written one by one.
   */
  write(cases: readonly CaseWithBody[]): Promise<void>;
  /**
   * Completes all files. Called once, after the last page. A format with a file for each case lists its files one by one; the
   * list may still be read after the writer is closed.
   */
  finish(): Promise<WrittenFiles>;
  /** Closes all files, complete or not. The caller removes them after an error. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** A `ManifestFile` is synced to disk already and is not read again. */
export type WrittenFiles = Iterable<WrittenFile> | AsyncIterable<WrittenFile | ManifestFile>;

/** A file of an export. */
export interface WrittenFile {
  /** Relative to the export's folder, with `/`. */
  readonly path: string;
  /** Records, lines or rows, without the header. */
  readonly rows: number;
}

/** A file as the manifest lists it, synced to disk. */
export interface ManifestFile extends WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

export interface WriterContext {
  /** The empty folder to write in. */
  readonly folder: string;
  /** The exported state of the corpus, for reference records and the citations of other cases. */
  readonly snapshot: CorpusSnapshot;
  /** The beginning of every address in a record, without a slash at the end; empty: relative addresses. */
  readonly baseUrl: string;
  /** The format of the cases' bodies; null: no bodies. */
  readonly bodyFormat: BodyFormat | null;
  readonly options: ExportOptions;
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
  /** `csv`, `jsonl` with `flat`, `parquet`: these columns of the cases, in this order, instead of all. */
  readonly columns?: readonly string[];
  /** `parquet`, `sqlite`: the rows of `edges`; `pairs` by default. */
  readonly edges?: EdgesBy;
}

/** The options that are true or false. */
export type ExportOption = "flat" | "partition";
