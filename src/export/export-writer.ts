/** What writes an export in one format: the part of `run-export` that differs between formats. */
import type { BodyFormat } from "../corpus/case-parameters.ts";
import type { CaseAnswer } from "../corpus/records.ts";
import type { CorpusSnapshot } from "../corpus/snapshot.ts";

export interface ExportWriter {
  /** Takes a page of cases, in the order of its format; resolves when the next one may come. */
  write(cases: readonly CaseAnswer[]): Promise<void>;
  /** Ends all files. Called once, after the last page. */
  finish(): Promise<readonly WrittenFile[]>;
  /** Lets go of what is open, finished or not. What was written is taken away by the caller. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface WrittenFile {
  /** Relative to the export's folder, with `/`. */
  readonly path: string;
  /** Records, lines or rows, the header not counted. */
  readonly rows: number;
}

/** What a writer works with. */
export interface WriterPlace {
  /** The folder to write in: there, and empty. */
  readonly folder: string;
  /** The moment that is exported, for what no case says: reference records, citations of others. */
  readonly snapshot: CorpusSnapshot;
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
}

export type ExportOption = keyof ExportOptions;
