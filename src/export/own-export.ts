/**
 * Recognises a folder that an export made, and whether something else is in it: only such a folder may be replaced.
 *
 * An export may have a file for each case, so neither its manifest nor its list of files is read as a whole.
 */
import { createReadStream, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readLines } from "../archive/lines/lines.ts";
import { isJsonObject } from "../domain/json.ts";
import { isExportFormat } from "./formats.ts";
import { MANIFEST, type ManifestFile } from "./manifest.ts";

/** Files that are compared with one reading of the manifest: some 50 MB of names. */
const BATCH_FILES = 200_000;
/** Characters before the list of files: the filter may be long. */
const MAX_HEAD = 2 ** 24;
/** The size of what is no regular file: no manifest lists it. */
const NO_FILE = -1;

type ListedFile = Pick<ManifestFile, "path" | "bytes">;

/**
 * @param folder has a `manifest.json`
 * @returns what keeps the folder from being replaced, for a message; null when the manifest is one of ours, and every
 *   file is listed there with the size that it has
 * @throws the system's error
 */
export async function foreignIn(folder: string): Promise<string | null> {
  const notOurs = `its ${MANIFEST} is not the manifest of an export`;
  if (!lstatSync(join(folder, MANIFEST)).isFile()) return notOurs;
  try {
    for (const batch of batchesOf(sizesBelow(folder, ""))) {
      for await (const { path, bytes } of listedFiles(join(folder, MANIFEST))) {
        if (batch.get(path) === bytes) batch.delete(path);
      }
      for (const path of batch.keys()) return `"${path}" in it is not as an export wrote it`;
    }
    return null;
  } catch (error) {
    if (error instanceof SyntaxError) return notOurs;
    throw error;
  }
}

/** All names below a folder with their sizes. An empty folder counts as a file, since no manifest lists one. */
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

/** At least one, so that the manifest is read in any case. */
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
 * The files that a manifest lists, as `writeManifest` lays it out: the list's brackets and objects on lines of their own.
 *
 * @throws SyntaxError for any other file
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

/** What every manifest has had from the first version on, and no other program's. */
function checkHead(text: string): void {
  const head: unknown = JSON.parse(text);
  const isOurs =
    isJsonObject(head) &&
    typeof head.caselaw === "string" &&
    isExportFormat(String(head.format)) &&
    isJsonObject(head.corpus) &&
    typeof head.corpus.state === "string" &&
    typeof head.exported_at === "string" &&
    typeof head.cases === "number";
  if (!isOurs) throw new SyntaxError("no manifest of ours");
}

function fileOf(text: string): ListedFile {
  const file: unknown = JSON.parse(text);
  if (!isJsonObject(file)) throw new SyntaxError("no file");
  return { path: String(file.path), bytes: Number(file.bytes) };
}
