/**
 * Writes a bulk file: a BagIt zip with one payload of lines, `data/data.jsonl.xz`, as the publisher makes them
 * (docs/formats.md, "Layout of a bulk archive"). The lines are compressed and written as they come.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { encodeXz } from "./xz.ts";

const PAYLOAD = "data/data.jsonl.xz";
const BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

interface BagPlace {
  /** The folder of the zip. */
  readonly folder: string;
  /** The name of the zip without `.zip`, and of the folder in it. */
  readonly name: string;
  /** `Cases for Illinois` */
  readonly description: string;
  /** `YYYY-MM-DD` */
  readonly baggingDate: string;
}

export class BagWriter implements AsyncDisposable {
  /** Number of lines so far. */
  rows = 0;
  readonly #place: BagPlace;
  readonly #partPath: string;
  readonly #lines = new PassThrough();
  readonly #written: Promise<void>;

  constructor(place: BagPlace) {
    this.#place = place;
    this.#partPath = join(place.folder, `${place.name}.part`);
    this.#written = writeBag(this.#partPath, place, this.#lines);
    // `write` and `finish` throw the error
    this.#written.catch(() => this.#lines.destroy());
  }

  /** @param line without its end. @throws CaselawError `unavailable` without the package that packs; the system's error */
  async write(line: string): Promise<void> {
    this.rows++;
    if (this.#lines.destroyed) await this.#written;
    if (!this.#lines.write(`${line}\n`)) await Promise.race([once(this.#lines, "drain"), this.#written]);
  }

  /** Gives the zip its name, and returns it. @throws as `write` */
  async finish(): Promise<string> {
    const { folder, name } = this.#place;
    this.#lines.end();
    await this.#written;
    await rename(this.#partPath, join(folder, `${name}.zip`));
    return `${name}.zip`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lines.destroy();
    await this.#written.catch(() => {});
    await rm(this.#partPath, { force: true });
  }
}

async function writeBag(path: string, place: BagPlace, lines: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, "wx");
  const [year = 0, month = 0, day = 0] = place.baggingDate.split("-").map(Number);
  // the same bytes in every time zone: every zone has a noon, and a zip has no zone
  const mtime = new Date(year, month - 1, day, 12);
  const options = { compress: false, mtime, mode: 0o100644, forceDosTimestamp: true };
  const zip = new ZipFile();
  const add = (name: string, text: string): void =>
    zip.addBuffer(Buffer.from(text), `${place.name}/${name}`, options);
  const sha512 = createHash("sha512");
  const payload = Readable.from(hashChunks(encodeXz(lines), sha512));
  zip.addReadStream(payload, `${place.name}/${PAYLOAD}`, options);
  const stop = new AbortController();
  const append = async (chunks: AsyncIterable<string | Uint8Array>): Promise<void> => {
    try {
      for await (const chunk of chunks) await file.appendFile(chunk);
    } finally {
      await file.close();
    }
  };
  const written = pipeline(zip.outputStream, append, { signal: stop.signal });
  try {
    await Promise.race([finished(payload), written]);
    add("bagit.txt", BAGIT);
    add("bag-info.txt", bagInfo(place));
    add("manifest-sha512.txt", `${sha512.digest("hex")} ${PAYLOAD}`);
    zip.end();
    await written;
  } catch (error) {
    payload.destroy();
    stop.abort();
    await written.catch(() => {});
    throw error;
  }
}

async function* hashChunks(
  chunks: AsyncIterable<Buffer>,
  hash: { update(chunk: Buffer): unknown },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** The keys that the publisher uses. */
function bagInfo({ description, baggingDate }: BagPlace): string {
  return [
    "Source-Organization: Caselaw Access Project, packed by caselaw-corpus",
    "Organization-Address: https://case.law",
    "Contact-Name: caselaw-corpus",
    "Contact-Email: none",
    `External-Description: ${description.replace(/[\r\n]+/g, " ")}`,
    `Bagging-Date: ${baggingDate}`,
    "",
  ].join("\n");
}
