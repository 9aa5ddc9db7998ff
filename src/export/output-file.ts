/** A new file that is written from its beginning to its end. */
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CaseWithBody } from "../corpus/bodies.ts";
import { systemCodeOf } from "../domain/errors.ts";
import type { ExportWriter } from "./format.ts";

type Handle = Awaited<ReturnType<typeof open>>;

export class OutputFile implements AsyncDisposable {
  /** Records written so far, as the caller counts them. */
  rows = 0;
  readonly #handle: Handle;

  private constructor(handle: Handle) {
    this.#handle = handle;
  }

  /** Creates the file and the folders above it. @throws the system's error, `EEXIST` if the file exists */
  static async make(path: string): Promise<OutputFile> {
    try {
      return new OutputFile(await open(path, "wx"));
    } catch (error) {
      if (systemCodeOf(error) !== "ENOENT") throw error;
    }
    await mkdir(dirname(path), { recursive: true });
    return new OutputFile(await open(path, "wx"));
  }

  async write(data: string | Uint8Array, rows = 0): Promise<void> {
    if (data.length === 0) return;
    await this.#handle.appendFile(typeof data === "string" ? Buffer.from(data, "utf8") : data);
    this.rows += rows;
  }

  async sync(): Promise<void> {
    await this.#handle.sync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

/** Opens the writer of one text file in a folder: first the header, then what `textOf` returns for each case. */
export async function openTextWriter(
  folder: string,
  { name, header }: { readonly name: string; readonly header: string },
  textOf: (record: CaseWithBody) => string,
): Promise<ExportWriter> {
  await using opened = new AsyncDisposableStack();
  const file = opened.use(await OutputFile.make(join(folder, name)));
  await file.write(header);
  const open = opened.move();
  return {
    write: (cases) => file.write(cases.map(textOf).join(""), cases.length),
    finish: async () => [{ path: name, rows: file.rows }],
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
