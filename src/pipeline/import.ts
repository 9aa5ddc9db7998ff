/** The use case `import`: brings archives on disk into a corpus. */
import { existsSync, statSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import { UnitView } from "../store/unit-view.ts";
import { archivesAt } from "./archives-at.ts";
import { type CaseSink, corpusSink, dryRunSink } from "./case-sink.ts";
import { freshCorpus } from "./fresh-corpus.ts";
import { importArchive } from "./import-archive.ts";
import { type KnownReferences, knownFromLists, readKnownReferences } from "./known-references.ts";
import { readNearbyLists } from "./nearby-lists.ts";
import { type Found, recordRun } from "./recorded-run.ts";
import { RejectFolder } from "./rejects.ts";
import { type ArchiveReport, type RunReport, totalOf } from "./report.ts";
import { lockRun, openWriter, type RunOptions, startReading } from "./run.ts";

/**
 * Imports every archive at or below these paths, one after the other. A bad one is a report, not an exception.
 *
 * @throws CaselawError `invalid` when a path is no archive and holds none (nothing is touched then),
 *   `conflict` when another run holds the corpus, `unavailable` when it cannot be written; the signal's reason
 */
export async function importPaths(paths: readonly string[], options: RunOptions): Promise<RunReport> {
  const started = performance.now();
  const archives = await archivesAt(paths);
  const lists = await readNearbyLists(archives);
  const reports =
    options.mode === "dry run"
      ? await judge(archives, lists, options)
      : await write(archives, lists, options);
  return totalOf(reports, Math.round(performance.now() - started) / 1000);
}

async function write(
  archives: readonly string[],
  lists: Awaited<ReturnType<typeof readNearbyLists>>,
  options: RunOptions,
): Promise<ArchiveReport[]> {
  using _lock = lockRun(options);
  using corpus = freshCorpus(options.corpusPath);
  using writer = openWriter(options.corpusPath, options.memory);
  const sink = corpusSink(writer);
  const openUnit: CaseSink["openUnit"] = (source, name) => {
    corpus.keep();
    return sink.openUnit(source, name);
  };
  const found: Found = { reports: [], problems: [] };
  await recordRun(writer, options, found, async () => {
    writer.settle();
    writer.writeListings(lists, []);
    const known = readKnownReferences(options.corpusPath);
    await importAll(archives, known, { ...sink, openUnit }, options, found.reports);
  });
  return found.reports;
}

async function judge(
  archives: readonly string[],
  lists: Awaited<ReturnType<typeof readNearbyLists>>,
  options: RunOptions,
): Promise<ArchiveReport[]> {
  const { corpusPath } = options;
  using view = existsSync(corpusPath) ? new UnitView(corpusPath) : null;
  const near = knownFromLists(lists);
  const held =
    view === null ? knownFromLists({ reporters: [], jurisdictions: [] }) : readKnownReferences(corpusPath);
  const known = {
    reporters: [...near.reporters, ...held.reporters],
    jurisdictions: [...near.jurisdictions, ...held.jurisdictions],
    listedVolumes: held.listedVolumes,
  };
  const reports: ArchiveReport[] = [];
  await importAll(archives, known, dryRunSink(view), options, reports);
  return reports;
}

/** @param reports where each archive's report goes as soon as it is done */
async function importAll(
  archives: readonly string[],
  known: KnownReferences,
  sink: CaseSink,
  options: RunOptions,
  reports: ArchiveReport[],
): Promise<void> {
  const { signal, shrink, mode, onProgress } = options;
  await using threads = startReading(options);
  const rejects = mode === "dry run" ? null : new RejectFolder(options.dataFolder);
  onProgress({ kind: "found", archives: archives.length, bytes: bytesOf(archives) });
  for (const path of archives) {
    signal.throwIfAborted();
    const report = await importArchive(
      { path, listed: null, known },
      {
        sink,
        threads,
        rejects,
        shrink,
        signal,
        onProgress: (_path, read, bytes, total) => onProgress({ kind: "archive", path, read, bytes, total }),
        onBag: (record) => sink.noteBag({ ...record, path: keptPath(path, options.dataFolder) }),
      },
    );
    reports.push(report);
    onProgress({ kind: "imported", report });
  }
}

/** Of the files among them; an unpacked archive is not walked for it. */
function bytesOf(archives: readonly string[]): number {
  const stats = archives.map((path) => statSync(path, { throwIfNoEntry: false }));
  return stats.reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0);
}

/** Where an archive is kept below the data folder, as a service may hand it out; null for any other place or a folder. */
function keptPath(path: string, dataFolder: string): string | null {
  const isBelow = resolve(path).startsWith(resolve(dataFolder) + sep);
  if (!isBelow || !statSync(path).isFile()) return null;
  return relative(resolve(dataFolder), resolve(path)).split(sep).join("/");
}
