/**
 * What the threads of an import say to each other.
 *
 * The main thread tells the **reader** which archive to read and how much of it was taken; the reader hands pieces to the
 * **parsers**, each when it asks; the parsers send batches to the main thread, which puts them in order. Main and reader
 * never touch what the other holds: all goes by message, and bytes are handed over, not copied.
 */
import type { MessagePort } from "node:worker_threads";
import { CaselawError, type ErrorCode, type Place } from "../../domain/errors.ts";
import type { ReferenceRecords } from "../../domain/reference.ts";
import type { VolumeContext } from "../../sources/read-case.ts";
import type { PackedWith } from "../../store/database/dictionary-store.ts";
import type { Chunk } from "./chunks.ts";
import type { ReadRecord } from "./records.ts";

export interface ArchiveTask {
  readonly path: string;
  /** Null when there is no corpus yet, of a dry run. */
  readonly corpusPath: string | null;
  readonly unitId: number | null;
  readonly volume: VolumeContext | null;
  /**
   * Whether a record whose digest the unit holds can be passed over. With a newer release only if no other unit holds
   * the case: the release decides which unit's record wins.
   */
  readonly digests: "trusted" | "trusted unless shared";
  readonly dictionaries: PackedWith;
}

/** What a parser must know of the archive whose pieces follow. */
export interface ParserTask extends Omit<ArchiveTask, "path"> {
  /** Rows of a volume's `CasesMetadata.json`; empty where there are none. */
  readonly rows: readonly unknown[];
}

export interface RecordBatch {
  readonly records: readonly ReadRecord[];
  readonly mentioned: ReferenceRecords;
  /** The piece's bytes, when records are among them that may have to be read again; else null. */
  readonly bytes: Uint8Array | null;
  /** How much of the archive was read by then, from 0 to 1; null when nothing tells how much there is. */
  readonly fraction: number | null;
}

export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: Place;
  readonly hint?: string;
}

export type ToReader =
  | { readonly kind: "parser"; readonly port: MessagePort }
  | { readonly kind: "read"; readonly task: ArchiveTask }
  /** Pieces of this weight are dealt with. */
  | { readonly kind: "taken"; readonly weight: number }
  | { readonly kind: "close" };

/** The archive is read: so many pieces, and why there are no more. */
export interface ReadEnd {
  readonly kind: "end";
  readonly pieces: number;
  readonly fault: Fault | null;
}

export type ToParser =
  | { readonly kind: "archive"; readonly task: ParserTask }
  | { readonly kind: "piece"; readonly piece: Chunk; readonly sequence: number };

/** A parser asks the reader for one piece more. */
export type FromParser = "next";

export interface ParsedPiece {
  readonly kind: "batch";
  readonly sequence: number;
  /** Of the piece. */
  readonly weight: number;
  readonly batch: RecordBatch;
}

/** A parser cannot go on: the corpus in which it looks up what is known cannot be read. */
export interface ParserFault {
  readonly kind: "fault";
  readonly fault: Fault;
}

/** A fault, to be told to another thread; a bug goes on. */
export function asFault(error: unknown): Fault {
  if (!(error instanceof CaselawError)) throw error;
  const { code, message, at, hint } = error;
  return { code, message, at, ...(hint === undefined ? {} : { hint }) };
}

export function faultOf({ code, message, at, hint }: Fault): CaselawError {
  return new CaselawError(code, message, { at, hint });
}
