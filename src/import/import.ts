/** The use case `import`: imports archives on disk into a corpus. A bag may also be registered only. */
import { rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findArchives, openArchive } from "../archive/open-archive.ts";
import type { JurisdictionRecord, ReferenceRecords, ReporterRecord } from "../domain/case.ts";
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import type { KnownBulkFile } from "../domain/records.ts";
import { readStaticJurisdiction, readStaticReporter } from "../sources/read-reference.ts";
import { corpusExists } from "../store/database/corpus-file.ts";
import { type KnownReferences, readKnownReferences } from "../store/references/reference-reader.ts";
import { openKnownUnits } from "../store/write/known-units.ts";
import { type CaseSink, corpusSink, dryRunSink } from "./case-sink.ts";
import { importPrepared, keptPath, type PreparedArchive, prepareArchive } from "./import-archive.ts";
import { describeSet, importSet } from "./import-set.ts";
import { rejectsIn } from "./rejects.ts";
import type { RunReport } from "./report.ts";
import {
  emptyFindings,
  lockRun,
  openWriter,
  type RunFindings,
  type RunOptions,
  recordRun,
  reportOf,
  startReading,
} from "./run.ts";
import { copyInput, type InputCopy, removeInputCopies, STANDARD_INPUT } from "./standard-input.ts";
import { EVERYTHING, findSet, isTablePath, setFolder, type TableSet } from "./tables/find-set.ts";
import { identify, readContents } from "./unit/identify.ts";
import type { ImportContext, ImportTask } from "./write-records.ts";

/** What the paths of an import name. */
interface Inputs {
  readonly archives: readonly string[];
  readonly sets: readonly TableSet[];
  readonly lists: ReferenceRecords;
  /** Standard input; null when it is not among the paths. */
  readonly input: AsyncIterable<Uint8Array> | null;
}

/** Opens standard input when it is needed. */
export type OpenInput = () => AsyncIterable<Uint8Array>;

/**
 * Imports every archive at or below these paths, one after the other, standard input (`-`) last. The report of a bad archive
 * has the status `failed`.
 *
 * @param openInput opens standard input; without it `-` is the path of a file
 * @throws CaselawError `invalid` when a path is not an archive and contains none (nothing is imported then), `conflict` when
 *   another run has locked the corpus, `unavailable` when it cannot be written; the signal's reason
 */
export async function importPaths(
  paths: readonly string[],
  options: RunOptions,
  openInput?: OpenInput,
): Promise<RunReport> {
  const started = performance.now();
  const isInput = (path: string): boolean => openInput !== undefined && path === STANDARD_INPUT;
  const isSet = (path: string): boolean => !isInput(path) && isTablePath(path);
  const folders = new Set(paths.filter(isSet).map(setFolder));
  const sets = [...folders].map(findSet);
  if (options.tables !== undefined && sets.length === 0)
    throw new CaselawError(
      "invalid",
      "Cannot select courts, dates or parentheticals: no path has tables of CourtListener",
    );
  const archives = await archivesAt(paths.filter((path) => !isInput(path) && !isSet(path)));
  const lists = await readNearbyLists(archives);
  const input = paths.some(isInput) ? (openInput?.() ?? null) : null;
  const findings = emptyFindings();
  await (options.mode === "dry run" ? dryRun : write)({ archives, sets, lists, input }, options, findings);
  return reportOf(findings, started);
}

/**
 * Finds the archives at the given paths, before any of them is imported.
 *
 * @throws CaselawError `invalid` naming every path that is not an archive and contains none; `unavailable`
 */
async function archivesAt(paths: readonly string[]): Promise<string[]> {
  const archives: string[] = [];
  const wrong: CaselawError[] = [];
  for (const path of paths) {
    try {
      for await (const archive of findArchives(path)) archives.push(archive);
    } catch (error) {
      if (!(error instanceof CaselawError) || error.code === "unavailable") throw error;
      wrong.push(error);
    }
  }
  const [first] = wrong;
  if (first === undefined) return archives;
  const rightPaths = paths.length - wrong.length;
  throw new CaselawError("invalid", wrong.map(messageOf).join("; "), {
    at: first.at,
    cause: first,
    ...(rightPaths === 0 ? {} : { hint: "Nothing was imported, not from the other paths either." }),
  });
}

