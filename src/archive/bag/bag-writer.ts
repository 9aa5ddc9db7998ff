/**
 * Writes a bulk file: a BagIt zip with one payload of lines, `data/data.jsonl.xz`, as the publisher makes them
 * (docs/formats.md, "Layout of a bulk archive").
 *
 * The payload is first in the zip, after its size. So the compressed lines go to a temporary file, which is copied into the
 * zip after the last line. Only the encoder's buffers are in memory.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { crc32 } from "node:zlib";
import { encodeXz } from "../lines/xz.ts";
import { type StoredEntry, writeStoredZip } from "../zip/stored-zip.ts";

const PAYLOAD = "data/data.jsonl.xz";
const BAGIT = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n";

export interface BagPlace {
  /** The folder of the zip. */
  readonly folder: string;
  /** Its name without `.zip`, which is that of the folder in it. */
  readonly name: string;
  /** `Cases for Illinois` */
  readonly description: string;
  /** `YYYY-MM-DD` */
  readonly baggingDate: string;
}

interface Packed {
  readonly bytes: number;
  readonly crc32: number;
  readonly sha512: string;
}

export class BagWriter implements AsyncDisposable {
  /** Lines so far. */
  rows = 0;
  readonly #place: BagPlace;
  readonly #partPath: string;
  readonly #lines = new PassThrough();
  readonly #packed: Promise<Packed>;

  constructor(place: BagPlace) {
    this.#place = place;
    this.#partPath = join(place.folder, `${place.name}.part`);
    this.#packed = packInto(this.#partPath, this.#lines);
    // `write` and `finish` throw the error
    this.#packed.catch(() => this.#lines.destroy());
  }

  /** @param line without its end. @throws CaselawError `unavailable` without the package that packs; the system's error */
  async write(line: string): Promise<void> {
    this.rows++;
    if (this.#lines.destroyed) await this.#packed;
    if (!this.#lines.write(`${line}\n`)) await Promise.race([once(this.#lines, "drain"), this.#packed]);
  }

  /** Makes the zip; returns its name. @throws as `write` */
  async finish(): Promise<string> {
    const { folder, name, baggingDate } = this.#place;
    this.#lines.end();
    const { sha512, ...packed } = await this.#packed;
    const entries = [
      { name: `${name}/${PAYLOAD}`, ...packed, content: readPart(this.#partPath) },
      textEntry(`${name}/bagit.txt`, BAGIT),
      textEntry(`${name}/bag-info.txt`, bagInfo(this.#place)),
      textEntry(`${name}/manifest-sha512.txt`, `${sha512} ${PAYLOAD}`),
    ];
    await writeStoredZip(join(folder, `${name}.zip`), entries, baggingDate);
    await rm(this.#partPath);
    return `${name}.zip`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#lines.destroy();
    await this.#packed.catch(() => {});
    await rm(this.#partPath, { force: true });
  }
}

async function packInto(path: string, lines: AsyncIterable<Uint8Array>): Promise<Packed> {
  await using file = await open(path, "wx");
  const sha512 = createHash("sha512");
  let crc = 0;
  let bytes = 0;
  for await (const chunk of encodeXz(lines)) {
    await file.appendFile(chunk);
    sha512.update(chunk);
    crc = crc32(chunk, crc);
    bytes += chunk.length;
  }
  return { bytes, crc32: crc, sha512: sha512.digest("hex") };
}

/** Opens the file when its first byte is needed. */
async function* readPart(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

function textEntry(name: string, text: string): StoredEntry {
  const bytes = Buffer.from(text);
  return { name, bytes: bytes.length, crc32: crc32(bytes), content: [bytes] };
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
