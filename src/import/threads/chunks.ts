/**
 * Splits an archive into chunks: the bytes of some records in one buffer that can be transferred to another thread.
 */
import type { Archive, ArchiveRecord, RecordPlace } from "../../archive/members.ts";

/**
 * Bytes of a chunk: some 7 ms of a parser's work. With half of it, threads wake each other more often, and an import takes 4 %
 * longer (eight runs of each). All objects of a chunk are in use until it is sent, so those of a larger chunk outlive collections:
 * with twice as much, an import takes 4 % longer and 20 MB more (four runs of each).
 */
const CHUNK_BYTES = 2 ** 18;
/** Records of a chunk, so that a chunk of short records does not take long either. */
const CHUNK_RECORDS = 500;

/** Memory of a record's objects: without it an import of short cases took some 50 MB more. */
export const RECORD_BYTES = 3 * 2 ** 10;

/** From and to, in the bytes of a chunk. */
export type Span = readonly [from: number, to: number];

/** The position of a record in its archive and in the chunk. */
export interface ChunkRecord {
  readonly place: RecordPlace;
  /** JSON, or XML. */
  readonly bytes: Span;
  /** As of `ArchiveRecord`; directly after `bytes`. */
  readonly attached: Span | null;
  /** Why its bytes were not read; null when they were. */
  readonly problem: string | null;
}

export interface Chunk {
  readonly records: readonly ChunkRecord[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Estimated memory of the chunk between reader and writer: its bytes, `more` of its records, and the objects of its records. */
  readonly weight: number;
  /** As in `RecordBatch`. */
  readonly fraction: number;
}

/** A record belongs to the chunk in which it begins: room for a last record of usual size. */
const ROOM_BYTES = CHUNK_BYTES + 2 ** 16;

/** A chunk that is being filled. It copies the bytes of a record, which are valid only until the next one is requested. */
class Draft {
  readonly #records: ChunkRecord[] = [];
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(ROOM_BYTES);
  #length = 0;
  #more = 0;

  get isEmpty(): boolean {
    return this.#records.length === 0;
  }

  get isFull(): boolean {
    return this.#records.length >= CHUNK_RECORDS || this.#length + this.#more >= CHUNK_BYTES;
  }

  add({ place, bytes, attached, problem, more = 0 }: ArchiveRecord): void {
    this.#more += more;
    this.#makeRoom(bytes.length + (attached?.length ?? 0));
    const spans = { bytes: this.#put(bytes), attached: attached === null ? null : this.#put(attached) };
    this.#records.push({ place, ...spans, problem });
  }

  finish(fraction: number): Chunk {
    const bytes = this.#bytes.subarray(0, this.#length);
    const weight = this.#length + this.#more + this.#records.length * RECORD_BYTES;
    return { records: this.#records, bytes, weight, fraction };
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    this.#bytes = new Uint8Array(this.#bytes.buffer.transfer(this.#length + bytes));
  }

  #put(part: Buffer): Span {
    const from = this.#length;
    this.#bytes.set(part, from);
    this.#length += part.length;
    return [from, this.#length];
  }
}

/**
 * The records of an archive in order; those before a fault are yielded before it is thrown (docs/interface.md, "Import
 * guarantees").
 *
 * @throws CaselawError `corrupt` when it cannot be read to its end
 */
export async function* chunksOf(archive: Archive): AsyncGenerator<Chunk> {
  let draft = new Draft();
  let fault: unknown;
  try {
    for await (const record of archive.records()) {
      draft.add(record);
      if (!draft.isFull) continue;
      yield draft.finish(archive.fraction());
      draft = new Draft();
    }
  } catch (error) {
    fault = error;
  }
  if (!draft.isEmpty) yield draft.finish(archive.fraction());
  if (fault !== undefined) throw fault;
}