async function write(inputs: Inputs, options: RunOptions, findings: RunFindings): Promise<void> {
  const { archives, sets, lists, input } = inputs;
  using _lock = lockRun(options);
  const { dataFolder, signal } = options;
  removeInputCopies(dataFolder);
  await using inputCopy = input === null ? null : await copyInput(input, dataFolder, signal);
  let isUsed = corpusExists(options.corpusPath);
  // disposed after the writer
  using _empty = { [Symbol.dispose]: () => isUsed || removeCorpus(options.corpusPath) };
  using writer = openWriter(options.corpusPath);
  const sink = corpusSink(writer);
  const openUnit: CaseSink["openUnit"] = (source, name) => {
    isUsed = true;
    return sink.openUnit(source, name);
  };
  await recordRun(writer, options, findings, async () => {
    writer.reindexOutdatedCases();
    writer.writeListings(lists, []);
    const known = readKnownReferences(options.corpusPath);
    const tasks = tasksOf(archives, inputCopy, known);
    await importAll(tasks, { ...sink, openUnit }, options, findings, sets);
  });
}

/** Removes a new corpus into which a run imported nothing: an empty corpus would look like an answer. */
function removeCorpus(path: string): void {
  for (const part of ["", "-wal", "-shm"]) rmSync(`${path}${part}`, { force: true });
}

async function dryRun(inputs: Inputs, options: RunOptions, findings: RunFindings): Promise<void> {
  const { archives, sets, lists, input } = inputs;
  for (const set of sets) await describeSet(set, options.tables ?? EVERYTHING, options.onProgress);
  const { corpusPath, signal } = options;
  await using inputCopy = input === null ? null : await copyInput(input, null, signal);
  using corpus = corpusExists(corpusPath) ? openKnownUnits(corpusPath) : null;
  const stored = corpus === null ? null : readKnownReferences(corpusPath);
  const known: KnownReferences = {
    reporters: [...lists.reporters, ...(stored?.reporters ?? [])],
    jurisdictions: [...lists.jurisdictions, ...(stored?.jurisdictions ?? [])],
    listedVolumes: stored?.listedVolumes ?? new Map(),
  };
  await importAll(tasksOf(archives, inputCopy, known), dryRunSink(corpus), options, findings);
}

function tasksOf(archives: readonly string[], copy: InputCopy | null, known: KnownReferences): ImportTask[] {
  const tasks: ImportTask[] = archives.map((path) => ({ path, listed: null, known }));
  if (copy !== null) tasks.push({ path: STANDARD_INPUT, inputCopy: copy.path, listed: null, known });
  return tasks;
}

/** @param findings gets the report of each archive when it is done */
async function importAll(
  tasks: readonly ImportTask[],
  sink: CaseSink,
  options: RunOptions,
  findings: RunFindings,
  sets: readonly TableSet[] = [],
): Promise<void> {
  const { signal, mode, onProgress } = options;
  await using threads = startReading(options);
  const rejects = mode === "dry run" ? null : rejectsIn(options.dataFolder);
  const bytes = bytesOf(tasks.map(({ path, inputCopy }) => inputCopy ?? path));
  onProgress({ kind: "found", archives: tasks.length, bytes });
  const { unknownReporters } = findings;
  const context: ImportContext = { sink, threads, rejects, unknownReporters, options };
  for await (const prepared of preparedAhead(tasks, context)) {
    signal.throwIfAborted();
    const report = await importPrepared(prepared, context);
    findings.reports.push(report);
    onProgress({ kind: "imported", report });
  }
  for (const set of sets) {
    const known = readKnownReferences(options.corpusPath);
    await importSet({ set, selection: options.tables ?? EVERYTHING, known }, context, findings);
  }
}

