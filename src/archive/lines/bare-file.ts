/** `data.jsonl` or `data.jsonl.xz` without a bag: it has no checksums but those of the xz format. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { Checksum } from "../../domain/bulk-file.ts";
import type { LineArchive } from "../archive.ts";
import { asArchiveFault } from "../fault.ts";
import type { Limits } from "../limits.ts";
import type { Tap } from "../members.ts";
import { readLines } from "./lines.ts";
import { Meter } from "./meter.ts";
import { unpackXz } from "./xz.ts";

const CHUNK_BYTES = 256 * 1024;

export type Packing = "plain" | "xz";

/**
 * Opens a file of lines. Validation decodes an `.xz` to its end.
 *
 * @throws CaselawError `not_found` or `unavailable`.
 */
export async function openBareFile(path: string, packing: Packing, limits: Limits): Promise<LineArchive> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw asArchiveFault(path, null, error);
  });
  const unpack = (tap: Tap): AsyncIterable<Buffer> => {
    const chunks = readTapped(path, tap);
    return packing === "plain" ? chunks : unpackXz({ path, entry: null, bytes: size, chunks }, limits);
  };
  const meter = new Meter(size);
  return {
    layout: "lines",
    path,
    bag: null,
    validate: () => validateBareFile(unpack),
    lines: (maxLineBytes = limits.maxLineBytes) =>
      readLines(
        unpack((chunk) => meter.add(chunk.length)),
        null,
        { maxLineBytes },
      ),
    fraction: () => meter.fraction,
    [Symbol.asyncDispose]: async () => {},
  };
}

async function validateBareFile(unpack: (tap: Tap) => AsyncIterable<Buffer>): Promise<Checksum> {
  const hash = createHash("sha256");
  let bytes = 0;
  const unpacked = unpack((chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  for await (const _ of unpacked);
  return { sha256: hash.digest("hex"), bytes };
}

async function* readTapped(path: string, tap: Tap): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      tap(chunk);
      yield chunk;
    }
  } catch (error) {
    throw asArchiveFault(path, null, error);
  }
}
