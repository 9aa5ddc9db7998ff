/**
 * `manifest.json` of an export: what was asked, of which moment, and what came of it, file by file.
 *
 * An export may have a file a case: the list goes to the disk as it comes, and is not held.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { BodyFormat } from "../corpus/bodies.ts";
import { syncFile } from "../files/durable.ts";
import type { ExportFormat, SealedFile, WrittenFile } from "./export-writer.ts";
import { OutputFile } from "./output-file.ts";

export const MANIFEST = "manifest.json";

/** Of an export with more files the manifest on disk alone has the list. */
const MANY_FILES = 10_000;

export type ManifestFile = SealedFile;

export interface Manifest {
  /** The version of the program. */
  readonly caselaw: string;
  readonly format: ExportFormat;
  /** The parameters as they were asked, by their names in the interface. */
  readonly filter: Readonly<Record<string, readonly string[]>>;
  readonly options: {
    readonly full_case: boolean;
    /** Null without bodies. */
    readonly body_format: BodyFormat | null;
    readonly flat: boolean;
    readonly partition: boolean;
    /** As they were asked for; null for all. */
    readonly columns: readonly string[] | null;
  };
  /** Of an increment (export/since): the change number that it goes on from, and that which the next one goes on from. */
  readonly since?: number;
  readonly until?: number;
  /** The state that was exported: the number of its last change (`caselaw changes`), and the state's own name. */
  readonly corpus: { readonly last_change: number; readonly state: string };
  /** When that state was looked at. */
  readonly exported_at: string;
  readonly cases: number;
  /** Every file, on disk; of more than 10,000 the library is given none. */
  readonly files: readonly ManifestFile[];
  readonly file_count: number;
  /** Of all files together. */
  readonly bytes: number;
}

/** What is known before the files have been looked at. */
export type ManifestHead = Omit<Manifest, "files" | "file_count" | "bytes">;

/** Looks at a file that was written: how long it is and what it hashes to. It is on the disk afterwards. */
export async function sealFile(folder: string, { path, rows }: WrittenFile): Promise<ManifestFile> {
  const place = join(folder, path);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(place)) hash.update(chunk);
  await syncFile(place);
  return { path, rows, bytes: (await stat(place)).size, sha256: hash.digest("hex") };
}

/** Writes the manifest while its files come. @returns the same as it lies on disk, but for a long list */
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
    await file.write(`${opened(head)},\n  "files": [`);
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

/** An object as JSON, its last bracket left open. */
function opened(value: object): string {
  return JSON.stringify(value, null, 2).replace(/\n\}$/, "");
}

function indented(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^/gm, "    ");
}
