/**
 * The messages between the threads of an import.
 *
 * The main thread asks the **reader** to validate archives, and orders it to read them, one after the other. The reader sends
 * chunks of their records to the **parsers** in turn, and notes for the main thread who got each. So the main thread takes the
 * batches of the parsers in the order of the archives. Threads share no memory: the bytes of a message are transferred, not copied.
 */
import type { MessagePort } from "node:worker_threads";
import type { Checksum, ValidatedArchive } from "../../domain/bulk-file.ts";
import { CaselawError, type Fault, faultOf } from "../../domain/errors.ts";
import type { VolumeContext } from "../../sources/read-case.ts";
import type { Dictionary } from "../../store/codec/codec.ts";
import type { Chunk } from "./chunks.ts";
import type { ReadRecord } from "./records.ts";

export interface ArchiveTask {
  readonly path: string;
  /** Null when there is no corpus yet, of a dry run. */
  readonly corpusPath: string | null;
  readonly unitId: number | null;
  readonly volume: VolumeContext | null;
  /**
   * When a record whose digest is stored for the unit can be skipped: in a newer release only if no other unit has the
   * case, because the release decides which unit's record is shown.
   */
  readonly digests: "trusted" | "trusted unless shared";
  readonly dictionary: Dictionary | null;
}

/** What a parser needs to know of the archive whose chunks follow. */
export interface ParserTask extends Omit<ArchiveTask, "path"> {
  /** Rows of a volume's `CasesMetadata.json`; empty for other archives. */
  readonly rows: readonly unknown[];
}

export interface RecordBatch {
  readonly records: readonly ReadRecord[];
  /** The chunk's bytes, when some of its records may be read again; else null. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  readonly memory: readonly ArrayBuffer[];
  /** The part of the archive that is read with this batch, from 0 to 1. */
  readonly fraction: number;
  /** Why the records that follow in the chunk cannot be read: no later batch of the archive is taken. */
  readonly fault: Fault | null;
}

export type ToReader =
  | { readonly kind: "parser"; readonly port: MessagePort }
  /** The port gets a `ValidityAnswer`. */
  | {
      readonly kind: "validate";
      readonly path: string;
      readonly zip: Checksum | null;
      readonly port: MessagePort;
    }
  /** Archives are numbered in the order of these messages. */
  | { readonly kind: "read"; readonly task: ArchiveTask }
  /** The rest of the archives before this number is not needed. */
  | { readonly kind: "skip"; readonly before: number }
  /** One more batch was taken by the writer. */
  | { readonly kind: "taken" }
  | { readonly kind: "close" };

export type ValidityAnswer =
  | { readonly ok: true; readonly archive: ValidatedArchive }
  | { readonly ok: false; readonly fault: Fault };

/** The archive ends, perhaps with a fault. */
export interface ReadEnd {
  readonly kind: "end";
  readonly fault: Fault | null;
}

/** The parser with this number got the next chunk, or the archive ends. */
export type FromReader = { readonly kind: "sent"; readonly parser: number } | ReadEnd;

export type ToParser =
  | { readonly kind: "archive"; readonly task: ParserTask }
  | { readonly kind: "chunk"; readonly chunk: Chunk };

export interface ParserStart {
  readonly reader: MessagePort;
  /** For batches. They wait there as bytes until the writer takes them: as objects they would outlive collections. */
  readonly writer: MessagePort;
  /** 1: waiting chunks are skipped. */
  readonly stopped: Int32Array<SharedArrayBuffer>;
}

/** A batch waits in the parser's port, or the parser cannot continue, because it cannot read the corpus. */
export type FromParser = { readonly kind: "parsed" } | { readonly kind: "fault"; readonly fault: Fault };

/** An error for another thread. @throws an error that is a bug */
export function asFault(error: unknown): Fault {
  if (!(error instanceof CaselawError)) throw error;
  return faultOf(error);
}
