/**
 * Reads the lists of a mirror of the static site on disk: `ReporterMetadata.json` in the folder of a reporter, the lists of
 * reporters and jurisdictions one folder above. They have what a volume zip does not say itself.
 */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JurisdictionRecord, ReferenceRecords, ReporterRecord } from "../../domain/case.ts";
import { systemCodeOf } from "../../domain/errors.ts";
import { readStaticJurisdiction, readStaticReporter } from "../../sources/read-reference.ts";

/** A larger file is not a list of the site (docs/interface.md, "Limits"). */
const MAX_LIST_BYTES = 256 * 2 ** 20;

/** The lists near these archives. */
export async function readNearbyLists(archives: readonly string[]): Promise<ReferenceRecords> {
  const folders = new Set(archives.map((path) => dirname(path)));
  const roots = new Set([...folders].map((folder) => dirname(folder)));
  const reporters: ReporterRecord[] = [];
  const jurisdictions: JurisdictionRecord[] = [];
  for (const root of roots) {
    await readList(join(root, "JurisdictionsMetadata.json"), readStaticJurisdiction, jurisdictions);
    await readList(join(root, "ReportersMetadata.json"), readStaticReporter, reporters);
  }
  for (const folder of folders) {
    await readList(join(folder, "ReporterMetadata.json"), readStaticReporter, reporters);
  }
  return { jurisdictions, courts: [], reporters, volumes: [] };
}

type Read<T> = (raw: unknown) => { readonly ok: true; readonly record: T } | { readonly ok: false };

/** Adds the valid records of a list, or of a file with one record; a missing file or one that is not JSON has none. */
async function readList<T>(path: string, read: Read<T>, records: T[]): Promise<void> {
  const raw = await readJson(path);
  for (const row of Array.isArray(raw) ? raw : [raw]) {
    const reading = read(row);
    if (reading.ok) records.push(reading.record);
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    const text = await readFile(path, "utf8");
    return text.length > MAX_LIST_BYTES ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || /^(ENOENT|ENOTDIR|EISDIR)$/.test(systemCodeOf(error) ?? ""))
      return null;
    throw error;
  }
}
