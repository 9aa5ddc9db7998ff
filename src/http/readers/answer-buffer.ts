/**
 * The remaining chunks of answers that clients have not read yet. Above the limit, the chunks that have waited longest are
 * discarded.
 */
export class AnswerBuffer {
  readonly #onLost: (id: number) => void;
  readonly #maxBytes: number;
  /** In order of use, the longest unused first. */
  readonly #chunksById = new Map<number, Buffer[]>();
  #bytes = 0;

  /** @param onLost called with the id of an answer whose chunks were discarded */
  constructor(maxBytes: number, onLost: (id: number) => void) {
    this.#onLost = onLost;
    this.#maxBytes = maxBytes;
  }

  /** Keeps the chunks of an answer. The newest answer is kept whatever its size, because it is read next. */
  add(id: number, chunks: Buffer[]): void {
    if (chunks.length === 0) return;
    this.#chunksById.set(id, chunks);
    this.#bytes += sizeOf(chunks);
    for (const [oldest] of this.#chunksById) {
      if (this.#bytes <= this.#maxBytes || oldest === id) return;
      this.drop(oldest);
      this.#onLost(oldest);
    }
  }

  /** The next chunk of an answer; null if no rest of it is kept. */
  next(id: number): Buffer | null {
    const chunks = this.#chunksById.get(id);
    const chunk = chunks?.shift();
    if (chunks === undefined || chunk === undefined) return null;
    this.#bytes -= chunk.length;
    this.#chunksById.delete(id);
    if (chunks.length > 0) this.#chunksById.set(id, chunks);
    return chunk;
  }

  drop(id: number): void {
    this.#bytes -= sizeOf(this.#chunksById.get(id) ?? []);
    this.#chunksById.delete(id);
  }
}

export function sizeOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0);
}
