/** A cache of query results for one state of the corpus. Any write makes a new state, which empties the cache. */

export class SnapshotCache<T> {
  #state: string | null = null;
  readonly #results = new Map<string, T>();
  readonly #size: number;

  /** @param size results kept: enough for the walks that run at the same time */
  constructor(size: number) {
    this.#size = size;
  }

  /** Returns the cached result of a query, or computes it. The result that was used longest ago is dropped first. */
  get(state: string, query: string, compute: () => T): T {
    if (state !== this.#state) this.#results.clear();
    this.#state = state;
    const known = this.#results.get(query);
    const result = known === undefined ? compute() : known;
    this.#results.delete(query);
    this.#results.set(query, result);
    const [oldest] = this.#results.keys();
    if (this.#results.size > this.#size && oldest !== undefined) this.#results.delete(oldest);
    return result;
  }
}
