/** What the import of one archive is given. */
import type { ValidatedArchive } from "../domain/bulk-file.ts";
import type { CaseSink } from "./case-sink.ts";
import type { RejectFolder } from "./rejects.ts";
import type { RunOptions } from "./run.ts";
import type { ReadingThreads } from "./threads/reading-threads.ts";
import type { ArchiveContext, Identity } from "./unit/identify.ts";
import type { UnknownReporters } from "./unit/unknown-reporters.ts";

export interface ImportContext {
  readonly sink: CaseSink;
  /** They validate, read and parse; one archive is read at a time. */
  readonly threads: ReadingThreads;
  /** Null in a dry run, which writes nothing. */
  readonly rejects: RejectFolder | null;
  readonly unknownReporters: UnknownReporters;
  /** Their signal stops the import after the current batch; the work so far is kept. */
  readonly options: RunOptions;
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