/** Prepares one archive after the other, each while the one before is written. */
async function* preparedAhead(
  tasks: readonly ImportTask[],
  context: ImportContext,
): AsyncGenerator<PreparedArchive> {
  const prepare = (nth: number, before: PreparedArchive | null): Promise<PreparedArchive> | null => {
    const task = tasks[nth];
    const preparation = task === undefined ? null : prepareArchive(task, context, before);
    // the error is reported when this archive is imported, unless the run ends before
    preparation?.catch(() => {});
    return preparation;
  };
  let next = prepare(0, null);
  for (let nth = 1; next !== null; nth++) {
    const prepared = await next;
    next = prepare(nth, prepared);
    yield prepared;
  }
}

/** Bytes of the archives that are files; unpacked archives are not counted. */
function bytesOf(archives: readonly string[]): number {
  const stats = archives.map((path) => statSync(path, { throwIfNoEntry: false }));
  return stats.reduce((sum, stat) => sum + (stat?.isFile() ? stat.size : 0), 0);
}

/** A larger file is not a list of the site (docs/interface.md, "Limits"). */
const MAX_LIST_BYTES = 256 * 2 ** 20;

/**
 * Reads the lists of a mirror of the static site on disk near these archives: `ReporterMetadata.json` in the folder of a reporter, the
 * lists of reporters and jurisdictions one folder above. They have what a volume zip does not say itself.
 */
async function readNearbyLists(archives: readonly string[]): Promise<ReferenceRecords> {
  const folders = new Set(archives.map((path) => dirname(path)));
  const roots = new Set([...folders].map((folder) => dirname(folder)));
  const reporters: ReporterRecord[] = [];
  const jurisdictions: JurisdictionRecord[] = [];
  for (const root of roots) {
    await readList(join(root, "JurisdictionsMetadata.json"), readStaticJurisdiction, jurisdictions);
    await readList(join(root, "ReportersMetadata.json"), readStaticReporter, reporters);
  }
  for (const folder of folders) {
    await readList(join(folder, "ReporterMetadata.json"), readStaticReporter, reporters);
  }
  return { jurisdictions, courts: [], reporters, volumes: [] };
}

type Read<T> = (raw: unknown) => { readonly ok: true; readonly record: T } | { readonly ok: false };

/** Adds the valid records of a list, or of a file with one record; a missing file or one that is not JSON has none. */
async function readList<T>(path: string, read: Read<T>, records: T[]): Promise<void> {
  const raw = await readJson(path);
  for (const row of Array.isArray(raw) ? raw : [raw]) {
    const reading = read(row);
    if (reading.ok) records.push(reading.record);
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    const text = await readFile(path, "utf8");
    return text.length > MAX_LIST_BYTES ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError || /^(ENOENT|ENOTDIR|EISDIR)$/.test(systemCodeOf(error) ?? ""))
      return null;
    throw error;
  }
}

/**
 * Adds bags to the bulk collection without importing them, so that `serve` lists them and serves their files.
 *
 * @param paths bags below the data folder
 * @returns how many were added; a service's own record of the same file replaces a record made here
 * @throws CaselawError `invalid` when one is not below the data folder, the only folder that archives are served from;
 *   `conflict` when another run has locked the corpus; `corrupt` when one is not a bag
 */
export async function registerBags(paths: readonly string[], options: RunOptions): Promise<number> {
  const { corpusPath, dataFolder } = options;
  using _lock = lockRun(options);
  const known = readKnownReferences(corpusPath);
  const bags: KnownBulkFile[] = [];
  for (const path of paths) {
    await using archive = await openArchive(path);
    const { bulk } = identify(await readContents(archive), { path, listed: null, known });
    const kept = keptPath(path, dataFolder);
    if (bulk !== null && kept !== null) bags.push({ ...bulk, path: kept });
    else throw new CaselawError("invalid", `Cannot register "${path}": no bag below "${dataFolder}"`);
  }
  using writer = openWriter(corpusPath);
  for (const bag of bags) writer.noteBag(bag);
  return bags.length;
}
