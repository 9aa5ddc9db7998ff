/**
 * Imports one archive: proves it, finds out what unit it is, hands its records to the writer batch by batch, and last
 * takes out what its unit no longer holds.
 *
 * Three sizes of failure: a bad record is a reject and the run goes on; a bad archive is reported and the next one
 * taken; a bug stops the run.
 */
import type { Archive, Proof } from "../archive/archive.ts";
import { openArchive } from "../archive/open-archive.ts";
import type { BulkFile, BulkRecord } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { compareRelease, isNewerArchive } from "../domain/recency.ts";
import type { VolumeContext } from "../sources/read-case.ts";
import type { CaseSink, SinkUnit } from "./case-sink.ts";
import { chooseDictionaries } from "./choose-dictionaries.ts";
import { ImportStats } from "./import-stats.ts";
import type { RejectFolder } from "./rejects.ts";
import { type ArchiveReport, NO_COUNTS } from "./report.ts";
import { ShrinkRefused, untilShrinkIsChecked } from "./shrink-buffer.ts";
import { messageWithout, namedByStream, refuseAllButLines } from "./standard-input.ts";
import type { ReadingThreads } from "./threads/reading-threads.ts";
import { inArchiveOrder } from "./threads/repeats.ts";
import type { ArchiveTask, RecordBatch } from "./threads/thread-messages.ts";
import { type Identity, identify } from "./unit/identify.ts";
import type { KnownReferences } from "./unit/known-references.ts";
import { isMoved } from "./unit/moved-volume.ts";

export interface ImportContext {
  readonly sink: CaseSink;
  /** What reads and parses; one archive at a time. */
  readonly threads: ReadingThreads;
  /** Where rejects go; null where nothing is to be written. */
  readonly rejects: RejectFolder | null;
  /** Whether an archive may remove more than a tenth of its unit. */
  readonly shrink: "refused" | "allowed";
  /** Stops after the batch at hand; the work so far is kept. */
  readonly signal: AbortSignal;
  /** Told after each batch: the archive, records and bytes read so far, its bytes in total. */
  readonly onProgress: (path: string, read: number, bytes: number | null, total: number) => void;
  /** Told of each bag that no list told of, once it is dealt with. */
  readonly onBag?: (record: BulkRecord, path: string) => void;
}

/** An archive to import: where it is, and what a source's list says of it. */
export interface ImportTask {
  /** As it was given: what reports, rejects and the log name it by. */
  readonly path: string;
  /** Where the bytes are, of standard input; absent: at `path`. */
  readonly spool?: string;
  readonly listed: BulkFile | null;
  /** What tells which unit it is. */
  readonly known: KnownReferences;
}

/** A volume of which nothing is known but that it is one. */
const UNKNOWN_VOLUME: VolumeContext = { volume: null, reporter: null };

type Done = Omit<ArchiveReport, "path" | "bytes" | "seconds">;

/**
 * A bad archive is a report with status `failed`, not an exception.
 *
 * @throws CaselawError when the corpus or the data folder cannot be written; the signal's reason when stopped
 */
export async function importArchive(task: ImportTask, context: ImportContext): Promise<ArchiveReport> {
  const { path } = task;
  const started = performance.now();
  const seconds = (): number => Math.round(performance.now() - started) / 1000;
  const proved = await openProved(task);
  if (typeof proved === "string") return { ...failedReport(path, proved), seconds: seconds() };
  await using _archive = proved.archive;
  const done = await importProved(proved, context);
  const { bulk } = proved.identity;
  if (bulk !== null && done.status !== "failed") context.onBag?.(bulk, path);
  return { path, ...done, bytes: proved.proof.bytes, seconds: seconds() };
}

/** The report of an archive of which nothing was taken. */
export function failedReport(
  path: string,
  error: string,
  of: { readonly source: string; readonly unit: string } | null = null,
): ArchiveReport {
  const named = { source: of?.source ?? null, unit: of?.unit ?? null };
  const nothing = { ...NO_COUNTS, problems: [], rejects: null, bytes: 0, seconds: 0 };
  return { path, ...named, ...nothing, status: "failed", error };
}

interface Proved {
  readonly task: ImportTask;
  readonly archive: Archive;
  readonly proof: Proof;
  readonly identity: Identity;
}

/** The archive, proved and known by name; or why it cannot be taken. */
async function openProved(task: ImportTask): Promise<Proved | string> {
  let archive: Archive | null = null;
  try {
    archive = await openArchive(task.spool ?? task.path);
    if (task.spool !== undefined) refuseAllButLines(archive);
    const proof = await archive.prove();
    const identity = await identify(archive, task.listed, task.known);
    return { task, archive, proof, identity: namedByStream(identity, task, proof) };
  } catch (error) {
    await archive?.[Symbol.asyncDispose]();
    if (error instanceof CaselawError) return messageWithout(task, error);
    throw error;
  }
}

async function importProved(proved: Proved, context: ImportContext): Promise<Done> {
  const { task, proof, identity } = proved;
  const { source, unit: name, release, problems } = identity;
  const done = { ...NO_COUNTS, source, unit: name, error: null, problems, rejects: null };
  const unit = context.sink.openUnit(source, name);
  const before = unit.findImport(proof.sha256);
  if (before !== null && !isMoved(before.path, identity, task.known)) {
    const taken = before.read - before.rejected;
    return { ...done, status: "unchanged", read: taken, unchanged: taken };
  }
  const { held } = unit;
  const isOlder = held.whole === 1 && release !== null && compareRelease(release, held.release) < 0;
  if (isOlder) return { ...done, status: "superseded" };
  // whether it is whole shows when it is read: one that is not removes nothing
  const replaces =
    release !== null && held.sha256 !== null && isNewerArchive({ release, whole: 1, ...proof }, held);
  try {
    return await readAll(proved, unit, replaces, context);
  } catch (error) {
    if (error instanceof ShrinkRefused) return { ...done, status: "failed", error: error.message };
    throw error;
  }
}

