/** The bytes of a stream that are still needed, in one buffer, however the stream is cut into chunks. */

const FIRST_BYTES = 2 ** 20;

export class ByteWindow {
  readonly #chunks: AsyncIterator<Uint8Array>;
  bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
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
    if (next.done === true) this.isEnd = true;
    else this.#add(next.value);
  }

  /** Forgets bytes at the start. */
  drop(count: number): void {
    this.start += count;
  }

  async close(): Promise<void> {
    if (!this.isEnd) await this.#chunks.return?.();
  }

  #add(chunk: Uint8Array): void {
    const { bytes, start, end } = this;
    const length = end - start;
    if (end + chunk.length > bytes.length) {
      // at most half of the buffer is moved, so that a byte is moved a few times, not once a chunk
      const fits = length + chunk.length <= bytes.length / 2;
      const target = fits ? bytes : Buffer.allocUnsafeSlow(2 * (length + chunk.length));
      bytes.copy(target, 0, start, end);
      if (!fits) {
        // freed at once: the collector would leave much behind
        bytes.buffer.transfer(0);
        this.bytes = target;
      }
      this.start = 0;
      this.end = length;
    }
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }
}
