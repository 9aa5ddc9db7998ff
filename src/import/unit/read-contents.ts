/** Reads what an archive is, apart from its records: what its unit is named by. */

import { readUtf8, withoutMark } from "../../archive/fault.ts";
import type { Archive, LineArchive } from "../../archive/members.ts";
import type { ArchiveContents, FirstRecord } from "../../domain/bulk-file.ts";
import type { CaseRecord } from "../../domain/case.ts";
import { CaselawError } from "../../domain/errors.ts";
import { isJsonObject } from "../../domain/json.ts";
import { readCaseRecord } from "../../sources/read-case.ts";

/** Records after which the search for the first one that names its jurisdiction ends. */
const MAX_RECORDS = 20;
/** Longest of these records: eight times the longest known. */
const MAX_RECORD_BYTES = 8 * 2 ** 20;
/** Keys of a metadata row that the import of the volume reads. */
const ROW_KEYS = ["id", "file_name", "last_updated", "jurisdiction", "citations"] as const;

export async function readContents(archive: Archive): Promise<ArchiveContents> {
  if (archive.layout === "mets") return { layout: "mets", bag: archive.bag, files: archive.files };
  if (archive.layout === "court") {
    const { layout, court, release, clusters, hasAllDecisions, hasAllParts, unplaced } = archive;
    return { layout, court, release, clusters, hasAllDecisions, hasAllParts, unplaced };
  }
  if (archive.layout === "lines") {
    const { bag } = archive;
    return { layout: "lines", bag, first: bag === null ? null : await readFirst(archive) };
  }
  const { volumeMetadata, release, mismatches, pathHint } = archive;
  const casesMetadata = archive.casesMetadata.map(withoutOtherKeys);
  return { layout: "volume", volumeMetadata, casesMetadata, release, mismatches, pathHint };
}

/** Rows wait in memory until their volume is imported, so all but these keys is left out. */
function withoutOtherKeys(row: unknown): unknown {
  if (!isJsonObject(row)) return null;
  return Object.fromEntries(ROW_KEYS.filter((key) => key in row).map((key) => [key, row[key]]));
}

/** The first record that names its jurisdiction; null when none of the first lines does. */
async function readFirst(archive: LineArchive): Promise<FirstRecord | null> {
  let left = MAX_RECORDS;
  try {
    for await (const { bytes, problem } of archive.records(MAX_RECORD_BYTES)) {
      if (left-- === 0) return null;
      const record = problem === null ? recordOf(bytes) : null;
      if (record === null || record.jurisdiction === null) continue;
      const { jurisdiction, volume, citations, body } = record;
      return { jurisdiction, volume, citations, bodyForm: body.form };
    }
  } catch (error) {
    // the import reads the same lines and reports the fault
    if (!(error instanceof CaselawError) || error.code !== "corrupt") throw error;
  }
  return null;
}

function recordOf(bytes: Buffer): CaseRecord | null {
  try {
    const reading = readCaseRecord(JSON.parse(readUtf8(withoutMark(bytes))), null);
    return reading.ok ? reading.record : null;
  } catch (error) {
    if (error instanceof CaselawError || error instanceof SyntaxError) return null;
    throw error;
  }
}
