/** Sets of ids in little memory: of the cases of an archive, with their positions; of the rows of tables, without. */
import type { RecordPlace } from "../archive/members.ts";

const MAX_UINT_32 = 2 ** 32 - 1;
/** Share of the slots that are in use before the table is doubled. */
const MAX_LOAD = 7 / 8;

/**
 * The case ids of one archive with the position of each: a hash table of two numbers for each case, in typed arrays of 32 bits
 * as long as all numbers fit. The largest jurisdiction (1.7 million cases) takes 17 MB.
 */
export class SeenCases {
  #ids: Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer> = new Uint32Array(1024);
  #places: Int32Array<ArrayBuffer> | Float64Array<ArrayBuffer> = new Int32Array(1024);
  #size = 0;
  /** Entries; a negative number in `#places` is the index of an entry, other numbers are lines. */
  readonly #entries: (string | null)[] = [];

  has(id: number): boolean {
    return this.#ids[this.#slot(id)] === id;
  }

  /** The ids, in no order. */
  *ids(): Generator<number> {
    for (const id of this.#ids) if (id !== 0) yield id;
  }

  /** The last position of an id; null for an unknown id. */
  placeOf(id: number): RecordPlace | null {
    const slot = this.#slot(id);
    if (this.#ids[slot] !== id) return null;
    const place = this.#places[slot] ?? 0;
    if (place >= 0) return { entry: this.#entries[0] ?? null, line: place };
    return { entry: this.#entries[-place] ?? null, line: null };
  }

  note(id: number, { entry, line }: RecordPlace): void {
    if (line !== null) {
      this.#entries[0] = entry;
      this.#put(id, line);
    } else {
      if (this.#entries.length === 0) this.#entries.push(null);
      this.#put(id, -(this.#entries.push(entry) - 1));
    }
  }

  #put(id: number, place: number): void {
    const isWide = this.#ids instanceof Float64Array;
    if (!isWide && (id > MAX_UINT_32 || place !== (place | 0))) this.#remake(this.#ids.length, true);
    else if (this.#size >= this.#ids.length * MAX_LOAD) this.#remake(this.#ids.length * 2, isWide);
    const slot = this.#slot(id);
    if (this.#ids[slot] !== id) this.#size++;
    this.#ids[slot] = id;
    this.#places[slot] = place;
  }

  /** The slot of an id, or the free slot for it. */
  #slot(id: number): number {
    const mask = this.#ids.length - 1;
    let slot = Math.imul(id ^ (id / 2 ** 32), 0x9e3779b1) & mask;
    for (let stored = this.#ids[slot]; stored !== 0 && stored !== id; stored = this.#ids[slot])
      slot = (slot + 1) & mask;
    return slot;
  }

  #remake(length: number, isWide: boolean): void {
    const [ids, places] = [this.#ids, this.#places];
    this.#ids = isWide ? new Float64Array(length) : new Uint32Array(length);
    this.#places = isWide ? new Float64Array(length) : new Int32Array(length);
    for (let from = 0; from < ids.length; from++) {
      const id = ids[from] ?? 0;
      if (id === 0) continue;
      const slot = this.#slot(id);
      this.#ids[slot] = id;
      this.#places[slot] = places[from] ?? 0;
    }
    // freed at once: they would wait for the collector
    for (const { buffer } of [ids, places]) buffer.transfer(0);
  }
}

/** A set of ids as bits: 70 million dockets take some 9 MB. */
export class IdSet {
  /** Bits by the higher part of the id, so that one large id takes no more than others. */
  readonly #pages = new Map<number, Uint8Array>();

  /** @param id a positive integer */
  add(id: number): void {
    const page = Math.floor(id / PAGE_IDS);
    const bits = this.#pages.get(page) ?? new Uint8Array(PAGE_IDS / 8);
    this.#pages.set(page, bits);
    const at = id % PAGE_IDS;
    bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  }

  has(id: number): boolean {
    const bits = this.#pages.get(Math.floor(id / PAGE_IDS));
    const at = id % PAGE_IDS;
    return ((bits?.[at >> 3] ?? 0) & (1 << (at & 7))) !== 0;
  }
}

const PAGE_IDS = 2 ** 16;
