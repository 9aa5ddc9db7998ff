/**
 * What was found out of one state of the corpus, so that the pages of a walk do not count the same matches again. Any
 * write makes another state and forgets all.
 */

export class SnapshotCache<T> {
  #state: string | null = null;
  readonly #found = new Map<string, T>();
  readonly #questions: number;

  /** @param questions remembered at a time: those of the walks that go on beside each other */
  constructor(questions: number) {
    this.#questions = questions;
  }

  /** What is known of a question, or what `find` finds; the question asked longest ago is forgotten first. */
  recall(state: string, question: string, find: () => T): T {
    if (state !== this.#state) this.#found.clear();
    this.#state = state;
    const known = this.#found.get(question);
    const found = known === undefined ? find() : known;
    this.#found.delete(question);
    this.#found.set(question, found);
    const [oldest] = this.#found.keys();
    if (this.#found.size > this.#questions && oldest !== undefined) this.#found.delete(oldest);
    return found;
  }
}
