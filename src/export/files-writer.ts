/**
 * A file a case: `cases/Franklin Reports/0061/61 Frankl. 33.txt`. Cases with one citation get `(2)`, `(3)`, … by
 * ascending id. A case that has no such body is not there as XML, and has its facts alone as text or HTML; the list
 * `index.jsonl` names every case with its file, or null.
 *
 * Nothing is held of the files made: which names are taken the disk knows, and the index tells what they are. Some are
 * written at a time, because each waits for the disk to have taken it.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { readLines } from "../archive/lines/lines.ts";
import { type BodyFormat, type CaseWithBody, markupOf } from "../corpus/bodies.ts";
import { isJsonObject } from "../domain/json.ts";
import type { ExportWriter, SealedFile, WriterPlace, WrittenFile } from "./export-writer.ts";
import { safeName, sortableNumber } from "./file-names.ts";
import { OutputFile } from "./output-file.ts";
import { readablePage, readableText } from "./readable-text.ts";

const INDEX = "index.jsonl";
const ENDINGS: Readonly<Record<BodyFormat, string>> = { text: "txt", html: "html", xml: "xml" };
/** Files written at a time. */
const AT_ONCE = 16;
/** Cases of one citation that are told apart by a number; more of them, by their id. */
const MOST_COPIES = 9;

export async function openFilesWriter({ folder, bodyFormat }: WriterPlace): Promise<ExportWriter> {
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

type Made = Omit<SealedFile, "rows">;

/** A file for each case, or null, in their order. Names are taken one after the other, so that they follow the ids. */
async function writeFiles(
  folder: string,
  cases: readonly CaseWithBody[],
  format: BodyFormat,
): Promise<(Made | null)[]> {
  const begun: (() => Promise<Made | null>)[] = [];
  await using opened = new AsyncDisposableStack();
  for (const one of cases) {
    const text = contentOf(one, format);
    if (text === null) begun.push(async () => null);
    else {
      const { path, file } = await takeName(folder, one, ENDINGS[format]);
      opened.use(file);
      begun.push(() => writeOne(path, file, text));
    }
  }
  return await Promise.all(begun.map((write) => write()));
}

async function writeOne(path: string, file: OutputFile, text: string): Promise<Made> {
  const bytes = Buffer.from(text, "utf8");
  await file.write(bytes, 1);
  await file.sync();
  return { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function indexEntry(
  { id, nameAbbreviation: name, citations, decisionDate: date }: CaseWithBody,
  made: Made | null,
) {
  return {
    id,
    path: made?.path ?? null,
    name_abbreviation: name,
    citations: citations.map(({ cite }) => cite),
    decision_date: date,
    bytes: made?.bytes ?? null,
    sha256: made?.sha256 ?? null,
  };
}

/** The index and the files that it names, read from it. */
async function* filesOf(folder: string, rows: number): AsyncGenerator<WrittenFile | SealedFile> {
  yield { path: INDEX, rows };
  for await (const line of readLines(createReadStream(join(folder, INDEX)))) {
    const entry: unknown = "bytes" in line ? JSON.parse(line.bytes.toString("utf8")) : null;
    if (isMade(entry)) yield { path: entry.path, rows: 1, bytes: entry.bytes, sha256: entry.sha256 };
  }
}

function isMade(entry: unknown): entry is Made {
  return isJsonObject(entry) && typeof entry.path === "string";
}

/** Null when there is nothing to write. */
function contentOf(one: CaseWithBody, format: BodyFormat): string | null {
  if (format === "text") return readableText(one);
  if (format === "html") return readablePage(one);
  return markupOf(one);
}

/** Makes the file under the first name that is free: whether one is, the file system tells, which may ignore case. */
async function takeName(
  folder: string,
  one: CaseWithBody,
  ending: string,
): Promise<{ readonly path: string; readonly file: OutputFile }> {
  for (const name of namesOf(one)) {
    const path = `cases/${folderOf(one)}/${name}.${ending}`;
    const file = await OutputFile.makeIfFree(join(folder, path));
    if (file !== null) return { path, file };
  }
  throw new Error(`no name is free for case ${one.id}`);
}

function folderOf(one: CaseWithBody): string {
  const reporter = safeName(one.reporter.fullName ?? "", "Unknown reporter");
  const volume = safeName(sortableNumber(one.volume.volumeNumber ?? ""), "Unknown volume");
  return `${reporter}/${volume}`;
}

function* namesOf(one: CaseWithBody): Generator<string> {
  const official = one.citations.find(({ type }) => type === "official") ?? one.citations[0];
  const name = safeName(official?.cite ?? "", `case ${one.id}`);
  yield name;
  for (let copy = 2; copy <= MOST_COPIES; copy++) yield `${name} (${copy})`;
  yield `${name} (case ${one.id})`;
}
