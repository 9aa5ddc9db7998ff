/** Writes the records of one archive into the corpus, batch by batch in the archive's order. */
import type { ArchiveContents, ValidatedArchive } from "../domain/bulk-file.ts";
import { compareRelease } from "../domain/decision-date.ts";
import { CaselawError } from "../domain/errors.ts";
import type { VolumeContext } from "../sources/read-case.ts";
import type { IncomingCase } from "../store/write/case-writer.ts";
import type { CaseSink, SinkUnit } from "./case-sink.ts";
import type { ImportStats } from "./import-stats.ts";
import type { OpenRejects } from "./rejects.ts";
import type { RunFindings, RunOptions } from "./run.ts";
import { untilShrinkIsChecked } from "./shrink.ts";
import { type ReadingThreads, shareMemory } from "./threads/reading-threads.ts";
import { checkChunk, type ReadRecord, sampleBodies } from "./threads/records.ts";
import type { RecordBatch } from "./threads/thread-messages.ts";
import type { ArchiveContext, Identity } from "./unit/identify.ts";

export interface ImportContext {
  readonly sink: CaseSink;
  /** Validate, read and parse; one archive is read at a time. */
  readonly threads: ReadingThreads;
  /** Null in a dry run, which writes nothing. */
  readonly rejects: OpenRejects | null;
  readonly unknownReporters: RunFindings["unknownReporters"];
  /** Their signal stops the import after the current batch; the work so far is kept. */
  readonly options: RunOptions;
}

/** An archive to import: where it is, and what a source's list says of it. */
export interface ImportTask extends ArchiveContext {
  /** As the user gave it, for reports, rejects and the log. */
  readonly path: string;
  /** The path of the copy of standard input; undefined: the archive is at `path`. */
  readonly inputCopy?: string;
  /** The result of this run's validation, which may still go on; undefined: the import validates it. */
  readonly validated?: ValidatedArchive | Promise<ValidatedArchive> | null;
}

export interface IdentifiedArchive {
  readonly task: ImportTask;
  readonly archive: ValidatedArchive;
  readonly identity: Identity;
}

/** The records of an archive that the threads have begun to read. */
export type Reading = AsyncGenerator<RecordBatch>;

/** Packed bytes of an archive from which a dictionary saves more than it takes. */
const LARGE_BYTES = 2 ** 20;

export async function beginReading(
  { task: { path, inputCopy }, archive, identity }: IdentifiedArchive,
  unit: SinkUnit,
  threads: ReadingThreads,
): Promise<Reading> {
  const { state } = unit;
  // a newer set replaces no record of another source
  const isCourt = archive.contents.layout === "court";
  const isSameRelease = state.sha256 !== null && compareRelease(identity.release, state.release) === 0;
  const { volume } = identity;
  const sample = async () => (archive.bytes < LARGE_BYTES ? [] : sampleBodies(inputCopy ?? path, volume));
  const dictionary = await unit.dictionary(sample);
  const isKnown = hasCases(unit);
  // parsers see what is committed, and the archive before may have contributed the same cases; what a court's cases have of another
  // source was committed before the tables were joined
  if (isKnown) unit.commit();
  const task = {
    path: inputCopy ?? path,
    volume,
    dictionary,
    corpusPath: isKnown || isCourt ? unit.corpusPath : null,
    unitId: isKnown ? unit.unitId : null,
    digests: isSameRelease || isCourt ? "trusted" : "trusted unless shared",
  } as const;
  return threads.begin(task, archive.bytes);
}

