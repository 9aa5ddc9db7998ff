/** The second half of a sync: downloads and imports every unit, and notes the outcome in the ledger. */
import { resolve } from "node:path";
import type { BulkFile, Offer, StoredFile } from "../domain/bulk-file.ts";
import type { DownloadingWeb } from "../download/web.ts";
import { corpusSink } from "../import/case-sink.ts";
import { failedReport, importArchive } from "../import/import-archive.ts";
import { rejectsIn } from "../import/rejects.ts";
import { type ArchiveReport, emptyReport } from "../import/report.ts";
import { type RunFindings, startReading } from "../import/run.ts";
import type { ReadingThreads } from "../import/threads/reading-threads.ts";
import type { ImportedArchive } from "../store/ledger/units.ts";
import { type KnownReferences, readKnownReferences } from "../store/references/reference-reader.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { type DownloadedUnit, drop, type Fetching, fetchUnit, pruneArchives } from "./fetch-unit.ts";
import { archiveOf, type SyncOptions, setOf } from "./plan.ts";
import { type FetchAll, type Importer, syncSet } from "./sync-set.ts";

/** The web of a run, and a function that aborts its requests. */
export interface WebSession {
  readonly web: DownloadingWeb;
  readonly stop: () => void;
}

/** Downloads units a few at a time, and imports each while others are still downloaded; tables once all of them are here. */
export async function syncUnits(
  session: WebSession,
  { files, reference }: Offer,
  writer: CorpusWriter,
  options: SyncOptions,
  findings: RunFindings,
): Promise<void> {
  await using threads = startReading(options);
  const set = setOf(files, writer.known, options.tables);
  const fetching = { web: session.web, writer, threads, options, reporters: reference.reporters, set };
  const fetchAll: FetchAll = (units, importUnit) =>
    fetchUnits(session, units, importUnit, fetching, findings);
  if (options.source === "courtlistener") await syncSet(files, fetchAll, fetching, findings);
  else await fetchAll(files, importerOf(writer, threads, findings, options));
}

async function fetchUnits(
  { web, stop }: WebSession,
  files: readonly BulkFile[],
  importUnit: Importer,
  fetching: Fetching,
  findings: RunFindings,
): Promise<void> {
  const { writer, options } = fetching;
  const { onProgress, signal, connections } = options;
  const fetch = (file: BulkFile): Promise<DownloadedUnit> => fetchUnit(file, fetching);
  const listedPaths = new Set(files.map(({ path }) => resolve(options.dataFolder, path)));
  let [missing, left] = [0, 0];
  for await (const unit of inParallel(files, connections, fetch, stop)) {
    signal.throwIfAborted();
    const { file, outcome, reported } = unit;
    if (outcome.kind === "failed" && web.leftReason !== null) {
      left++;
      continue;
    }
    onProgress({ kind: "downloaded", unit: file.unit, outcome: reported });
    if (outcome.kind === "missing") {
      // a problem only the first time: every run requests it again, and coverage reports it (docs/faults.md, "N4")
      if (writer.known.outcomeOf(file) === "missing") missing++;
      else findings.problems.push(`${file.unit}: listed, but missing at the source (404): ${file.url}`);
      writer.noteTried({ ...file, outcome: "missing", error: null });
      continue;
    }
    const report =
      outcome.kind === "failed"
        ? failedReport(file.path, outcome.reason, file)
        : await importUnit(outcome.stored, replacedBy(unit, listedPaths));
    noteOutcome(writer, unit, report);
    if (report === null) continue;
    findings.reports.push(report);
    onProgress({ kind: "imported", report });
  }
  if (left > 0) findings.problems.push(`${counted(left)} left to a later run: ${web.leftReason}`);
  if (missing > 0) {
    onProgress({ kind: "note", message: `still missing at the source: ${counted(missing)}, see coverage` });
  }
}

function counted(units: number): string {
  return `${units} ${units === 1 ? "unit" : "units"}`;
}

