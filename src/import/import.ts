/** The use case `import`: brings archives on disk into a corpus. */
import { statSync } from "node:fs";
import { corpusExists } from "../store/database/corpus-file.ts";
import { UnitView } from "../store/ledger/unit-view.ts";
import { archivesAt } from "./archives-at.ts";
import { type CaseSink, corpusSink, dryRunSink } from "./case-sink.ts";
import { freshCorpus } from "./fresh-corpus.ts";
import { importArchive } from "./import-archive.ts";
import type { ImportTask } from "./import-task.ts";
import { keptPath } from "./kept-path.ts";
import { type Found, recordRun } from "./recorded-run.ts";
import { RejectFolder } from "./rejects.ts";
import { type ArchiveReport, type RunReport, totalOf } from "./report.ts";
import { lockRun, openWriter, type RunOptions, startReading } from "./run.ts";
import { type Spool, STANDARD_INPUT, spoolInput, sweepSpool } from "./standard-input.ts";
import { type KnownReferences, knownFromLists, readKnownReferences } from "./unit/known-references.ts";
import { readNearbyLists } from "./unit/nearby-lists.ts";

/** What is to be imported: files, and lines that come through a pipe. */
interface Given {
  readonly archives: readonly string[];
  readonly lists: Awaited<ReturnType<typeof readNearbyLists>>;
  /** Null when the paths do not ask for it. */
  readonly input: AsyncIterable<Uint8Array> | null;
}

/** Read when it is asked for, and not before. */
export type OpenInput = () => AsyncIterable<Uint8Array>;

/**
 * Imports every archive at or below these paths, one after the other, standard input (`-`) last. A bad one is a report,
 * not an exception.
 *
 * @param openInput what `-` stands for; without it `-` is a path as any other
 * @throws CaselawError `invalid` when a path is no archive and holds none (nothing is touched then),
 *   `conflict` when another run holds the corpus, `unavailable` when it cannot be written; the signal's reason
 */
export async function importPaths(
  paths: readonly string[],
  options: RunOptions,
  openInput?: OpenInput,
): Promise<RunReport> {
  const started = performance.now();
  const isInput = (path: string): boolean => openInput !== undefined && path === STANDARD_INPUT;
  const archives = await archivesAt(paths.filter((path) => !isInput(path)));
  const lists = await readNearbyLists(archives);
  const input = paths.some(isInput) ? (openInput?.() ?? null) : null;
  const given = { archives, lists, input };
  const reports = options.mode === "dry run" ? await judge(given, options) : await write(given, options);
  return totalOf(reports, Math.round(performance.now() - started) / 1000);
}

async function write({ archives, lists, input }: Given, options: RunOptions): Promise<ArchiveReport[]> {
  using _lock = lockRun(options);
  const { dataFolder, signal } = options;
  await sweepSpool(dataFolder);
  await using spool = input === null ? null : await spoolInput(input, dataFolder, signal);
  using corpus = freshCorpus(options.corpusPath);
  using writer = openWriter(options.corpusPath, options.memory);
  const sink = corpusSink(writer);
  const openUnit: CaseSink["openUnit"] = (source, name) => {
    corpus.keep();
    return sink.openUnit(source, name);
  };
  const found: Found = { reports: [], problems: [] };
  await recordRun(writer, options, found, async () => {
    writer.reindexOutdatedCases();
    writer.writeListings(lists, []);
    const known = readKnownReferences(options.corpusPath);
    const tasks = tasksOf(archives, spool, known);
    await importAll(tasks, { ...sink, openUnit }, options, found.reports);
  });
  return found.reports;
}

async function judge({ archives, lists, input }: Given, options: RunOptions): Promise<ArchiveReport[]> {
  const { corpusPath, signal } = options;
  await using spool = input === null ? null : await spoolInput(input, null, signal);
  using view = corpusExists(corpusPath) ? new UnitView(corpusPath) : null;
  const near = knownFromLists(lists);
  const held =
    view === null ? knownFromLists({ reporters: [], jurisdictions: [] }) : readKnownReferences(corpusPath);
  const known = {
    reporters: [...near.reporters, ...held.reporters],
    jurisdictions: [...near.jurisdictions, ...held.jurisdictions],
    listedVolumes: held.listedVolumes,
  };
  const reports: ArchiveReport[] = [];
  await importAll(tasksOf(archives, spool, known), dryRunSink(view), options, reports);
  return reports;
}

function tasksOf(archives: readonly string[], spool: Spool | null, known: KnownReferences): ImportTask[] {
  const tasks: ImportTask[] = archives.map((path) => ({ path, listed: null, known }));
  if (spool !== null) tasks.push({ path: STANDARD_INPUT, spool: spool.path, listed: null, known });
  return tasks;
}

/** @param reports where each archive's report goes as soon as it is done */
async function importAll(
  tasks: readonly ImportTask[],
  sink: CaseSink,
  options: RunOptions,
  reports: ArchiveReport[],
): Promise<void> {
  const { signal, shrink, memory, mode, onProgress } = options;
  await using threads = startReading(options);
  const rejects = mode === "dry run" ? null : new RejectFolder(options.dataFolder);
  const files = tasks.map(({ path, spool = path }) => spool);
  onProgress({ kind: "found", archives: tasks.length, bytes: bytesOf(files) });
  for (const task of tasks) {
    signal.throwIfAborted();
    const { path } = task;
    const report = await importArchive(task, {
      sink,
      threads,
      rejects,
      shrink,
      memory,
      signal,
      onProgress: (_path, read, bytes, total) => onProgress({ kind: "archive", path, read, bytes, total }),
      onBag: (record) => sink.noteBag({ ...record, path: keptPath(path, options.dataFolder) }),
    });
    reports.push(report);
    onProgress({ kind: "imported", report });
  }
}

/** Of the files among them; an unpacked archive is not walked for it. */
function bytesOf(archives: readonly string[]): number {
  const stats = archives.map((path) => statSync(path, { throwIfNoEntry: false }));
  return stats.reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0);
}
