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
