/** The shrink check: an archive that would remove more than a tenth of its unit is refused before anything is written. */
import type { Archive, RecordPlace } from "../archive/members.ts";
import { openArchive } from "../archive/open-archive.ts";
import { CaselawError } from "../domain/errors.ts";
import { readCaseRecord } from "../sources/read-case.ts";
import type { SinkUnit } from "./case-sink.ts";
import { SeenCases } from "./seen-cases.ts";
import { parseRecord } from "./threads/records.ts";

/** The part of a unit that an archive may remove without `--allow-shrink`. */
const MAX_SHRINK = 0.1;

/**
 * Reads the ids of an archive, and nothing else of it. An unreadable record may be any case, and an archive that cannot be
 * read to its end may have every case: then nothing will be removed, and nothing is refused.
 *
 * @returns why the archive is refused, with both numbers; null when it is not
 */
export async function refuseShrink(
  path: string,
  unit: SinkUnit,
  signal: AbortSignal,
): Promise<string | null> {
  await using archive = await openArchive(path);
  const seen = await readIds(archive, signal);
  if (seen === null) return null;
  const stored = unit.countContributions();
  let missing = 0;
  for (const id of unit.contributedIds()) if (!seen.has(id)) missing++;
  if (missing <= stored * MAX_SHRINK) return null;
  const found = `Cannot replace unit "${unit.name}": the archive lacks ${missing} of its ${stored} cases, which the corpus would lose`;
  return `${found}; if it is another file than the unit's, import the right file; if the source has removed these cases, add --allow-shrink`;
}

/** Null when an id cannot be read, or a record is known to be missing. */
async function readIds(archive: Archive, signal: AbortSignal): Promise<SeenCases | null> {
  if (archive.layout === "volume" && archive.mismatches.some(({ kind }) => kind === "row_without_json"))
    return null;
  const seen = new SeenCases();
  try {
    for await (const { place, bytes, problem } of archive.records()) {
      signal.throwIfAborted();
      const id = problem === null ? idOf(bytes, place) : null;
      if (id === null) return null;
      seen.note(id, { entry: null, line: 1 });
    }
    return seen;
  } catch (error) {
    if (error instanceof CaselawError && error.code === "corrupt") return null;
    throw error;
  }
}

/** A record that begins with its id, as those of all sources do; parsing all of it would take most of the time of the check. */
const BEGINS_WITH_ID = /^\s*\{\s*"id"\s*:\s*(\d{1,15})\s*[,}]/;
const HEAD_BYTES = 64;

function idOf(bytes: Buffer, place: RecordPlace): number | null {
  const [, id] = BEGINS_WITH_ID.exec(bytes.toString("latin1", 0, HEAD_BYTES)) ?? [];
  if (id !== undefined) return Number(id);
  try {
    const reading = readCaseRecord(parseRecord(bytes, place), null);
    return reading.ok ? reading.record.id : reading.id;
  } catch (error) {
    if (error instanceof CaselawError) return null;
    throw error;
  }
}
