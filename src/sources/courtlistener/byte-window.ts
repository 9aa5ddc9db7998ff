/** The bytes of a stream that are still needed, in one buffer, however the stream is split into chunks. */

export class ByteWindow {
  readonly #chunks: AsyncIterator<Uint8Array>;
  bytes = Buffer.allocUnsafeSlow(0);
  /** The bytes are those from `start` to `end`. */
  start = 0;
  end = 0;
  /** No bytes come after these. */
  isEnd = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Adds the next chunk, or sets `isEnd`. Offsets in `bytes` change. */
  async fill(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) {
      this.isEnd = true;
      return;
    }
    const { value: chunk } = next;
    if (this.end + chunk.length > this.bytes.length) {
      const rest = this.bytes.subarray(this.start, this.end);
      // twice what is needed: a byte of a long row is moved a few times, not once a chunk
      this.bytes = Buffer.allocUnsafeSlow(2 * (rest.length + chunk.length));
      this.bytes.set(rest);
      [this.start, this.end] = [0, rest.length];
      // freed at once: the collector would leave much behind
      rest.buffer.transfer(0);
    }
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  /** Forgets bytes at the start. */
  drop(count: number): void {
    this.start += count;
  }

  async close(): Promise<void> {
    if (!this.isEnd) await this.#chunks.return?.();
  }
}
