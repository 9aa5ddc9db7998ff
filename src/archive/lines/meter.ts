/** Counts bytes as they are read, for the progress of an import. */

export class Meter {
  readonly #total: number;
  #read = 0;

  /** @param total number of bytes */
  constructor(total: number) {
    this.#total = total;
  }

  /** From 0 to 1; 1 when there is nothing to read. */
  get fraction(): number {
    return this.#total === 0 ? 1 : Math.min(this.#read / this.#total, 1);
  }

  add(bytes: number): void {
    this.#read += bytes;
  }

  async *count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.add(chunk.length);
      yield chunk;
    }
  }
}
