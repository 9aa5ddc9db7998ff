/** Writes the records of one archive into the corpus, batch by batch in the archive's order. */
import type { ArchiveContents } from "../domain/bulk-file.ts";
import { compareRelease } from "../domain/decision-date.ts";
import { CaselawError } from "../domain/errors.ts";
import type { VolumeContext } from "../sources/read-case.ts";
import type { SinkUnit } from "./case-sink.ts";
import { chooseDictionaries } from "./choose-dictionaries.ts";
import type { ImportStats } from "./import-stats.ts";
import type { IdentifiedArchive, ImportContext } from "./import-task.ts";
import { shareMemory } from "./memory.ts";
import { untilShrinkIsChecked } from "./shrink-buffer.ts";
import type { Reading, ReadingThreads } from "./threads/reading-threads.ts";
import { inArchiveOrder } from "./threads/repeats.ts";
import type { ArchiveTask, RecordBatch } from "./threads/thread-messages.ts";
import type { Identity } from "./unit/identify.ts";

/** A volume without known metadata. */
const UNKNOWN_VOLUME: VolumeContext = { volume: null, reporter: null };

/** Begins to read an archive into its unit. */
export async function beginReading(
  { task: { path, spool = path }, archive, identity }: IdentifiedArchive,
  unit: SinkUnit,
  threads: ReadingThreads,
): Promise<Reading> {
  const { state } = unit;
  const volume = volumeOf(archive.contents, identity);
  const isSameRelease = state.sha256 !== null && compareRelease(identity.release, state.release) === 0;
  const sample = () => threads.sampleBodies(spool, volume);
  const dictionaries = await chooseDictionaries(archive, unit.dictionaries, sample);
  const task: ArchiveTask = {
    path: spool,
    volume,
    dictionaries,
    // parsers see what is committed, and the archive before may have contributed the same cases
    ...(hasCases(unit) ? unit.commit() : { corpusPath: null, unitId: null }),
    digests: isSameRelease ? "trusted" : "trusted unless shared",
  };
  return threads.begin(task, archive.bytes);
}

function volumeOf(contents: ArchiveContents, identity: Identity): VolumeContext | null {
  return contents.layout === "volume" ? (identity.volume ?? UNKNOWN_VOLUME) : null;
}

/** Writes all records of an archive, or those before the fault that it returns. */
export async function writeRecords(
  { task: { path, spool = path }, archive, identity }: IdentifiedArchive,
  reading: Reading,
  unit: SinkUnit,
  stats: ImportStats,
  shrinkCheck: "shrink refused" | "none",
  { options: { signal, onProgress, memory } }: Pick<ImportContext, "options">,
): Promise<CaselawError | null> {
  const { contents, bytes, sha256 } = archive;
  const origin = { release: identity.release, sha256 };
  const volume = volumeOf(contents, identity);
  const before = {
    hasTaken: (id: number) => stats.hasTaken(id),
    isStored: (id: number, digest: Uint8Array) => unit.isStored(id, digest),
  };
  const maxBytes = shareMemory(memory).shrinkBufferBytes;
  let mostRead = 0;
  const pass = (read: number, batch: RecordBatch): void => {
    // the batches of the shrink buffer pass twice
    if (read > mostRead) {
      mostRead = read;
      const fraction = batch.fraction ?? listedFraction(contents, read);
      const readBytes = fraction === null ? null : Math.round(fraction * bytes);
      onProgress({ kind: "archive", path, read, bytes: readBytes, total: bytes });
    }
    signal.throwIfAborted();
  };
  let fault: CaselawError | null = null;
  const read = reading.batches();
  const batches =
    shrinkCheck === "none"
      ? read
      : untilShrinkIsChecked(read, { path: spool, contents, unit, maxBytes, onBuffered: pass });
  const noteFault = (found: CaselawError): void => {
    fault = found;
  };
  for await (const batch of untilFault(batches, noteFault)) {
    if (stats.counts.read === 0) unit.writeReferences(identity.references, origin);
    const { records, incoming } = inArchiveOrder(batch, volume, before);
    stats.add(records, unit.writeBatch(incoming, batch.mentioned, origin));
    freeBatch(batch);
    pass(stats.counts.read, batch);
  }
  if (stats.counts.read === 0) unit.writeReferences(identity.references, origin);
  return fault;
}

/** The batches of an archive up to a fault in it. A corpus that is found damaged while they are written is no fault of the archive. */
async function* untilFault(
  batches: AsyncIterable<RecordBatch>,
  onFault: (fault: CaselawError) => void,
): AsyncGenerator<RecordBatch, void, undefined> {
  try {
    yield* batches;
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    onFault(error);
  }
}

/** Frees the memory of a written batch: what waits for the collector adds up. */
function freeBatch({ memory, bytes }: RecordBatch): void {
  for (const block of memory) block.transfer(0);
  bytes?.buffer.transfer(0);
}

/** The part of an archive that so many records are, from 0 to 1; null when unknown. */
function listedFraction(contents: ArchiveContents, read: number): number | null {
  const listed = listedIn(contents);
  return listed === 0 ? null : Math.min(read / listed, 1);
}

/** Whether the unit has cases, so that a parser may find a known record. */
export function hasCases(unit: SinkUnit): boolean {
  for (const _ of unit.contributedIds()) return true;
  return false;
}

/** Cases by a volume's list or a bag's documents; 0 when unknown. */
export function listedIn(contents: ArchiveContents): number {
  if (contents.layout === "mets") return contents.files;
  return contents.layout === "volume" ? contents.casesMetadata.length : 0;
}
