/**
 * What was found out of one state of the corpus, so that the pages of a walk do not count the same matches again. Any
 * write makes another state and forgets all.
 */

export class SnapshotCache<T> {
  #state: string | null = null;
  readonly #results = new Map<string, T>();
  readonly #queries: number;

  /** @param questions remembered at a time: those of the walks that go on beside each other */
  constructor(queries: number) {
    this.#queries = queries;
  }

  /** What is known of a question, or what `find` finds; the question asked longest ago is forgotten first. */
  get(state: string, query: string, find: () => T): T {
    if (state !== this.#state) this.#results.clear();
    this.#state = state;
    const known = this.#results.get(query);
    const results = known === undefined ? find() : known;
    this.#results.delete(query);
    this.#results.set(query, results);
    const [oldest] = this.#results.keys();
    if (this.#results.size > this.#queries && oldest !== undefined) this.#results.delete(oldest);
    return results;
  }
}