async function readAll(
  proved: Proved,
  unit: SinkUnit,
  replaces: boolean,
  context: ImportContext,
): Promise<Done> {
  const { archive, proof, identity } = proved;
  const { path } = proved.task;
  const startedAt = new Date().toISOString();
  const archiveOrigin = { release: identity.release, sha256: proof.sha256 };
  using tally = new ImportStats(path, identity, context.rejects);
  if (archive.layout === "volume") for (const mismatch of archive.mismatches) tally.addMismatch(mismatch);
  const gate = replaces && context.shrink === "refused" ? "shrink refused" : "none";
  const fault = await readBatches(proved, unit, tally, gate, context);
  if (archive.layout === "volume" && fault === null) tally.addUnmatched(archive.casesMetadata);
  const isToBeCleaned = replaces && fault === null && tally.isWhole;
  const removed = isToBeCleaned ? unit.releaseAllBut((id) => tally.hasSeen(id)) : 0;
  const counts = { ...tally.counts, removed };
  const rejects = tally.finish();
  const whole = Number(tally.isWhole);
  const missing = tally.missing(archive.layout === "volume" ? archive.casesMetadata : []);
  const expected = expectedOf(archive, counts.read);
  const isNewest = unit.held.sha256 === null || isNewerArchive({ ...archiveOrigin, whole }, unit.held);
  unit.finish(
    { ...counts, ...archiveOrigin, path, bytes: proof.bytes, complete: fault === null, startedAt },
    fault !== null || !isNewest ? null : { whole, expected, missing, mismatches: tally.mismatches },
  );
  return {
    ...counts,
    source: identity.source,
    unit: identity.unit,
    status: fault === null && !tally.hasMismatches ? "imported" : "incomplete",
    error: fault === null ? null : messageWithout(proved.task, fault),
    problems: [...identity.problems, ...tally.problems],
    rejects,
  };
}

/** Cases that an archive says it has: a volume's list tells, else what was read. */
function expectedOf(archive: Archive, read: number): number {
  return listedIn(archive) || read;
}

/** Cases by a volume's list or a bag's documents; 0 when nothing tells. */
function listedIn(archive: Archive): number {
  if (archive.layout === "mets") return archive.files;
  return archive.layout === "volume" ? archive.casesMetadata.length : 0;
}

/** Reads to the end, or to the fault that it returns; what came before it stays. */
async function readBatches(
  { task: { path, spool = path }, archive, proof, identity }: Proved,
  unit: SinkUnit,
  tally: ImportStats,
  gate: "shrink refused" | "none",
  { threads, signal, onProgress }: ImportContext,
): Promise<CaselawError | null> {
  const { release } = identity;
  const origin = { release, sha256: proof.sha256 };
  const volume = archive.layout === "volume" ? (identity.volume ?? UNKNOWN_VOLUME) : null;
  const isSameRelease = unit.held.sha256 !== null && compareRelease(release, unit.held.release) === 0;
  const dictionaries = await chooseDictionaries(archive, proof.bytes, volume, unit.dictionaries);
  const reading: ArchiveTask = {
    path: spool,
    volume,
    dictionaries,
    ...(holdsAny(unit) ? unit.known : { corpusPath: null, unitId: null }),
    digests: isSameRelease ? "trusted" : "trusted unless shared",
  };
  const before = {
    hasTaken: (id: number) => tally.hasTaken(id),
    holds: (id: number, digest: Uint8Array) => unit.holds(id, digest),
  };
  let mostRead = 0;
  const pass = (read: number, batch: RecordBatch): void => {
    // what was held back passes twice
    if (read > mostRead) {
      mostRead = read;
      const fraction = batch.fraction ?? listedFraction(archive, read);
      onProgress(path, read, fraction === null ? null : Math.round(fraction * proof.bytes), proof.bytes);
    }
    signal.throwIfAborted();
  };
  let fault: CaselawError | null = null;
  try {
    const read = threads.read(reading, proof.bytes);
    const batches = gate === "none" ? read : untilShrinkIsChecked(read, { archive, unit, onHeld: pass });
    for await (const batch of batches) {
      if (tally.counts.read === 0) unit.writeReferences(identity.references, origin);
      const { records, incoming } = inArchiveOrder(batch, volume, before);
      tally.add(records, unit.writeBatch(incoming, batch.mentioned, origin));
      pass(tally.counts.read, batch);
    }
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    fault = error;
  }
  if (tally.counts.read === 0) unit.writeReferences(identity.references, origin);
  return fault;
}

/** How much of an archive so many records are, from 0 to 1; null when nothing tells. */
function listedFraction(archive: Archive, read: number): number | null {
  const listed = listedIn(archive);
  return listed === 0 ? null : Math.min(read / listed, 1);
}

/** Whether there is anything to be looked up. */
function holdsAny(unit: SinkUnit): boolean {
  for (const _ of unit.heldIds()) return true;
  return false;
}
