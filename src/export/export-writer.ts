export const EXPORT_FORMATS = ["jsonl", "csv", "parquet", "bulk", "sqlite", "files"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What writes an export in one format: the part of `run-export` that differs between formats. */
import type { BodyFormat, CaseWithBody } from "../corpus/bodies.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";

export interface ExportWriter {
  /** Takes a page of cases, in the order of its format; resolves when the next one may come. */
  write(cases: readonly CaseWithBody[]): Promise<void>;
  /**
   * Ends all files. Called once, after the last page. Where files are as many as cases, they come one by one, and may be
   * read from what was written when the writer is closed already.
   */
  finish(): Promise<WrittenFiles>;
  /** Lets go of what is open, finished or not. What was written is taken away by the caller. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** One that is on the disk already, with what it holds, need not be looked at again. */
export type WrittenFiles = Iterable<WrittenFile> | AsyncIterable<WrittenFile | SealedFile>;

export interface WrittenFile {
  /** Relative to the export's folder, with `/`. */
  readonly path: string;
  /** Records, lines or rows, the header not counted. */
  readonly rows: number;
}

/** A file that is synced to the disk. */
export interface SealedFile extends WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** What a writer works with. */
export interface WriterPlace {
  /** The folder to write in: there, and empty. */
  readonly folder: string;
  /** The moment that is exported, for what no case says: reference records, citations of others. */
  readonly snapshot: CorpusSnapshot;
  /** What every URL in a record starts with; no slash at the end. */
  readonly baseUrl: string;
  /** What bodies the cases come with; null for none. */
  readonly bodyFormat: BodyFormat | null;
  readonly options: ExportOptions;
}

/** What some formats can do and others cannot. */
export interface ExportOptions {
  /** `jsonl`: the columns of `csv` instead of the interface's record. */
  readonly flat?: boolean;
  /** `parquet`: a folder for each jurisdiction and year. */
  readonly partition?: boolean;
  /** `csv`, `jsonl` with `flat`, `parquet`: these columns of the cases, in this order, instead of all. */
  readonly columns?: readonly string[];
}

/** Those that are there or not. */
export type ExportOption = "flat" | "partition";
