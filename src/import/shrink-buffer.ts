/**
 * Buffers what an archive would write until `shrink.ts` allows or refuses it, so that a release that changes little is decoded
 * once: unchanged records take next to no memory, and changed ones are prepared once.
 */
import type { ArchiveContents } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { SeenCases } from "./seen-cases.ts";
import { hasAllRecords, refuseShrink, type StoredUnit, shrinkOf } from "./shrink.ts";
import { RECORD_BYTES } from "./threads/chunks.ts";
import type { ReadRecord } from "./threads/records.ts";
import type { RecordBatch } from "./threads/thread-messages.ts";

/** What a known record takes. */
const KNOWN_BYTES = 200;
const NOTHING = new Uint8Array(0);

/** The archive would remove too many cases of its unit. */
export class ShrinkRefused extends Error {
  override readonly name = "ShrinkRefused";
}

export interface ShrinkCheck {
  /** Of the archive. */
  readonly path: string;
  readonly contents: ArchiveContents;
  readonly unit: StoredUnit;
  /** Bound of the buffer. */
  readonly maxBytes: number;
  /** Called for each batch that is buffered, with the number of records in the buffer. */
  readonly onBuffered: (records: number, batch: RecordBatch) => void;
}

/**
 * The same batches in the same order, all of them after the decision.
 *
 * @throws ShrinkRefused before the first batch; what `batches` throws, after the batches before it
 */
export async function* untilShrinkIsChecked(
  batches: AsyncGenerator<RecordBatch>,
  { path, contents, unit, maxBytes, onBuffered }: ShrinkCheck,
): AsyncGenerator<RecordBatch> {
  const buffer = new ShrinkBuffer(maxBytes);
  try {
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      if (buffer.add(next.value)) {
        onBuffered(buffer.records, next.value);
        continue;
      }
      // the batch does not fit, or will need its bytes again: the ids are read separately
      refuse(await refuseShrink(path, unit));
      yield* buffer.batches;
      yield next.value;
      yield* batches;
      return;
    }
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    // the unread rest may have every missing case, so nothing will be removed
    yield* buffer.batches;
    throw error;
  } finally {
    await batches.return(undefined);
  }
  refuse(buffer.ids !== null && hasAllRecords(contents) ? shrinkOf(buffer.ids, unit) : null);
  yield* buffer.batches;
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new ShrinkRefused(reason);
}

class ShrinkBuffer {
  readonly batches: RecordBatch[] = [];
  readonly #maxBytes: number;
  readonly #seen = new SeenCases();
  #hasUnknownIds = false;
  records = 0;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Ids of all records so far; null when a record has no readable id, since it may be any case. */
  get ids(): SeenCases | null {
    return this.#hasUnknownIds ? null : this.#seen;
  }

  /** Adds the batch unless it is too large or repeats an id; returns whether it was added. */
  add(batch: RecordBatch): boolean {
    const ids = batch.records.map(idOf);
    const known = ids.filter((id) => id !== null);
    const isNew = new Set(known).size === known.length && known.every((id) => !this.#seen.has(id));
    const packed = batch.memory.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const bytes = batch.records.reduce((sum, record) => sum + bytesOf(record), packed);
    if (!isNew || this.#bytes + bytes > this.#maxBytes) return false;
    for (const id of known) this.#seen.note(id, { entry: null, line: 1 });
    if (known.length < ids.length) this.#hasUnknownIds = true;
    this.records += ids.length;
    this.#bytes += bytes;
    // no id is repeated, so no unchanged record will need its bytes again
    this.batches.push({ ...batch, records: batch.records.map(withoutSource), bytes: null });
    return true;
  }
}

function idOf(record: ReadRecord): number | null {
  if (record.kind === "prepared") return record.prepared.record.id;
  return record.id;
}

/** Memory of a record's objects. */
function bytesOf({ kind }: ReadRecord): number {
  return kind === "prepared" ? RECORD_BYTES : KNOWN_BYTES;
}

function withoutSource(record: ReadRecord): ReadRecord {
  if (record.kind !== "known") return record;
  const { kind, place, id } = record;
  return { kind, place, id, digest: NOTHING, source: { place, json: [0, 0], html: null, problem: null } };
}
