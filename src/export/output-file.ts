/** A file that grows: whoever writes waits until the disk has taken it. */
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

type Handle = Awaited<ReturnType<typeof open>>;

export class OutputFile implements AsyncDisposable {
  /** Records written so far, as whoever writes counts them. */
  rows = 0;
  readonly #handle: Handle;

  private constructor(handle: Handle) {
    this.#handle = handle;
  }

  /** Makes the file and the folders above it. @throws the system's error, `EEXIST` when it is there */
  static async make(path: string): Promise<OutputFile> {
    await mkdir(dirname(path), { recursive: true });
    return new OutputFile(await open(path, "wx"));
  }

  async write(data: string | Uint8Array, rows = 0): Promise<void> {
    if (data.length === 0) return;
    await this.#handle.appendFile(typeof data === "string" ? Buffer.from(data, "utf8") : data);
    this.rows += rows;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
