/** `manifest.json` of an export: the request, the state of the corpus, and the files. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BodyFormat } from "../corpus/bodies.ts";
import { syncFile } from "../files/durable.ts";
import type { EdgesBy, WrittenFile } from "./format.ts";
import type { ExportFormat } from "./formats.ts";

export const MANIFEST = "manifest.json";

/** A file as the manifest lists it. */
export interface ManifestFile {
  /** Relative to the export's folder, with `/`. */
  readonly path: string;
  /** Records, lines or rows, without the header. */
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

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
    readonly splits: boolean;
    /** In the requested order; null: all. */
    readonly columns: readonly string[] | null;
    /** Null for a format without edges. */
    readonly edges: EdgesBy | null;
  };
  /** Of an increment (docs/exports.md, "Increments"): the change number that it begins after, and the one that the next increment begins after. */
  readonly since?: number;
  readonly until?: number;
  /** Whether it shows the blocked decisions of the corpus; `none`: the corpus has none. */
  readonly blocked: "none" | "shown" | "hidden";
  /** The exported state: the number of its last change (`caselaw changes`), its id, and the root of its texts (null: unknown). */
  readonly corpus: {
    readonly last_change: number;
    readonly state: string;
    readonly text_root: string | null;
  };
  /** When the state was read. */
  readonly exported_at: string;
  readonly cases: number;
  /** Ids of the cases that were left out because their bodies are damaged; missing if there are none. */
  readonly damaged?: readonly number[];
  /** All files but those of single cases, which `index.jsonl` lists. */
  readonly files: readonly ManifestFile[];
  /** Of all files, as their size. */
  readonly file_count: number;
  readonly bytes: number;
}

export async function writeManifest(
  folder: string,
  head: Omit<Manifest, "files" | "file_count" | "bytes">,
  written: readonly WrittenFile[],
  signal: AbortSignal | undefined,
): Promise<Manifest> {
  const files: ManifestFile[] = [];
  for (const { path, rows } of written) {
    signal?.throwIfAborted();
    const file = join(folder, path);
    await syncFile(file);
    files.push({ path, rows, bytes: (await stat(file)).size, sha256: await sha256Of(file) });
  }
  const listed = written.flatMap((file) => file.listed ?? []);
  const manifest = {
    ...head,
    files,
    file_count: listed.reduce((sum, index) => sum + index.files, files.length),
    bytes: [...files, ...listed].reduce((sum, { bytes }) => sum + bytes, 0),
  };
  const path = join(folder, MANIFEST);
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx" });
  await syncFile(path);
  return manifest;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}
