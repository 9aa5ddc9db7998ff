/** The bytes of a stream that are still needed, in one buffer, however the stream is cut into chunks. */

export class ByteWindow {
  readonly #chunks: AsyncIterator<Uint8Array>;
  bytes = Buffer.allocUnsafeSlow(0);
  /** The bytes are those from `start` on. */
  start = 0;
  /** No bytes come after these. */
  isEnd = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  get end(): number {
    return this.bytes.length;
  }

  /** Adds the next chunk, or sets `isEnd`. Offsets in `bytes` change. */
  async fill(): Promise<void> {
    const next = await this.#chunks.next();
    if (next.done === true) {
      this.isEnd = true;
      return;
    }
    const rest = this.bytes.subarray(this.start);
    this.bytes = Buffer.allocUnsafeSlow(rest.length + next.value.length);
    this.bytes.set(rest);
    this.bytes.set(next.value, rest.length);
    this.start = 0;
    // freed at once: the collector would leave much behind
    rest.buffer.transfer(0);
  }

  /** Forgets bytes at the start. */
  drop(count: number): void {
    this.start += count;
  }

  async close(): Promise<void> {
    if (!this.isEnd) await this.#chunks.return?.();
  }
}
