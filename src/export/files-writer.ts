/**
 * One file for each case: `cases/Franklin Reports/0061/61 Frankl. 33.txt`. Cases with the same citation get `(2)`, `(3)`, …
 * by ascending id. A case without a body has no XML file; its text or HTML file has only the metadata. `index.jsonl` lists
 * every case with its file, or null.
 *
 * Memory does not grow with the number of files: the file system knows which names are used, and the list of files is read
 * from the index. Some files are written at the same time, because each must be synced to disk.
 */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { readLines } from "../archive/lines.ts";
import { type BodyFormat, type CaseWithBody, markupOf } from "../corpus/bodies.ts";
import { mainCite } from "../domain/citation.ts";
import { systemCodeOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import type { ExportWriter, ManifestFile, WriterContext, WrittenFile } from "./export-writer.ts";
import { safeName, sortableNumber } from "./file-names.ts";
import { OutputFile } from "./output-file.ts";
import { readablePage, readableText } from "./readable-text.ts";

const INDEX = "index.jsonl";
const ENDINGS: Readonly<Record<BodyFormat, string>> = { text: "txt", html: "html", xml: "xml" };
/** Files written at the same time. */
const AT_ONCE = 16;
/** Cases with the same citation that are distinguished by a number; further ones by their id. */
const MOST_COPIES = 9;

export async function openFilesWriter({ folder, bodyFormat }: WriterContext): Promise<ExportWriter> {
  const format = bodyFormat ?? "text";
  const index = await OutputFile.make(join(folder, INDEX));
  return {
    write: async (cases) => {
      for (let from = 0; from < cases.length; from += AT_ONCE) {
        const some = cases.slice(from, from + AT_ONCE);
        const files = await writeFiles(folder, some, format);
        const lines = some.map((one, at) => `${JSON.stringify(indexEntry(one, files[at] ?? null))}\n`);
        await index.write(lines.join(""), lines.length);
      }
    },
    finish: async () => filesOf(folder, index.rows),
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

type CaseFile = Omit<ManifestFile, "rows">;

/** Writes a file for each case; null for a case without one. Files are created one by one, so that their numbers follow the ids. */
async function writeFiles(
  folder: string,
  cases: readonly CaseWithBody[],
  format: BodyFormat,
): Promise<(CaseFile | null)[]> {
  const writes: (() => Promise<CaseFile | null>)[] = [];
  await using opened = new AsyncDisposableStack();
  for (const one of cases) {
    const text = contentOf(one, format);
    if (text === null) writes.push(async () => null);
    else {
      const { path, file } = await createFile(folder, one, ENDINGS[format]);
      opened.use(file);
      writes.push(() => writeOne(path, file, text));
    }
  }
  return await Promise.all(writes.map((write) => write()));
}

async function writeOne(path: string, file: OutputFile, text: string): Promise<CaseFile> {
  const bytes = Buffer.from(text, "utf8");
  await file.write(bytes, 1);
  await file.sync();
  return { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function indexEntry(
  { id, nameAbbreviation: name, citations, decisionDate: date }: CaseWithBody,
  file: CaseFile | null,
) {
  return {
    id,
    path: file?.path ?? null,
    name_abbreviation: name,
    citations: citations.map(({ cite }) => cite),
    decision_date: date,
    bytes: file?.bytes ?? null,
    sha256: file?.sha256 ?? null,
  };
}

/** The index, and the files that it lists. */
async function* filesOf(folder: string, rows: number): AsyncGenerator<WrittenFile | ManifestFile> {
  yield { path: INDEX, rows };
  for await (const line of readLines(createReadStream(join(folder, INDEX)))) {
    const entry: unknown = "bytes" in line ? JSON.parse(line.bytes.toString("utf8")) : null;
    if (isCaseFile(entry)) yield { path: entry.path, rows: 1, bytes: entry.bytes, sha256: entry.sha256 };
  }
}

function isCaseFile(entry: unknown): entry is CaseFile {
  return isJsonObject(entry) && typeof entry.path === "string";
}

/** Null if there is nothing to write. */
function contentOf(one: CaseWithBody, format: BodyFormat): string | null {
  if (format === "text") return readableText(one);
  if (format === "html") return readablePage(one);
  return markupOf(one);
}

/** Creates the file under the first free name. The file system decides what is free, because it may ignore case. */
async function createFile(
  folder: string,
  one: CaseWithBody,
  ending: string,
): Promise<{ readonly path: string; readonly file: OutputFile }> {
  for (const name of namesOf(one)) {
    const path = `cases/${folderOf(one)}/${name}.${ending}`;
    try {
      return { path, file: await OutputFile.make(join(folder, path)) };
    } catch (error) {
      if (systemCodeOf(error) !== "EEXIST") throw error;
    }
  }
  throw new Error(`no name is free for case ${one.id}`);
}

function folderOf(one: CaseWithBody): string {
  const reporter = safeName(one.reporter.fullName ?? "", "Unknown reporter");
  const volume = safeName(sortableNumber(one.volume.volumeNumber ?? ""), "Unknown volume");
  return `${reporter}/${volume}`;
}

function* namesOf(one: CaseWithBody): Generator<string> {
  const name = safeName(mainCite(one.citations) ?? "", `case ${one.id}`);
  yield name;
  for (let copy = 2; copy <= MOST_COPIES; copy++) yield `${name} (${copy})`;
  yield `${name} (case ${one.id})`;
}
