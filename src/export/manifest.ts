/**
 * `manifest.json` of an export: the request, the state of the corpus, and the files.
 *
 * An export may have a file for each case, so the list of files is streamed to disk.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { BodyFormat } from "../corpus/bodies.ts";
import { syncFile } from "../files/durable.ts";
import type { EdgesBy, ExportFormat, ManifestFile, WrittenFile } from "./export-writer.ts";
import { OutputFile } from "./output-file.ts";

export const MANIFEST = "manifest.json";

/** Of an export with more files, only the manifest on disk has the list. */
const MANY_FILES = 10_000;

/** The content of `manifest.json` (docs/exports.md, "Manifest"). */
export interface Manifest {
  /** The version of the program. */
  readonly caselaw: string;
  readonly format: ExportFormat;
  /** The requested parameters, by their names in the interface. */
  readonly filter: Readonly<Record<string, readonly string[]>>;
  readonly options: {
    readonly full_case: boolean;
    /** Null without bodies. */
    readonly body_format: BodyFormat | null;
    readonly flat: boolean;
    readonly partition: boolean;
    /** In the requested order; null: all. */
    readonly columns: readonly string[] | null;
    /** Null for a format without edges. */
    readonly edges: EdgesBy | null;
  };
  /** Of an increment (export/since): the change number that it begins after, and the one that the next increment begins after. */
  readonly since?: number;
  readonly until?: number;
  /** The exported state: the number of its last change (`caselaw changes`), and its id. */
  readonly corpus: { readonly last_change: number; readonly state: string };
  /** When the state was read. */
  readonly exported_at: string;
  readonly cases: number;
  /** Ids of the cases that were left out because their bodies are damaged; missing if there are none. */
  readonly damaged?: readonly number[];
  /** All files. The library returns an empty list for more than 10,000; the manifest on disk has all. */
  readonly files: readonly ManifestFile[];
  readonly file_count: number;
  /** The sum of all files. */
  readonly bytes: number;
}

/** The manifest without its files. */
export type ManifestHead = Omit<Manifest, "files" | "file_count" | "bytes">;

/** Syncs a written file to disk, and returns its size and SHA-256. */
export async function syncWritten(folder: string, { path, rows }: WrittenFile): Promise<ManifestFile> {
  const file = join(folder, path);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  await syncFile(file);
  return { path, rows, bytes: (await stat(file)).size, sha256: hash.digest("hex") };
}

/** Writes the manifest while its files arrive. @returns the manifest, without a long list of files */
export async function writeManifest(
  folder: string,
  head: ManifestHead,
  files: AsyncIterable<ManifestFile>,
): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const list: ManifestFile[] = [];
  let [count, bytes] = [0, 0];
  {
    await using file = await OutputFile.make(path);
    await file.write(`${unclosed(head)},\n  "files": [`);
    for await (const one of files) {
      await file.write(`${count === 0 ? "" : ","}\n${indented(one)}`);
      count++;
      bytes += one.bytes;
      if (count <= MANY_FILES) list.push(one);
      else list.length = 0;
    }
    await file.write(`${count === 0 ? "" : "\n  "}],\n  "file_count": ${count},\n  "bytes": ${bytes}\n}\n`);
  }
  await syncFile(path);
  return { ...head, files: list, file_count: count, bytes };
}

/** An object as JSON, without its last bracket. */
function unclosed(value: object): string {
  return JSON.stringify(value, null, 2).replace(/\n\}$/, "");
}

function indented(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^/gm, "    ");
}
