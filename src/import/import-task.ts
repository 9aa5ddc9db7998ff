/** What the import of one archive is given. */
import type { ValidatedArchive } from "../domain/archive-contents.ts";
import type { BulkRecord } from "../domain/bulk-file.ts";
import type { CaseSink } from "./case-sink.ts";
import type { RejectFolder } from "./rejects.ts";
import type { ReadingThreads } from "./threads/reading-threads.ts";
import type { ArchiveContext, Identity } from "./unit/identify.ts";

export interface ImportContext {
  readonly sink: CaseSink;
  /** They validate, read and parse; one archive is read at a time. */
  readonly threads: ReadingThreads;
  /** Null in a dry run, which writes nothing. */
  readonly rejects: RejectFolder | null;
  /** Whether an archive may remove more than a tenth of its unit. */
  readonly shrink: "refused" | "allowed";
  /** As in `RunOptions`. */
  readonly memory?: number | undefined;
  /** Stops the import after the current batch; the work so far is kept. */
  readonly signal: AbortSignal;
  /** Called after each batch with the archive, its records and bytes read so far, and its total bytes. */
  readonly onProgress: (path: string, read: number, bytes: number | null, total: number) => void;
  /** Called for each imported bag that no source lists. */
  readonly onBag?: (record: BulkRecord, path: string) => void;
}

/** An archive to import: where it is, and what a source's list says of it. */
export interface ImportTask extends ArchiveContext {
  /** As it was given: reports, rejects and the log name it so. */
  readonly path: string;
  /** Where the bytes of standard input are; undefined: at `path`. */
  readonly spool?: string;
  /** The result of this run's validation, which may still go on; undefined: the import validates it. */
  readonly validated?: ValidatedArchive | Promise<ValidatedArchive> | null;
}

/** An archive that is ready to be imported. */
export interface IdentifiedArchive {
  readonly task: ImportTask;
  readonly archive: ValidatedArchive;
  readonly identity: Identity;
}
