/**
 * Decides what a repeated id of an archive means (docs/faults.md, "R4"), in the archive's order: parsers do not know each
 * other's chunks, so the outcome is the same with any number of parsers.
 */
import type { VolumeContext } from "../../sources/read-case.ts";
import type { IncomingCase } from "../../store/write/case-writer.ts";
import { judgeChunk, type ReadRecord } from "./records.ts";
import type { RecordBatch } from "./thread-messages.ts";

/** The cases of the archive so far, and the stored cases of the unit. */
export interface Before {
  readonly hasTaken: (id: number) => boolean;
  readonly isStored: (id: number, digest: Uint8Array) => boolean;
}

export interface OrderedBatch {
  readonly records: readonly ReadRecord[];
  /** The prepared records among them, in their order. */
  readonly incoming: readonly IncomingCase[];
}

/**
 * A parser calls a record known when its digest was stored for the unit at that moment. An earlier record of the same id may
 * have stored or replaced that digest: then the record is prepared here after all.
 */
export function inArchiveOrder(
  batch: RecordBatch,
  volume: VolumeContext | null,
  before: Before,
): OrderedBatch {
  const incoming: IncomingCase[] = [];
  /** Ids of the batch so far, and the ids that it writes. */
  const met = new Set<number>();
  const written = new Set<number>();
  const take = (record: ReadRecord): ReadRecord => {
    if (record.kind === "known") {
      const { id, digest } = record;
      const isStill = !written.has(id) && (!before.hasTaken(id) || before.isStored(id, digest));
      if (!isStill) return take(prepared(record, batch, volume));
      met.add(id);
      return record;
    }
    if (record.kind !== "prepared") return record;
    const { id } = record.prepared.record;
    incoming.push({ prepared: record.prepared, repeated: met.has(id) || before.hasTaken(id) });
    met.add(id);
    written.add(id);
    return record;
  };
  return { records: batch.records.map(take), incoming };
}

function prepared(
  { source }: Extract<ReadRecord, { kind: "known" }>,
  { bytes }: RecordBatch,
  volume: VolumeContext | null,
): ReadRecord {
  if (bytes === null) throw new Error("a known record came without its bytes");
  const [record] = judgeChunk(
    { records: [source], bytes },
    { volume, rows: new Map(), isKnown: () => false, dictionaries: {} },
  );
  if (record === undefined) throw new Error("no result for a record");
  return record;
}
