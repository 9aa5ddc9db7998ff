/** `manifest.json` of an export: what was asked, of which moment, and what came of it, file by file. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BodyFormat } from "../corpus/case-parameters.ts";
import type { WrittenFile } from "./export-writer.ts";
import type { ExportFormat } from "./formats.ts";
import { syncOne } from "./publish.ts";

export const MANIFEST = "manifest.json";

export interface ManifestFile extends WrittenFile {
  readonly bytes: number;
  readonly sha256: string;
}

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
  };
  /** Of an increment (export/since): the change number that it goes on from, and that which the next one goes on from. */
  readonly since?: number;
  readonly until?: number;
  /** The state that was exported: the number of its last change (`caselaw changes`), and the state's own name. */
  readonly corpus: { readonly last_change: number; readonly state: string };
  /** When that state was looked at. */
  readonly exported_at: string;
  readonly cases: number;
  readonly files: readonly ManifestFile[];
}

/** Looks at a file that was written: how long it is and what it hashes to. It is on the disk afterwards. */
export async function sealFile(folder: string, { path, rows }: WrittenFile): Promise<ManifestFile> {
  const place = join(folder, path);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(place)) hash.update(chunk);
  await syncOne(place);
  return { path, rows, bytes: (await stat(place)).size, sha256: hash.digest("hex") };
}

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, MANIFEST);
  await writeFile(path, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx" });
  await syncOne(path);
}
