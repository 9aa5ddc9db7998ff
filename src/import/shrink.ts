/**
 * The shrink check: an archive that would remove more than a tenth of its unit is refused before anything is written.
 *
 * What a usual archive would write is buffered meanwhile, so that it is decoded once: unchanged records take next to no memory. Of a
 * larger one the ids are read first.
 */
import type { Archive, RecordPlace } from "../archive/members.ts";
import type { ArchiveContents } from "../domain/bulk-file.ts";
import type { CaseMetadata } from "../domain/case.ts";
import { CLUSTER_IDS } from "../domain/case-id.ts";
import { CaselawError } from "../domain/errors.ts";
import { SeenCases } from "./seen-cases.ts";
import { openRecords } from "./tables/open-court.ts";
import { RECORD_BYTES } from "./threads/chunks.ts";
import { parseRecord, readRecord, rejectedId } from "./threads/records.ts";
import type { RecordBatch } from "./threads/thread-messages.ts";

/** The part of a unit that an archive may remove without `--allow-shrink`. */
const MAX_SHRINK = 0.1;

/** A unit of the corpus with the ids of its cases. */
export interface StoredUnit {
  readonly name: string;
  countContributions(): number;
  contributedIds(): Iterable<number>;
}

/**
 * Reads the ids of the archive, and nothing else of it. An unreadable record may be any case, and an archive that cannot be
 * read to its end may have every case: then nothing will be removed, and nothing is refused.
 *
 * @returns why the archive is refused, with both numbers; null when it is not
 */
async function readShrinkFault(path: string, unit: StoredUnit): Promise<string | null> {
  await using archive = await openRecords(path);
  const seen = await readIds(archive);
  return seen === null ? null : shrinkFault(seen, unit);
}

/** Whether no record is known to be missing in the archive. */
function hasAllRecords(archive: Archive | ArchiveContents): boolean {
  if (archive.layout === "court") return archive.hasAllDecisions;
  return archive.layout !== "volume" || !archive.mismatches.some(({ kind }) => kind === "row_without_json");
}

/** Why the archive is refused; null when it is not. @param seen the ids of all of the archive's records */
function shrinkFault(seen: SeenCases, unit: StoredUnit): string | null {
  const stored = unit.countContributions();
  let missing = 0;
  for (const id of unit.contributedIds()) if (!seen.has(id)) missing++;
  if (missing <= stored * MAX_SHRINK) return null;
  const fault = `Cannot replace unit "${unit.name}": the archive lacks ${missing} of its ${stored} cases, which the corpus would lose`;
  return `${fault}; if it is another file than the unit's, import the right file; if the source has removed these cases, add --allow-shrink`;
}

const SOMEWHERE: RecordPlace = { entry: null, line: 1 };

/** The ids of the archive; null when one cannot be read. */
async function readIds(archive: Archive): Promise<SeenCases | null> {
  if (!hasAllRecords(archive)) return null;
  const seen = new SeenCases();
  try {
    if (archive.layout === "court") {
      for (const id of archive.caseIds()) seen.note(id, SOMEWHERE);
      return seen;
    }
    for await (const { place, bytes, problem } of archive.records()) {
      const ids = problem === null ? idsIn(bytes, place) : null;
      if (ids === null) return null;
      for (const id of ids) seen.note(id, SOMEWHERE);
    }
    return seen;
  } catch (error) {
    if (error instanceof CaselawError && error.code === "corrupt") return null;
    throw error;
  }
}

function idsIn(bytes: Buffer, place: RecordPlace): readonly number[] | null {
  try {
    return idsOf(readRecord(parseRecord(bytes, place), null));
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    const id = rejectedId(error);
    return id === null ? null : [id];
  }
}

/** The id of a case, and the ids that its clusters had as cases of their own: no case is lost when they become this one. */
function idsOf({ id, courtlistener }: Pick<CaseMetadata, "id" | "courtlistener">): readonly number[] {
  const clusters = courtlistener?.cluster_ids;
  return [id, ...(Array.isArray(clusters) ? clusters.map((cluster) => CLUSTER_IDS + Number(cluster)) : [])];
}

/** Memory of the objects of a record that is already stored. */
const KNOWN_BYTES = 600;

/** The archive would remove too many cases of its unit. */
export class ShrinkRefused extends Error {
  override readonly name = "ShrinkRefused";
}

interface ShrinkCheck {
  readonly path: string;
  readonly contents: ArchiveContents;
  readonly unit: StoredUnit;
  /** Bound of the buffer. */
  readonly maxBytes: number;
  /** Called for each batch that is buffered, with the number of records in the buffer. */
  readonly onBuffered: (records: number, batch: RecordBatch) => void;
}

/**
 * Yields the same batches in the same order, once the archive is not refused.
 *
 * @throws ShrinkRefused before the first batch; what `batches` throws, after the batches before it
 */
export async function* untilShrinkIsChecked(
  batches: AsyncGenerator<RecordBatch>,
  { path, contents, unit, maxBytes, onBuffered }: ShrinkCheck,
): AsyncGenerator<RecordBatch> {
  const buffered: RecordBatch[] = [];
  const seen = new SeenCases();
  if (contents.layout === "court") for (const id of contents.unplaced) seen.note(id, SOMEWHERE);
  let [records, bytes, hasUnknownId] = [0, 0, false];
  try {
    for (let next = await batches.next(); next.done !== true; next = await batches.next()) {
      const { value: batch } = next;
      const isNew = noteIds(batch, seen);
      // only a repeated id can make it necessary to read a record again
      buffered.push(isNew ? { ...batch, bytes: null } : batch);
      hasUnknownId ||= batch.records.some((record) => record.kind === "rejected" && record.id === null);
      records += batch.records.length;
      bytes += bytesOf(batch) + (isNew ? 0 : (batch.bytes?.length ?? 0));
      onBuffered(records, batch);
      if (bytes <= maxBytes) continue;
      refuse(await readShrinkFault(path, unit));
      yield* buffered.splice(0);
      yield* batches;
      return;
    }
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    // the unread rest may have every missing case, so nothing will be removed
    yield* buffered;
    throw error;
  } finally {
    await batches.return(undefined);
  }
  refuse(!hasUnknownId && hasAllRecords(contents) ? shrinkFault(seen, unit) : null);
  yield* buffered;
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new ShrinkRefused(reason);
}

/** Notes the ids of a batch. Returns whether all of them are new. */
function noteIds({ records }: RecordBatch, seen: SeenCases): boolean {
  let isNew = true;
  for (const record of records) {
    const ids =
      record.kind === "prepared" ? idsOf(record.prepared.record) : record.id === null ? [] : [record.id];
    if (record.kind === "differs") continue;
    for (const id of ids) {
      isNew &&= !seen.has(id);
      seen.note(id, SOMEWHERE);
    }
  }
  return isNew;
}

function bytesOf({ records, memory }: RecordBatch): number {
  const packed = memory.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return records.reduce((sum, { kind }) => sum + (kind === "prepared" ? RECORD_BYTES : KNOWN_BYTES), packed);
}
