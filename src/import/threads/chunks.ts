/**
 * An archive cut into pieces: some records each, as bytes, in one buffer that can be handed to another thread.
 */
import type { Archive } from "../../archive/archive.ts";
import type { RecordPlace } from "../seen-cases.ts";

/** Bytes a piece: a parser's work of some 50 ms, and much more than what a message costs. */
const PIECE_BYTES = 2 ** 20;
/** Records a piece, so that one of short records is no long work either. */
const PIECE_RECORDS = 500;

/** What a record's objects take: an import of short cases, weighed by their text alone, took some 50 MB more. */
const RECORD_BYTES = 3 * 2 ** 10;

/** From and to, in the bytes of a piece. */
export type Span = readonly [from: number, to: number];

/** Where a record stands in its archive, and in the piece. */
export interface ChunkRecord {
  readonly place: RecordPlace;
  readonly json: Span;
  /** The page of the same name, of a volume. */
  readonly html: Span | null;
  /** Why nothing of it was read; else null. */
  readonly problem: string | null;
}

export interface Chunk {
  readonly records: readonly ChunkRecord[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes that it takes while it is under way, roughly: its own, and what is made of each record besides its text. */
  readonly weight: number;
  /** As in `RecordBatch`. */
  readonly fraction: number | null;
}

interface Entry {
  readonly place: RecordPlace;
  readonly json: Buffer;
  readonly html: Buffer | null;
  readonly problem: string | null;
}

const NOTHING = Buffer.alloc(0);
/** A record goes into the piece in which it begins: room for the last one of usual size. */
const ROOM_BYTES = PIECE_BYTES + 2 ** 16;

/** A piece that is being filled: an entry's bytes hold no longer than until the next entry is asked for. */
class Draft {
  readonly #records: ChunkRecord[] = [];
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(ROOM_BYTES);
  #length = 0;

  get isEmpty(): boolean {
    return this.#records.length === 0;
  }

  get isFull(): boolean {
    return this.#records.length >= PIECE_RECORDS || this.#length >= PIECE_BYTES;
  }

  add({ place, json, html, problem }: Entry): void {
    this.#makeRoom(json.length + (html?.length ?? 0));
    const spans = { json: this.#put(json), html: html === null ? null : this.#put(html) };
    this.#records.push({ place, ...spans, problem });
  }

  finish(fraction: number | null): Chunk {
    const bytes = this.#bytes.subarray(0, this.#length);
    const weight = this.#length + this.#records.length * RECORD_BYTES;
    return { records: this.#records, bytes, weight, fraction };
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = new Uint8Array(this.#length + bytes);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }

  #put(part: Buffer): Span {
    const from = this.#length;
    this.#bytes.set(part, from);
    this.#length += part.length;
    return [from, this.#length];
  }
}

/**
 * The records of an archive, in order, in pieces; those before a fault come before it is thrown (docs/interface.md, "Import
 * guarantees").
 *
 * @param maxLineBytes as of `LineArchive.lines`
 * @throws CaselawError `corrupt` when it cannot be read to its end
 */
export async function* chunksOf(archive: Archive, maxLineBytes?: number): AsyncGenerator<Chunk> {
  const fraction = (): number | null => (archive.layout === "lines" ? archive.fraction() : null);
  let draft = new Draft();
  let fault: unknown;
  try {
    for await (const entry of entriesOf(archive, maxLineBytes)) {
      draft.add(entry);
      if (!draft.isFull) continue;
      yield draft.finish(fraction());
      draft = new Draft();
    }
  } catch (error) {
    fault = error;
  }
  if (!draft.isEmpty) yield draft.finish(fraction());
  if (fault !== undefined) throw fault;
}

async function* entriesOf(archive: Archive, maxLineBytes?: number): AsyncGenerator<Entry> {
  if (archive.layout === "volume") {
    for await (const { entry, json, html } of archive.cases()) {
      yield { place: { entry, line: null }, json, html, problem: null };
    }
    return;
  }
  if (archive.layout === "mets") {
    for await (const { entry, xml } of archive.cases()) {
      yield { place: { entry, line: null }, json: xml, html: null, problem: null };
    }
    return;
  }
  for await (const line of archive.lines(maxLineBytes)) {
    const place = { entry: line.entry, line: line.number };
    if ("problem" in line) yield { place, json: NOTHING, html: null, problem: line.problem };
    else yield { place, json: line.bytes, html: null, problem: null };
  }
}
