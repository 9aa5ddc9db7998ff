/**
 * What it means that an archive gives an id twice (docs/faults.md, "R4"), decided in the archive's order: parsers know nothing of
 * each other's pieces, so the outcome is the same with any number of them.
 */

import type { VolumeContext } from "../../sources/read-case.ts";
import type { IncomingCase } from "../../store/write/case-writer.ts";
import { judgeChunk, type ReadRecord } from "./records.ts";
import type { RecordBatch } from "./thread-messages.ts";

/** What the archive gave before, and what the unit holds by now. */
export interface Before {
  readonly hasTaken: (id: number) => boolean;
  readonly holds: (id: number, digest: Uint8Array) => boolean;
}

export interface OrderedBatch {
  readonly records: readonly ReadRecord[];
  /** The prepared ones among them, in their order. */
  readonly incoming: readonly IncomingCase[];
}

/**
 * A parser calls a record known that equals what the unit held when it looked. Where the archive gave the id before, that
 * may be another record's doing, or undone by it: then the record is prepared here after all.
 */
export function inArchiveOrder(
  batch: RecordBatch,
  volume: VolumeContext | null,
  before: Before,
): OrderedBatch {
  const incoming: IncomingCase[] = [];
  /** Ids of the batch so far, and those that it writes. */
  const met = new Set<number>();
  const written = new Set<number>();
  const take = (record: ReadRecord): ReadRecord => {
    if (record.kind === "known") {
      const { id, digest } = record;
      const isStill = !written.has(id) && (!before.hasTaken(id) || before.holds(id, digest));
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
  if (record === undefined) throw new Error("a record came to nothing");
  return record;
}
