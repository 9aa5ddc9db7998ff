/** The statistics of a corpus: counts, sizes and the last runs. */
import type { LoggedRun } from "./runs.ts";

/** Bytes of a corpus. */
export interface Sizes {
  /** Bytes of the file, without a write-ahead log. */
  readonly file: number;
  /** Bytes in free pages of the file. */
  readonly free: number;
  /** Bytes of both indexes; null if not measured. */
  readonly index: number | null;
  /** Bytes of the packed bodies; null if not measured. */
  readonly bodies: number | null;
}

/** Counts, sizes and the last runs of a corpus. */
export interface Stats extends CaseTotals {
  readonly byJurisdiction: ReadonlyMap<number, number>;
  readonly byReporter: ReadonlyMap<number, number>;
  /** Null unless requested. */
  readonly byVolume: readonly VolumeCount[] | null;
  /** Sum of the rejected records of each unit's last import. */
  readonly rejects: number;
  readonly sizes: Sizes;
  /** Number of the last change; 0 before the first. */
  readonly changeNumber: number;
  /** Newest first. */
  readonly runs: readonly LoggedRun[];
}

/** Counts of all cases. */
export interface CaseTotals {
  readonly cases: number;
  /** Cases with a body without text. */
  readonly emptyBodies: number;
  /** Cases without a body from any source. */
  readonly withoutBody: number;
  /** Cases whose decision date is not a date. */
  readonly undated: number;
  /** Cases whose text does not match `analysis.sha256`. */
  readonly hashDifferences: number;
  /** Stored bodies of each form. */
  readonly xml: number;
  readonly html: number;
  readonly text: number;
}

/** The cases of a volume. */
export interface VolumeCount {
  readonly barcode: string;
  readonly cases: number;
}
