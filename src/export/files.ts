/**
 * One file for each case: `cases/Franklin Reports/0061/61 Frankl. 33.txt`. Cases with the same citation get `(2)`, `(3)`, …
 * by ascending id. A case without a body has no XML file; its text or HTML file has only the metadata. `index.jsonl` lists
 * every case with its file, or null, and is the only file that the manifest lists, so memory does not grow with the cases.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import * as v from "valibot";
import { type BodyFormat, type CaseWithBody, markupOf, textBodyOf } from "../corpus/bodies.ts";
import { mainCite, printedCites, withoutEnd } from "../domain/citation.ts";
import { textSourceLine } from "../domain/courtlistener-facts.ts";
import { systemCodeOf } from "../domain/errors.ts";
import {
  CASE,
  integer,
  integerOrNull,
  means,
  recordFields,
  text,
  textOrNull,
} from "../v1/record-definitions.ts";
import { fieldOf, linesTable } from "./dictionary.ts";
import { type ExportWriter, type Format, USUAL, type WriterContext } from "./format.ts";
import { OutputFile } from "./output-file.ts";

export const FILES: Format = {
  ...USUAL,
  describes: "a file a case, in folders by reporter and volume, named by citation",
  bodies: "always",
  accepts: [],
  tables: () => [
    linesTable(
      ...(["index", INDEX, "A line for each case, with its file. The files are for reading."] as const),
      recordFields(INDEX_ENTRY).map((field) => fieldOf(field)),
    ),
  ],
  open: openFilesWriter,
};

export const INDEX = "index.jsonl";
const ENDINGS: Readonly<Record<BodyFormat, string>> = { text: "txt", html: "html", xml: "xml" };
/** Cases with the same citation that are distinguished by a number; further ones by their id. */
const MOST_COPIES = 9;

const NO_FILE = { isNull: "there is no file", from: "caselaw" } as const;

const INDEX_ENTRY = v.strictObject({
  id: means(integer, "Id of the case"),
  path: means(textOrNull, "File of the case, relative to the folder", {
    ...{ isNull: "there is nothing to write", from: "caselaw" },
  }),
  name_abbreviation: CASE.entries.name_abbreviation,
  citations: means(v.array(text), "Citations of the case"),
  decision_date: CASE.entries.decision_date,
  bytes: means(integerOrNull, "Size of the file", { unit: "bytes", ...NO_FILE }),
  sha256: means(textOrNull, "SHA-256 of the file, in lower-case hex", NO_FILE),
});

