/**
 * A file a case: `cases/Franklin Reports/0061/61 Frankl. 33.txt`. Cases with one citation get `(2)`, `(3)`, … by
 * ascending id. A case that has no such body is not there as XML, and has its facts alone as text or HTML; the list
 * `index.jsonl` names every case with its file, or null.
 */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BodyFormat } from "../corpus/case-parameters.ts";
import type { CaseAnswer } from "../corpus/records.ts";
import type { ExportWriter, WriterPlace, WrittenFile } from "./export-writer.ts";
import { safeName, sortableNumber } from "./file-names.ts";
import { OutputFile } from "./output-file.ts";
import { readablePage, readableText } from "./readable-text.ts";

const INDEX = "index.jsonl";
const ENDINGS: Readonly<Record<BodyFormat, string>> = { text: "txt", html: "html", xml: "xml" };

export async function openFilesWriter({ folder, bodyFormat }: WriterPlace): Promise<ExportWriter> {
  const format = bodyFormat ?? "text";
  const index = await OutputFile.make(join(folder, INDEX));
  const files: WrittenFile[] = [];
  return {
    write: async (cases) => {
      const lines: string[] = [];
      for (const one of cases) {
        const text = contentOf(one, format);
        const path = text === null ? null : freePath(folder, one, ENDINGS[format]);
        if (path !== null && text !== null) {
          await mkdir(dirname(join(folder, path)), { recursive: true });
          await writeFile(join(folder, path), text, { flag: "wx" });
          files.push({ path, rows: 1 });
        }
        lines.push(`${JSON.stringify(indexEntry(one, path))}\n`);
      }
      await index.write(lines.join(""), lines.length);
    },
    finish: async () => [{ path: INDEX, rows: index.rows }, ...files],
    [Symbol.asyncDispose]: () => index[Symbol.asyncDispose](),
  };
}

function indexEntry(
  { id, name_abbreviation: name, citations, decision_date: date }: CaseAnswer,
  path: string | null,
) {
  return {
    id,
    path,
    name_abbreviation: name,
    citations: citations.map(({ cite }) => cite),
    decision_date: date,
  };
}

/** Null when there is nothing to write. */
function contentOf(one: CaseAnswer, format: BodyFormat): string | null {
  if (format === "text") return readableText(one);
  if (format === "html") return readablePage(one);
  return typeof one.casebody?.data === "string" ? one.casebody.data : null;
}

function freePath(folder: string, one: CaseAnswer, ending: string): string {
  const reporter = safeName(one.reporter.full_name ?? "", "Unknown reporter");
  const volume = safeName(sortableNumber(one.volume.volume_number ?? ""), "Unknown volume");
  const official = one.citations.find(({ type }) => type === "official") ?? one.citations[0];
  const name = safeName(official?.cite ?? "", `case ${one.id}`);
  for (let copy = 1; ; copy++) {
    const path = `cases/${reporter}/${volume}/${name}${copy === 1 ? "" : ` (${copy})`}.${ending}`;
    if (!existsSync(join(folder, path))) return path;
  }
}
