/**
 * Checks that a folder has an export and nothing else: only such a folder may be replaced.
 *
 * An export may have a file for each case, so its manifest and its files are read in batches.
 */
import { createReadStream, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../archive/lines.ts";
import { isJsonObject } from "../domain/json.ts";
import type { ManifestFile } from "./export-writer.ts";
import { isExportFormat } from "./formats.ts";
import { MANIFEST } from "./manifest.ts";

/** Files compared in one reading of the manifest: some 50 MB of names. */
const BATCH_FILES = 200_000;
/** Characters before the list of files: the filter may be long. */
const MAX_HEAD = 2 ** 24;
/** The size of anything but a regular file: no manifest lists it. */
const NO_FILE = -1;

type ListedFile = Pick<ManifestFile, "path" | "bytes">;

/**
 * @param folder has a `manifest.json`
 * @returns why the folder must not be replaced, for a message; null if the manifest is that of an export and lists every
 *   file with its size
 * @throws the system's error
 */
export async function foreignIn(folder: string): Promise<string | null> {
  const notExport = `its ${MANIFEST} is not the manifest of an export`;
  if (!lstatSync(join(folder, MANIFEST)).isFile()) return notExport;
  try {
    for (const batch of batchesOf(sizesBelow(folder, ""))) {
      for await (const { path, bytes } of listedFiles(join(folder, MANIFEST))) {
        if (batch.get(path) === bytes) batch.delete(path);
      }
      for (const path of batch.keys()) return `"${path}" in it is not a file that the export wrote`;
    }
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return notExport;
    throw error;
  }
}

/** All names below a folder with their sizes. An empty folder counts as a file, because no manifest lists it. */
function* sizesBelow(folder: string, above: string): Generator<readonly [string, number]> {
  const entries = readdirSync(join(folder, above), { withFileTypes: true });
  if (entries.length === 0) yield [above, NO_FILE];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${above}${entry.name}`;
    if (entry.isDirectory()) yield* sizesBelow(folder, `${path}/`);
    else if (path !== MANIFEST) yield [path, entry.isFile() ? sizeOf(join(folder, path)) : NO_FILE];
  }
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? NO_FILE;
}

/** At least one batch, so that the manifest is always read. */
function* batchesOf(sizes: Iterable<readonly [string, number]>): Generator<Map<string, number>> {
  let batch = new Map<string, number>();
  for (const [path, size] of sizes) {
    batch.set(path, size);
    if (batch.size < BATCH_FILES) continue;
    yield batch;
    batch = new Map();
  }
  yield batch;
}

/**
 * The files that a manifest lists, in the layout of `writeManifest`: brackets and objects are on separate lines.
 *
 * @throws SyntaxError if it is not the manifest of an export
 */
async function* listedFiles(path: string): AsyncGenerator<ListedFile> {
  let part: "head" | "files" | "tail" = "head";
  let text = "";
  for await (const line of readLines(createReadStream(path))) {
    const read = "bytes" in line ? line.bytes.toString("utf8") : line.problem;
    if (part === "head" && /^ {2}"files": \[\]?,?$/.test(read)) {
      checkHead(`${text.replace(/,$/, "")}}`);
      part = read.includes("]") ? "tail" : "files";
      text = "";
    } else if (part === "files" && /^ {2}\],?$/.test(read)) {
      part = "tail";
    } else if (part === "files" && /^ {4}\},?$/.test(read)) {
      yield fileOf(`${text}}`);
      text = "";
    } else if (part !== "tail") {
      text += read;
    }
    if (text.length > MAX_HEAD) throw new SyntaxError("too long");
  }
  if (part !== "tail") throw new SyntaxError("no list of files");
}

/** Checks the fields that every version has written, and that no other program's manifest has. */
function checkHead(text: string): void {
  const head: unknown = JSON.parse(text);
  const isManifest =
    isJsonObject(head) &&
    typeof head.caselaw === "string" &&
    isExportFormat(String(head.format)) &&
    isJsonObject(head.corpus) &&
    typeof head.corpus.state === "string" &&
    typeof head.exported_at === "string" &&
    typeof head.cases === "number";
  if (!isManifest) throw new SyntaxError("not the manifest of an export");
}

function fileOf(text: string): ListedFile {
  const file: unknown = JSON.parse(text);
  if (!isJsonObject(file)) throw new SyntaxError("no file");
  return { path: String(file.path), bytes: Number(file.bytes) };
}