async function openFilesWriter({ folder, bodyFormat }: WriterContext): Promise<ExportWriter> {
  const format = bodyFormat ?? "text";
  const index = await OutputFile.make(join(folder, INDEX));
  const listed = { files: 0, bytes: 0 };
  return {
    write: async (cases) => {
      const files = await writeFiles(folder, cases, format);
      for (const file of files) {
        listed.files += file === null ? 0 : 1;
        listed.bytes += file?.bytes ?? 0;
      }
      const lines = cases.map((record, at) => `${JSON.stringify(indexEntry(record, files[at]))}\n`);
      await index.write(lines.join(""), lines.length);
    },
    finish: async () => [{ path: INDEX, rows: index.rows, listed }],
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

interface CaseFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes a file for each case; null for a case without one. Files are created one by one, so that their numbers follow the ids,
 * and written at the same time, because each must be synced to disk.
 */
async function writeFiles(
  folder: string,
  cases: readonly CaseWithBody[],
  format: BodyFormat,
): Promise<(CaseFile | null)[]> {
  await using opened = new AsyncDisposableStack();
  const created: (() => Promise<CaseFile | null>)[] = [];
  for (const record of cases) {
    const content = contentOf(record, format);
    if (content === null) created.push(async () => null);
    else {
      const { path, file } = await createFile(folder, record, ENDINGS[format]);
      opened.use(file);
      created.push(() => writeFile(path, file, content));
    }
  }
  return await Promise.all(created.map((write) => write()));
}

async function writeFile(path: string, file: OutputFile, text: string): Promise<CaseFile> {
  const bytes = Buffer.from(text, "utf8");
  await file.write(bytes, 1);
  await file.sync();
  return { path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function indexEntry(
  { id, nameAbbreviation, citations, decisionDate }: CaseWithBody,
  file?: CaseFile | null,
): v.InferOutput<typeof INDEX_ENTRY> {
  return {
    id,
    path: file?.path ?? null,
    name_abbreviation: nameAbbreviation,
    citations: [...printedCites(citations)],
    decision_date: decisionDate,
    bytes: file?.bytes ?? null,
    sha256: file?.sha256 ?? null,
  };
}

function contentOf(record: CaseWithBody, format: BodyFormat): string | null {
  if (format === "text") return readableText(record);
  if (format === "html") return readablePage(record);
  return markupOf(record);
}

/** Creates the file under the first free name. The file system decides what is free, because it may ignore case. */
async function createFile(
  folder: string,
  record: CaseWithBody,
  ending: string,
): Promise<{ readonly path: string; readonly file: OutputFile }> {
  for (const name of namesOf(record)) {
    const path = `cases/${folderOf(record)}/${name}.${ending}`;
    try {
      return { path, file: await OutputFile.make(join(folder, path)) };
    } catch (error) {
      if (systemCodeOf(error) !== "EEXIST") throw error;
    }
  }
  throw new Error(`no name is free for case ${record.id}`);
}

function folderOf(record: CaseWithBody): string {
  const reporter = safeName(record.reporter.fullName ?? "", "Unknown reporter");
  const volume = safeName(sortableNumber(record.volume.volumeNumber ?? ""), "Unknown volume");
  return `${reporter}/${volume}`;
}

function* namesOf(record: CaseWithBody): Generator<string> {
  const name = safeName(mainCite(record.citations) ?? "", `case ${record.id}`);
  yield name;
  for (let copy = 2; copy <= MOST_COPIES; copy++) yield `${name} (${copy})`;
  yield `${name} (case ${record.id})`;
}

/** Bytes. Most systems allow 255; a number and an extension follow. */
const MAX_BYTES = 120;
/** Windows reserves these names, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** @param fallback the name if no character of the text is safe */
export function safeName(text: string, fallback: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{N}.,'()&-]+/gu, " ")
    .trim()
    .replace(/^[. -]+/, "");
  const name = withoutEnd(truncateToBytes(plain, MAX_BYTES), /[. ]/);
  if (name === "") return fallback;
  return RESERVED.test(name.split(".")[0] ?? "") ? `${name}-` : name;
}

/** Pads numbers to four digits so that names sort as numbers: `12` is `0012`, `12-2` is `0012-2`. */
function sortableNumber(text: string): string {
  return text.replace(/^\d{1,3}(?!\d)/, (digits) => digits.padStart(4, "0"));
}

/** Never splits a character. */
function truncateToBytes(text: string, most: number): string {
  let bytes = 0;
  let start = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > most) break;
    start += character;
  }
  return start;
}

/** Name and metadata, one line each, then the body; long lines are not broken. */
export function readableText(record: CaseWithBody): string {
  const body = textBodyOf(record);
  const parts = [
    factsOf(record).join("\n"),
    body?.headMatter ?? "",
    ...(body?.opinions ?? []).map(({ type, author, text }) =>
      [[type, author].filter(Boolean).join(": ").toUpperCase(), text].filter(Boolean).join("\n\n"),
    ),
    body?.corrections ?? "",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** A complete HTML page with the body's markup, which is already sanitised. */
function readablePage(record: CaseWithBody): string {
  const markup = markupOf(record) ?? "";
  const [title = "", ...facts] = factsOf(record).map(escaped);
  const head = `<head><meta charset="utf-8"><title>${title}</title></head>`;
  const lines = facts.map((fact) => `<p>${fact}</p>`).join("\n");
  return `<!DOCTYPE html>\n<html lang="en">\n${head}\n<body>\n<h1>${title}</h1>\n${lines}\n${markup}\n</body>\n</html>\n`;
}

function factsOf(record: CaseWithBody): string[] {
  const facts = [
    record.name === "" ? record.nameAbbreviation : record.name,
    printedCites(record.citations).join("; "),
    record.court?.name ?? "",
    record.decisionDate === null ? "" : `Decided ${record.decisionDate}`,
    record.docketNumber,
    textSourceLine(record),
  ];
  return facts.filter((fact) => fact !== "");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
