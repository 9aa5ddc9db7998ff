/**
 * The reference records that identify the unit of an archive: those of the corpus and of lists.
 */

import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JurisdictionRecord, ReferenceRecords, ReporterRecord } from "../../domain/case.ts";
import { systemCodeOf } from "../../domain/errors.ts";
import { readStaticJurisdiction, readStaticReporter } from "../../sources/read-reference.ts";
import { openForReading } from "../../store/database/open-database.ts";
import { reporterOf, textIn } from "../../store/references/reference-records.ts";
import { ReferenceWriter, stampOfListing } from "../../store/references/reference-writer.ts";

export interface KnownReferences {
  readonly reporters: readonly ReporterRecord[];
  readonly jurisdictions: readonly Pick<JurisdictionRecord, "slug" | "name" | "nameLong">[];
  /** Reporter ids by barcode of the listed volumes; a listing is more reliable than a path. */
  readonly listedVolumes: ReadonlyMap<string, number>;
}

/** @throws CaselawError as `openForReading` */
export function readKnownReferences(corpusPath: string): KnownReferences {
  const db = openForReading(corpusPath);
  try {
    const stored = new ReferenceWriter(db);
    return {
      reporters: [...stored.all("reporter")].map(([id, { fields }]) => reporterOf(Number(id), fields)),
      jurisdictions: [...stored.all("jurisdiction").values()].map(({ fields }) => ({
        slug: textIn(fields.slug),
        name: textIn(fields.name),
        nameLong: textIn(fields.name_long),
      })),
      listedVolumes: listedVolumes(stored),
    };
  } finally {
    db.close();
  }
}

function listedVolumes(stored: ReferenceWriter): Map<string, number> {
  const listed = new Map<string, number>();
  for (const [barcode, { fields, stamps }] of stored.all("volume")) {
    if (typeof fields.reporter_id === "number" && stamps.reporter_id === stampOfListing()) {
      listed.set(String(barcode), fields.reporter_id);
    }
  }
  return listed;
}

/** A larger file is not a list of the site (docs/interface.md, "Limits"). */
const MAX_LIST_BYTES = 256 * 2 ** 20;

/**
 * Reads the lists of a mirror of the static site on disk near these archives: `ReporterMetadata.json` in the folder of a reporter, the
 * lists of reporters and jurisdictions one folder above. They have what a volume zip does not say itself.
 */
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