/** Path of the earlier archive, unless another volume has it now: names of volumes change. */
function replacedBy({ replaced }: DownloadedUnit, listedPaths: ReadonlySet<string>): string | null {
  return replaced === null || listedPaths.has(resolve(replaced)) ? null : replaced;
}

/** Notes the outcome of a unit, unless its archive was stored before and still is. */
function noteOutcome(
  writer: CorpusWriter,
  { file, outcome }: DownloadedUnit,
  report: ArchiveReport | null,
): void {
  const failure = outcome.kind === "failed" ? outcome.reason : (report?.error ?? null);
  const noted = report?.status === "incomplete" ? writer.known.findDownload(file) : null;
  // the server may have a complete archive of the same version
  if (noted !== null && outcome.kind === "stored" && outcome.stored.downloaded)
    writer.noteDownload({ ...noted, confirmed: 0 }, null);
  const isNews = failure !== null || (outcome.kind === "stored" && outcome.stored.downloaded);
  if (!isNews && writer.known.outcomeOf(file) === "stored") return;
  writer.noteTried({ ...file, outcome: failure === null ? "stored" : "failed", error: failure });
}

/** Imports downloaded archives one after the other, and removes those that are not kept. */
function importerOf(
  writer: CorpusWriter,
  threads: ReadingThreads,
  { unknownReporters }: RunFindings,
  options: SyncOptions,
): Importer {
  const { dataFolder, corpusPath } = options;
  const rejects = rejectsIn(dataFolder);
  const context = { sink: corpusSink(writer), threads, rejects, unknownReporters, options };
  let known: KnownReferences | null = null;
  return async (stored, replaced) => {
    if (options.steps === "download") {
      await pruneArchives(stored, replaced, options);
      return null;
    }
    const { path, file, downloaded, validated, sha256 } = stored;
    const before = downloaded ? null : writer.known.findImport(archiveOf(file, sha256));
    let report: ArchiveReport;
    if (before === null) {
      // only once there is something to import: they are all reporters and volumes
      known ??= readKnownReferences(corpusPath);
      report = await importArchive({ path, listed: file, known, validated }, context);
    } else report = unchangedReport(stored, before);
    // an archive that was not read to its end may be needed again, and so may the one that it was to replace; an archive older
    // than the imported one replaces nothing, and without its file it would be downloaded every night
    if (report.error !== null || report.status === "superseded") return report;
    // no file is deleted whose cases could still be lost
    writer.commit();
    await pruneArchives(stored, replaced, options);
    if (options.keep === "none") await drop(stored.path, dataFolder);
    return report;
  };
}

/** The report of an archive that was imported before and is not opened again. */
function unchangedReport({ path, file, bytes }: StoredFile, before: ImportedArchive): ArchiveReport {
  const read = before.read - before.rejected;
  return { ...emptyReport(path, file), status: "unchanged", read, unchanged: read, bytes };
}

/**
 * Runs at most `width` tasks at once, and yields their results in the order in which they finish. The first task that throws ends
 * them all.
 *
 * @param stop called when the caller stops before the last result; then the running tasks are awaited, so that none of them
 *   uses what the caller is about to close
 */
export async function* inParallel<T, R>(
  inputs: readonly T[],
  width: number,
  work: (input: T) => Promise<R>,
  stop: () => void,
): AsyncGenerator<R> {
  const waiting = inputs.values();
  const running = new Map<number, Promise<{ key: number; result: R }>>();
  let nextKey = 0;
  const start = (): void => {
    const next = waiting.next();
    if (next.done === true) return;
    const key = nextKey++;
    const working = work(next.value).then((result) => ({ key, result }));
    // the loop below throws the error; until then it must not count as unhandled
    working.catch(() => {});
    running.set(key, working);
  };
  try {
    for (let started = 0; started < width; started++) start();
    while (running.size > 0) {
      const { key, result } = await Promise.race(running.values());
      running.delete(key);
      start();
      yield result;
    }
  } finally {
    if (running.size > 0) stop();
    await Promise.allSettled(running.values());
  }
}
