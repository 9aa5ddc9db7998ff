/**
 * Imports one archive: validates it, unless this run did so when it was downloaded, identifies its unit, writes its records
 * batch by batch, and last removes the cases that its unit no longer has. An archive can be prepared while another one is
 * written.
 *
 * Three sizes of failure: a bad record is a reject and the run goes on; a bad archive is reported and the run goes on with
 * the next one; a bug stops the run.
 */
import { statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { ReporterRecord } from "../domain/case.ts";
import { compareRelease, isNewerArchive } from "../domain/decision-date.ts";
import { CaselawError } from "../domain/errors.ts";
import { pathBelow } from "../domain/file-path.ts";
import type { SinkUnit } from "./case-sink.ts";
import { ImportStats } from "./import-stats.ts";
import { type ArchiveReport, emptyReport, type ReportedUnit } from "./report.ts";
import { ShrinkRefused } from "./shrink.ts";
import { checkLines, messageFor, nameByContent } from "./standard-input.ts";
import type { ReadingThreads } from "./threads/reading-threads.ts";
import { type Identity, identify } from "./unit/identify.ts";
import {
  beginReading,
  hasCases,
  type IdentifiedArchive,
  type ImportContext,
  type ImportTask,
  listedIn,
  type Reading,
  writeRecords,
} from "./write-records.ts";

/** An archive that is validated, and that the threads may have begun to read. */
export interface PreparedArchive {
  readonly path: string;
  /** The archive, or why it cannot be imported. */
  readonly identified: IdentifiedArchive | string;
  /** Null if the parsers must know first what the archives before write. */
  readonly reading: Reading | null;
}

/**
 * Validates and identifies an archive, and begins to read it if nothing of its unit is stored: then the parsers need not
 * know what the archive before writes.
 *
 * @param before the archive that is written meanwhile
 */
export async function prepareArchive(
  task: ImportTask,
  { threads, sink }: Pick<ImportContext, "threads" | "sink">,
  before: PreparedArchive | null = null,
): Promise<PreparedArchive> {
  const identified = await validateAndIdentify(task, threads);
  const prepared = { path: task.path, identified, reading: null };
  if (typeof identified === "string" || isOfSameUnit(identified, before)) return prepared;
  const unit = sink.openUnit(identified.identity.source, identified.identity.unit);
  const isFirst = unit.state.sha256 === null && !hasCases(unit);
  return isFirst ? { ...prepared, reading: await beginReading(identified, unit, threads) } : prepared;
}

function isOfSameUnit({ identity }: IdentifiedArchive, other: PreparedArchive | null): boolean {
  if (other === null || typeof other.identified === "string") return false;
  const { source, unit } = other.identified.identity;
  return identity.source === source && identity.unit === unit;
}

/**
 * Imports an archive. The report of a bad archive has the status `failed`.
 *
 * @throws CaselawError when the corpus or the data folder cannot be written; the signal's reason when stopped
 */
export async function importArchive(task: ImportTask, context: ImportContext): Promise<ArchiveReport> {
  const started = performance.now();
  return importPrepared(await prepareArchive(task, context), context, started);
}

/** As `importArchive`. @param started the start of the seconds in the report, as `performance.now` gives it */
export async function importPrepared(
  { path, identified, reading }: PreparedArchive,
  context: ImportContext,
  started = performance.now(),
): Promise<ArchiveReport> {
  const seconds = (): number => Math.round(performance.now() - started) / 1000;
  if (typeof identified === "string") return { ...failedReport(path, identified), seconds: seconds() };
  const report = await importIdentified(identified, reading, context);
  const { bulk } = identified.identity;
  if (bulk !== null && report.status !== "failed")
    context.sink.noteBag({ ...bulk, path: keptPath(path, context.options.dataFolder) });
  return { ...report, seconds: seconds() };
}

/** The path below the data folder of an archive that may be served; null for a folder or a file outside the data folder. */
export function keptPath(path: string, dataFolder: string): string | null {
  const below = pathBelow(dataFolder, path);
  return below !== null && statSync(path).isFile() ? below : null;
}

export function failedReport(path: string, error: string, of: ReportedUnit | null = null): ArchiveReport {
  return { ...emptyReport(path, of), status: "failed", error };
}

async function validateAndIdentify(
  task: ImportTask,
  threads: ReadingThreads,
): Promise<IdentifiedArchive | string> {
  const { path, inputCopy } = task;
  try {
    const archive = await (task.validated ?? threads.validate(inputCopy ?? path));
    if (inputCopy !== undefined) checkLines(archive.contents, inputCopy);
    const identity = identify(archive.contents, task);
    return { task, archive, identity: nameByContent(identity, task, archive) };
  } catch (error) {
    if (error instanceof CaselawError) return messageFor(task, error);
    throw error;
  }
}

async function importIdentified(
  identified: IdentifiedArchive,
  reading: Reading | null,
  context: ImportContext,
): Promise<ArchiveReport> {
  const { task, archive, identity } = identified;
  const { source, unit: name, release, volume } = identity;
  if (volume !== null && volume.reporter === null) context.unknownReporters.push(task.path);
  const report = reportedAs(identified);
  const unit = context.sink.openUnit(source, name);
  const before = unit.findImport(archive.sha256);
  if (before !== null && !isMoved(before.path, identity, task.known.reporters)) {
    const imported = before.read - before.rejected;
    return { ...report, status: "unchanged", read: imported, unchanged: imported };
  }
  const { state } = unit;
  const isOlder = state.hasAllCases === 1 && release !== null && compareRelease(release, state.release) < 0;
  if (isOlder) return { ...report, status: "superseded" };
  // only reading shows whether an archive is incomplete; then it removes nothing
  const replaces =
    release !== null &&
    state.sha256 !== null &&
    isNewerArchive({ release, hasAllCases: 1, ...archive }, state);
  try {
    return await readAll(identified, reading, unit, replaces, context);
  } catch (error) {
    if (error instanceof ShrinkRefused) return { ...report, status: "failed", error: error.message };
    throw error;
  }
}

/** The report before anything is read. It names the unit as the source lists it, as messages of the download do. */
function reportedAs({ task, archive, identity }: IdentifiedArchive): Omit<ArchiveReport, "status"> {
  const unit = task.listed?.unit ?? identity.unit;
  return { ...emptyReport(task.path, { source: identity.source, unit }), bytes: archive.bytes };
}

/**
 * Whether a volume moved to another reporter. A zip does not name its reporter, so the same bytes in another reporter's folder
 * must be read again.
 *
 * @param before the path of the volume's last import
 */
function isMoved(before: string, { volume }: Identity, reporters: readonly ReporterRecord[]): boolean {
  const reporter = volume?.reporter ?? null;
  const folder = basename(dirname(resolve(before)));
  const reporterBefore = reporters.find(({ slug }) => slug === folder);
  return reporter !== null && reporterBefore !== undefined && reporterBefore.id !== reporter.id;
}

async function readAll(
  identified: IdentifiedArchive,
  begun: Reading | null,
  unit: SinkUnit,
  replaces: boolean,
  context: ImportContext,
): Promise<ArchiveReport> {
  const { archive, identity } = identified;
  const { path } = identified.task;
  const { contents, sha256, bytes } = archive;
  const archiveOrigin = { release: identity.release, sha256 };
  using stats = new ImportStats(path, identity, context.rejects);
  if (contents.layout === "volume") for (const mismatch of contents.mismatches) stats.addMismatch(mismatch);
  const shrinkCheck = replaces && context.options.shrink === "refused" ? "shrink refused" : "none";
  const reading = begun ?? (await beginReading(identified, unit, context.threads));
  const fault = await writeRecords(identified, reading, unit, stats, shrinkCheck, context);
  if (contents.layout === "volume" && fault === null) stats.addUnmatched(contents.casesMetadata);
  const isComplete = stats.isComplete && (contents.layout !== "court" || contents.hasAllDecisions);
  const removesCases = replaces && fault === null && isComplete;
  const unplaced = new Set(contents.layout === "court" ? contents.unplaced : []);
  const removed = removesCases ? unit.releaseAllBut((id) => stats.hasSeen(id) || unplaced.has(id)) : 0;
  const counts = { ...stats.counts, removed };
  const rejects = await stats.finish();
  const hasAllCases = Number(isComplete);
  const missing = stats.missing(contents.layout === "volume" ? contents.casesMetadata : []);
  // the cases of a volume's list, else those that were read
  const expected = listedIn(contents) || counts.read;
  const isNewest =
    unit.state.sha256 === null || isNewerArchive({ ...archiveOrigin, hasAllCases }, unit.state);
  unit.finish(
    { ...counts, ...archiveOrigin, path, bytes, complete: fault === null },
    fault !== null || !isNewest ? null : { hasAllCases, expected, missing, mismatches: stats.mismatches },
  );
  return {
    ...reportedAs(identified),
    ...counts,
    status: fault === null && !stats.hasMismatches ? "imported" : "incomplete",
    error: fault === null ? null : messageFor(identified.task, fault),
    problems: stats.problems,
    rejects,
  };
}
