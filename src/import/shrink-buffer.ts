/**
 * Holds back what an archive would write until it is known whether it may (shrink.ts), so that a release that changes little
 * is decoded once: what is known already takes next to nothing, and what changed is prepared once.
 */
import type { Archive } from "../archive/archive.ts";
import { CaselawError } from "../domain/errors.ts";
import { SeenCases } from "./seen-cases.ts";
import { refuseShrink, type StoredUnit, shrinkOf } from "./shrink.ts";
import { MAX_BYTES, MAX_RECORDS } from "./shrink-buffer-limits.ts";
import type { ReadRecord } from "./threads/records.ts";
import type { RecordBatch } from "./threads/thread-messages.ts";

const NOTHING = new Uint8Array(0);

/** The archive would take away too much of its unit. */
export class ShrinkRefused extends Error {
  override readonly name = "ShrinkRefused";
}

export interface Holding {
  readonly archive: Archive;
  readonly unit: StoredUnit;
  /** Told of each batch that is held, with the records held by then. */
  readonly onHeld: (records: number, batch: RecordBatch) => void;
}

/**
 * The same batches, in the same order, all after the decision.
 *
 * @throws ShrinkRefused before the first of them; what `batches` throws, after those before it
 */
export async function* untilShrinkIsChecked(
  batches: AsyncGenerator<RecordBatch>,
  { archive, unit, onHeld }: Holding,
): AsyncGenerator<RecordBatch> {
  const held = new Held(archive);
  try {
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      if (held.add(next.value)) {
        onHeld(held.records, next.value);
        continue;
      }
      // too much to hold, or not to be told without its bytes: the ids are read apart
      refuse(await refuseShrink(archive, unit));
      yield* held.batches;
      yield next.value;
      yield* batches;
      return;
    }
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    // cut short it may hold them all: nothing will be removed
    yield* held.batches;
    throw error;
  } finally {
    await batches.return(undefined);
  }
  refuse(held.ids === null ? null : shrinkOf(held.ids, unit));
  yield* held.batches;
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new ShrinkRefused(reason);
}

class Held {
  readonly batches: RecordBatch[] = [];
  readonly #seen = new SeenCases();
  #isTold: boolean;
  records = 0;
  #bytes = 0;

  constructor(archive: Archive) {
    this.#isTold =
      archive.layout !== "volume" || !archive.mismatches.some(({ kind }) => kind === "row_without_json");
  }

  /** Ids of all records so far; null when one could not be told, and so may be any case. */
  get ids(): SeenCases | null {
    return this.#isTold ? this.#seen : null;
  }

  /** Whether the batch is held: not one that is too much, or gives an id again. */
  add(batch: RecordBatch): boolean {
    const ids = batch.records.map(idOf);
    const told = ids.filter((id) => id !== null);
    const isNew = new Set(told).size === told.length && told.every((id) => !this.#seen.has(id));
    const bytes = batch.records.reduce((sum, record) => sum + bytesOf(record), 0);
    if (!isNew || this.records + ids.length > MAX_RECORDS || this.#bytes + bytes > MAX_BYTES) return false;
    for (const id of told) this.#seen.note(id, { entry: null, line: 1 });
    if (told.length < ids.length) this.#isTold = false;
    this.records += ids.length;
    this.#bytes += bytes;
    // no id comes twice, so nothing known will have to be prepared after all
    this.batches.push({ ...batch, records: batch.records.map(withoutSource), bytes: null });
    return true;
  }
}

function idOf(record: ReadRecord): number | null {
  if (record.kind === "prepared") return record.prepared.record.id;
  return record.id;
}

function bytesOf(record: ReadRecord): number {
  if (record.kind !== "prepared") return 0;
  const { forms, indexed } = record.prepared;
  return forms.reduce((sum, { data }) => sum + (data?.length ?? 0), indexed?.opinions.length ?? 0);
}

function withoutSource(record: ReadRecord): ReadRecord {
  if (record.kind !== "known") return record;
  const { kind, place, id } = record;
  return { kind, place, id, digest: NOTHING, source: { place, json: [0, 0], html: null, problem: null } };
}
