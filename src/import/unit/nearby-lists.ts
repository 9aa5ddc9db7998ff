/**
 * The static site's lists where a mirror of it lies on disk: `ReporterMetadata.json` beside the volumes of a reporter,
 * the lists of reporters and jurisdictions one folder above. They tell what no volume zip says of itself.
 */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { systemCodeOf } from "../../domain/errors.ts";
import type { JurisdictionRecord, ReferenceRecords, ReporterRecord } from "../../domain/reference.ts";
import { readStaticJurisdiction, readStaticReporter } from "../../sources/read-metadata.ts";

/** A list larger than this is none of the site's (docs/interface.md, "Limits"). */
const MAX_LIST_BYTES = 256 * 2 ** 20;

/** All lists that lie near these archives, each folder looked at once. */
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

/** Adds the good records of a list, or of a file with one; none when it is not there or is no JSON. */
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
