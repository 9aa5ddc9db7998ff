/**
 * Random access to a zip's bytes through one window, so that directory, headers and small members, which lie side by
 * side, cost one read of the file for many of them.
 */
import type { FileHandle } from "node:fs/promises";
import { RandomAccessReader } from "yauzl";

const WINDOW_BYTES = 256 * 1024;

export class ZipReader extends RandomAccessReader {
  readonly #handle: FileHandle;
  readonly #window = Buffer.allocUnsafe(WINDOW_BYTES);
  #windowStart = 0;
  #windowBytes = 0;
  /** Reads take turns: two at once would each move the window under the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(handle: FileHandle) {
    super();
    this.#handle = handle;
  }

  /** What yauzl calls. */
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

  /** Streams bytes past the window. */
  async *stream(position: number, length: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < length; ) {
      const piece = Math.min(WINDOW_BYTES, length - done);
      yield await this.#readFrom(position + done, Buffer.allocUnsafe(piece), piece);
      done += piece;
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
