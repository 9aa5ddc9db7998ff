/** A file that grows: whoever writes waits until the disk has taken it. */
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCodeOf } from "../domain/errors.ts";

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
    try {
      return new OutputFile(await open(path, "wx"));
    } catch (error) {
      if (systemCodeOf(error) !== "ENOENT") throw error;
    }
    await mkdir(dirname(path), { recursive: true });
    return new OutputFile(await open(path, "wx"));
  }

  /** The same; null when the name is taken. */
  static async makeIfFree(path: string): Promise<OutputFile | null> {
    try {
      return await OutputFile.make(path);
    } catch (error) {
      if (systemCodeOf(error) === "EEXIST") return null;
      throw error;
    }
  }

  async write(data: string | Uint8Array, rows = 0): Promise<void> {
    if (data.length === 0) return;
    await this.#handle.appendFile(typeof data === "string" ? Buffer.from(data, "utf8") : data);
    this.rows += rows;
  }

  /** On the disk, as far as it was written. */
  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
