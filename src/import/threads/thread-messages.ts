/**
 * The messages between the threads of an import.
 *
 * The main thread asks the **reader** to validate archives, and orders it to read them, one after the other. The reader sends
 * chunks of their records to the **parsers**, each when it asks; the parsers send batches to the main thread, which takes them in
 * order. Threads share no memory: the bytes of a message are transferred, not copied.
 */
import type { MessagePort } from "node:worker_threads";
import type { Checksum } from "../../domain/bulk-file.ts";
import type { ReferenceRecords } from "../../domain/case.ts";
import { CaselawError, type ErrorCode, type SourcePosition } from "../../domain/errors.ts";
import type { VolumeContext } from "../../sources/read-case.ts";
import type { DictionaryByForm } from "../../store/codec/dictionary-store.ts";
import type { Chunk } from "./chunks.ts";
import type { ReadRecord } from "./records.ts";

export interface ArchiveTask {
  readonly path: string;
  /** Null when there is no corpus yet, of a dry run. */
  readonly corpusPath: string | null;
  readonly unitId: number | null;
  readonly volume: VolumeContext | null;
  /**
   * Whether a record whose digest is stored for the unit can be skipped. In a newer release only if no other unit has the
   * case, because the release decides which unit's record is shown.
   */
  readonly digests: "trusted" | "trusted unless shared";
  readonly dictionaries: DictionaryByForm;
}

/** What a parser needs to know of the archive whose chunks follow. */
export interface ParserTask extends Omit<ArchiveTask, "path"> {
  /** Rows of a volume's `CasesMetadata.json`; empty for other archives. */
  readonly rows: readonly unknown[];
}

export interface RecordBatch {
  readonly records: readonly ReadRecord[];
  readonly mentioned: ReferenceRecords;
  /** The chunk's bytes, when some of its records may be read again; else null. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
  /** The memory of its packed texts and tokens, freed by the writer once they are written. */
  readonly memory: readonly ArrayBuffer[];
  /** The part of the archive that is read with this batch, from 0 to 1; null when unknown. */
  readonly fraction: number | null;
}

export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: SourcePosition;
  readonly hint?: string;
}

/** What the main thread asks the reader about an archive. */
export type Question =
  /** Answered by a `ValidatedArchive`. */
  | { readonly about: "validity"; readonly path: string; readonly zip: Checksum | null }
  /** Answered by the result of `sampleBodies`. */
  | { readonly about: "bodies"; readonly path: string; readonly volume: VolumeContext | null };

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export type ToReader =
  | { readonly kind: "parser"; readonly port: MessagePort }
  /** The answer goes to the port. */
  | { readonly kind: "question"; readonly question: Question; readonly port: MessagePort }
  /** All messages about the archive have its number. */
  | { readonly kind: "read"; readonly archive: number; readonly task: ArchiveTask }
  /** Chunks of this weight were written. */
  | { readonly kind: "taken"; readonly weight: number }
  | { readonly kind: "close" };

/** The end of an archive: the number of its chunks, and the fault that ended it, if any. */
export interface ReadEnd {
  readonly kind: "end";
  readonly archive: number;
  readonly chunks: number;
  readonly fault: Fault | null;
}

export type ToParser =
  | { readonly kind: "archive"; readonly task: ParserTask }
  | ({ readonly kind: "chunk"; readonly chunk: Chunk } & ChunkPlace);

/** The place of a chunk: its archive, and its number in it. */
export interface ChunkPlace {
  readonly archive: number;
  readonly sequence: number;
}

/** A parser asks the reader for one more chunk. */
export type FromParser = "next";

/** The ports that a parser is started with. */
export interface ParserPorts {
  readonly reader: MessagePort;
  /** For batches. They wait there as bytes until the writer takes them: as objects they would outlive collections. */
  readonly writer: MessagePort;
}

/** A batch waits in the port of its parser. */
export interface ParsedChunk extends ChunkPlace {
  readonly kind: "parsed";
  /** Weight of the chunk. */
  readonly weight: number;
}

/** A parser cannot continue, because it cannot read the corpus. */
export interface ParserFault {
  readonly kind: "fault";
  readonly fault: Fault;
}

/** An error as plain data for another thread. @throws an error that is a bug */
export function asFault(error: unknown): Fault {
  if (!(error instanceof CaselawError)) throw error;
  const { code, message, at, hint } = error;
  return { code, message, at, ...(hint === undefined ? {} : { hint }) };
}

export function faultOf({ code, message, at, hint }: Fault): CaselawError {
  return new CaselawError(code, message, { at, hint });
}
