/**
 * `dictionary.json` of an export: its tables and columns as a Data Package (https://specs.frictionlessdata.io), which readers for
 * Python, R and JavaScript know. CSVW describes only CSV. Type, unit, null, source and caveats of each column follow from the
 * columns that are written and from `case-meanings` and `table-meanings`.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type {
  ExportFormat,
  ManifestFile,
  WriterContext,
  WrittenFile,
  WrittenFiles,
} from "../export-writer.ts";
import { FORMATS } from "../formats.ts";
import { REMOVED } from "../since.ts";
import type { Table } from "./fields.ts";
import { removedTable } from "./tables.ts";

export const DICTIONARY = "dictionary.json";

export interface Dictionary {
  readonly profile: "data-package";
  readonly name: "caselaw-export";
  readonly title: string;
  readonly description: string;
  readonly homepage: string;
  readonly resources: readonly Table[];
}

/** @param paths the files of cases, of a format that has several */
async function dictionaryOf(
  format: ExportFormat,
  { bodyFormat, options }: Pick<WriterContext, "bodyFormat" | "options">,
  { paths, hasRemoved }: { readonly paths: readonly string[]; readonly hasRemoved: boolean },
): Promise<Dictionary> {
  const tables = await FORMATS[format].tables({ bodyFormat, options, paths });
  return {
    profile: "data-package",
    name: "caselaw-export",
    title: "Cases of the Caselaw Access Project",
    description:
      "Of each field: source says whether its value is as the publisher wrote it or computed by caselaw, null when it is null. manifest.json has the filter, the time and the checksums.",
    homepage: "https://static.case.law",
    resources: [...tables, ...(hasRemoved ? [removedTable()] : [])],
  };
}

/** The files of an export, then its dictionary, which is written when all others are. */
export async function* withDictionary(
  format: ExportFormat,
  output: WriterContext,
  files: WrittenFiles,
): AsyncGenerator<WrittenFile | ManifestFile> {
  const paths: string[] = [];
  let hasRemoved = false;
  for await (const file of files) {
    if (FORMATS[format].hasParts(output.options) && /^cases\/|\.zip$/.test(file.path)) paths.push(file.path);
    hasRemoved ||= file.path === REMOVED;
    yield file;
  }
  const dictionary = await dictionaryOf(format, output, { paths, hasRemoved });
  await writeFile(join(output.folder, DICTIONARY), `${JSON.stringify(dictionary, null, 2)}\n`, {
    flag: "wx",
  });
  yield { path: DICTIONARY, rows: 0 };
}
