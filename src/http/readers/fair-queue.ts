/**
 * Which of the waiting questions is asked next.
 *
 * Connections take turns, so a connection with many questions delays the others by one question, not by all of its own.
 * Costly questions have a lane of their own: they never run on all readers at once, so a cheap question waits for other
 * cheap ones only. A few cheap ones go first, then a costly one, so that neither lane waits for ever.
 */

/** - `costly`: may take as long as the deadline allows. - `cheap`: takes some milliseconds. */
export type Cost = "cheap" | "costly";

export interface Waiting {
  readonly cost: Cost;
  /** Compared by identity. */
  readonly connection: object;
}

export interface QueueBounds {
  /** Questions that may wait in each lane. */
  readonly waiting: number;
  /** Costly questions that may run at the same time. */
  readonly costlyRunning: number;
}

/** Cheap questions that go before a costly one which could run: together they take as long as one search. */
const CHEAP_BEFORE_COSTLY = 16;

export class FairQueue<T extends Waiting> {
  readonly #bounds: QueueBounds;
  readonly #lanes: Readonly<Record<Cost, Lane<T>>> = { cheap: new Lane(), costly: new Lane() };
  #costlyRunning = 0;
  /** Taken one after the other while a costly question could have run. */
  #cheapInARow = 0;

  constructor(bounds: QueueBounds) {
    this.#bounds = bounds;
  }

  /** Returns false, and does not keep the question, when its lane is full. */
  add(question: T): boolean {
    const lane = this.#lanes[question.cost];
    if (lane.size >= this.#bounds.waiting) return false;
    lane.add(question);
    return true;
  }

  /** The next question to run, or null when none may run now. Call `done` when it has ended. */
  take(): T | null {
    const { cheap, costly } = this.#lanes;
    const mayBeCostly = costly.size > 0 && this.#costlyRunning < this.#bounds.costlyRunning;
    const isCheap = cheap.size > 0 && !(mayBeCostly && this.#cheapInARow >= CHEAP_BEFORE_COSTLY);
    if (!isCheap && !mayBeCostly) return null;
    this.#cheapInARow = isCheap && mayBeCostly ? this.#cheapInARow + 1 : 0;
    if (!isCheap) this.#costlyRunning++;
    return (isCheap ? cheap : costly).take();
  }

  /** A question that was taken runs no more. */
  done({ cost }: T): void {
    if (cost === "costly") this.#costlyRunning--;
  }

  /** Returns false when the question does not wait. */
  remove(question: T): boolean {
    return this.#lanes[question.cost].remove(question);
  }

  /** Removes and returns all questions that wait. */
  clear(): T[] {
    return [...this.#lanes.cheap.clear(), ...this.#lanes.costly.clear()];
  }
}

class Lane<T extends Waiting> {
  /** No list is empty. The connection whose turn is next comes first. */
  readonly #ofConnections = new Map<object, T[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(question: T): void {
    const own = this.#ofConnections.get(question.connection);
    if (own === undefined) this.#ofConnections.set(question.connection, [question]);
    else own.push(question);
    this.#size++;
  }

  take(): T | null {
    for (const [connection, own] of this.#ofConnections) {
      const first = own.shift() ?? null;
      this.#ofConnections.delete(connection);
      if (own.length > 0) this.#ofConnections.set(connection, own);
      this.#size--;
      return first;
    }
    return null;
  }

  remove(question: T): boolean {
    const { connection } = question;
    const own = this.#ofConnections.get(connection) ?? [];
    const left = own.filter((one) => one !== question);
    if (left.length === own.length) return false;
    if (left.length > 0) this.#ofConnections.set(connection, left);
    else this.#ofConnections.delete(connection);
    this.#size--;
    return true;
  }

  clear(): T[] {
    const all = [...this.#ofConnections.values()].flat();
    this.#ofConnections.clear();
    this.#size = 0;
    return all;
  }
}
