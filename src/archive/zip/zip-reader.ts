/**
 * Random access to a zip's bytes through one window, so that one read of the file serves many adjacent headers, directory
 * records and small members.
 */
import type { FileHandle } from "node:fs/promises";
import { RandomAccessReader } from "yauzl";

const WINDOW_BYTES = 256 * 1024;

export class ZipReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #windowStart = 0;
  #windowBytes = 0;
  /** The last read: reads are made one after the other, because each may move the window. */
  #last: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }

  /** Called by yauzl. */
  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    this.readAt(position, length).then((bytes) => {
      bytes.copy(target, offset);
      done(null);
    }, done);
  }

  /** Reads exactly `length` bytes. @throws Error when the file ends before */
  readAt(position: number, length: number): Promise<Buffer> {
    const turn = this.#last.then(() => this.#readInWindow(position, length));
    this.#last = turn.then(
      () => {},
      () => {},
    );
    return turn;
  }

  /**
   * Streams bytes without the window. A chunk is valid until the next one is requested: a buffer for each would wait for the collector,
   * up to 64 MB of them.
   */
  async *stream(position: number, length: number): AsyncGenerator<Buffer> {
    const target = Buffer.allocUnsafeSlow(Math.min(WINDOW_BYTES, length));
    for (let done = 0; done < length; ) {
      const bytes = Math.min(target.length, length - done);
      yield (await this.#readFrom(position + done, target, bytes)).subarray(0, bytes);
      done += bytes;
    }
  }

  async #readInWindow(position: number, length: number): Promise<Buffer> {
    const target = Buffer.allocUnsafe(length);
    if (length > WINDOW_BYTES) return this.#readFrom(position, target, length);
    const inside =
      position >= this.#windowStart && position + length <= this.#windowStart + this.#windowBytes;
    if (!inside) await this.#moveWindow(position, length);
    this.#window.copy(target, 0, position - this.#windowStart);
    return target;
  }

  async #moveWindow(position: number, length: number): Promise<void> {
    this.#windowBytes = 0;
    const { bytesRead } = await this.#handle.read(this.#window, 0, WINDOW_BYTES, position);
    if (bytesRead < length) throw new Error(`the file ends ${length - bytesRead} bytes early`);
    this.#windowStart = position;
    this.#windowBytes = bytesRead;
  }

  async #readFrom(position: number, target: Buffer, length: number): Promise<Buffer> {
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#handle.read(target, done, length - done, position + done);
      if (bytesRead === 0) throw new Error(`the file ends ${length - done} bytes early`);
      done += bytesRead;
    }
    return target;
  }
}