/** Writes all records of an archive, or those before the fault that it returns. */
export async function writeRecords(
  { task: { path, inputCopy }, archive, identity }: IdentifiedArchive,
  reading: Reading,
  unit: SinkUnit,
  stats: ImportStats,
  shrinkCheck: "shrink refused" | "none",
  { options: { signal, onProgress, memory } }: Pick<ImportContext, "options">,
): Promise<CaselawError | null> {
  const { contents, bytes, sha256 } = archive;
  const keepsParts = contents.layout === "court" && !contents.hasAllParts;
  const origin = { release: identity.release, sha256, keepsParts };
  const { volume } = identity;
  const before = {
    hasImported: (id: number) => stats.hasImported(id),
    isStored: (id: number, digest: Uint8Array) => unit.isStored(id, digest),
  };
  const maxBytes = shareMemory(memory).shrinkBufferBytes;
  let mostRead = 0;
  const pass = (read: number, batch: RecordBatch): void => {
    // the batches of the shrink buffer pass twice
    if (read > mostRead) {
      mostRead = read;
      onProgress({ kind: "archive", path, read, bytes: Math.round(batch.fraction * bytes), total: bytes });
    }
    signal.throwIfAborted();
  };
  let fault: CaselawError | null = null;
  const batches =
    shrinkCheck === "none"
      ? reading
      : untilShrinkIsChecked(reading, {
          path: inputCopy ?? path,
          contents,
          unit,
          maxBytes,
          onBuffered: pass,
        });
  const noteFault = (error: CaselawError): void => {
    fault = error;
  };
  for await (const batch of untilFault(batches, noteFault)) {
    if (stats.counts.read === 0) unit.writeReferences(identity.references, origin);
    const { records, incoming } = inArchiveOrder(batch, volume, before);
    stats.add(records, unit.writeBatch(incoming, origin));
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

/** Whether the unit has cases, so that a parser may find a known record. */
export function hasCases(unit: SinkUnit): boolean {
  for (const _ of unit.contributedIds()) return true;
  return false;
}

/** The number of cases by a volume's list or a bag's documents; 0 when unknown. */
export function listedIn(contents: ArchiveContents): number {
  if (contents.layout === "mets") return contents.files;
  return contents.layout === "volume" ? contents.casesMetadata.length : 0;
}

/** The cases of the archive so far, and the stored cases of the unit. */
export interface Before {
  readonly hasImported: (id: number) => boolean;
  readonly isStored: (id: number, digest: Uint8Array) => boolean;
}

interface OrderedBatch {
  readonly records: readonly ReadRecord[];
  readonly incoming: readonly IncomingCase[];
}

/**
 * Decides what a repeated id of an archive means (docs/faults.md, "R4"), in the archive's order: parsers do not know each
 * other's chunks, so the outcome is the same with any number of parsers.
 *
 * A parser marks a record as known if its digest is stored for the unit at that moment. An earlier record of the same id may
 * have stored or replaced that digest: then the record is prepared here after all.
 */
export function inArchiveOrder(
  batch: RecordBatch,
  volume: VolumeContext | null,
  before: Before,
): OrderedBatch {
  const incoming: IncomingCase[] = [];
  /** Ids of the batch so far, and of these the ids whose records are written. */
  const seen = new Set<number>();
  const written = new Set<number>();
  const add = (record: ReadRecord): ReadRecord => {
    if (record.kind === "known") {
      const { id, digest } = record;
      const isStill = !written.has(id) && (!before.hasImported(id) || before.isStored(id, digest));
      if (!isStill) return add(prepareKnown(record, batch, volume));
      seen.add(id);
      return record;
    }
    if (record.kind !== "prepared") return record;
    const { id } = record.prepared.record;
    incoming.push({ prepared: record.prepared, repeated: seen.has(id) || before.hasImported(id) });
    seen.add(id);
    written.add(id);
    return record;
  };
  return { records: batch.records.map(add), incoming };
}

function prepareKnown(
  { source }: Extract<ReadRecord, { kind: "known" }>,
  { bytes }: RecordBatch,
  volume: VolumeContext | null,
): ReadRecord {
  if (bytes === null) throw new Error("a known record came without its bytes");
  const {
    records: [record],
  } = checkChunk(
    { records: [source], bytes },
    { volume, rows: new Map(), isKnown: () => false, dictionary: null },
  );
  if (record === undefined) throw new Error("no result for a record");
  return record;
}
