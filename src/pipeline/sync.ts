/**
 * The use case `sync`: asks a source what it has, fetches what is new or changed, and imports each file while others
 * still come. `download` is its first half.
 */
import type { BulkFile, Offer, Selection, SourceName, StoredFile } from "../domain/bulk-file.ts";
import type { DownloadingWeb, ProxySettings } from "../download/web.ts";
import type { CorpusWriter } from "../store/corpus-writer.ts";
import type { ImportedArchive } from "../store/import-log.ts";
import { corpusSink } from "./case-sink.ts";
import { type FetchedUnit, fetchUnit } from "./fetch-unit.ts";
import { drop, giveAway } from "./give-away.ts";
import { openHeldDownloads } from "./held-downloads.ts";
import { failedReport, importArchive } from "./import-archive.ts";
import { inParallel } from "./in-parallel.ts";
import { readKnownReferences } from "./known-references.ts";
import { checkSpace, type Plan, planOf } from "./plan.ts";
import { RejectFolder } from "./rejects.ts";
import { type ArchiveReport, NO_COUNTS, type RunReport, totalOf } from "./report.ts";
import { lockRun, openWriter, type RunOptions } from "./run.ts";
import { SOURCES } from "./sources.ts";

export interface SyncOptions extends RunOptions {
  readonly source: SourceName;
  readonly sourceUrl: string;
  readonly selection: Selection;
  readonly token: string | null;
  readonly proxy: ProxySettings | null;
  /** What becomes of an archive that a newer one of its unit replaced (`newest`), or that was imported (`none`). */
  readonly keep: "all" | "newest" | "none";
  /** Downloads at a time. */
  readonly connections: number;
  readonly steps: "download" | "download and import";
}

const USER_AGENT = "caselaw-corpus (https://www.npmjs.com/package/caselaw-corpus)";

/**
 * @throws CaselawError `unreachable` or `corrupt` when the listing cannot be read whole, `invalid` when the selection
 *   names what the source does not have (nothing is touched then); `conflict`, `unavailable`; the signal's reason
 */
export async function sync(options: SyncOptions): Promise<RunReport> {
  const started = performance.now();
  const { createWeb } = await import("../download/web.ts");
  const { token, proxy, connections, sourceUrl } = options;
  // what is under way is broken off when the run ends early, whatever the cause
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const web = createWeb({ userAgent: USER_AGENT, token, baseUrl: sourceUrl, proxy, connections, signal });
  try {
    const found: Found = { reports: [], problems: [] };
    if (options.mode === "dry run") await tellOnly(web, options, found);
    else await run({ web, stop: () => stop.abort() }, { ...options, signal }, found);
    return totalOf(found.reports, Math.round(performance.now() - started) / 1000, found.problems);
  } finally {
    await web.close();
  }
}

/** What a run comes upon, as it goes on. */
interface Found {
  readonly reports: ArchiveReport[];
  readonly problems: string[];
}

/** The web of a run, and the way to break off what is under way. */
interface Reach {
  readonly web: DownloadingWeb;
  readonly stop: () => void;
}

/** A dry run: what would be fetched. */
async function tellOnly(web: DownloadingWeb, options: SyncOptions, { problems }: Found): Promise<void> {
  const offer = await listOffer(web, options);
  problems.push(...offer.problems);
  using held = openHeldDownloads(options.corpusPath);
  await tellPlan(planOf(offer.files, held), options);
}

async function run(reach: Reach, options: SyncOptions, found: Found): Promise<void> {
  using _lock = lockRun(options);
  const offer = await listOffer(reach.web, options);
  found.problems.push(...offer.problems);
  await fetchAndImport(reach, offer, options, found);
}

function listOffer(web: DownloadingWeb, { source, sourceUrl, selection }: SyncOptions): Promise<Offer> {
  return SOURCES[source].list(sourceUrl, selection, web);
}

async function tellPlan(plan: Plan, options: SyncOptions): Promise<void> {
  const free = await checkSpace(plan, options.dataFolder);
  const bytes = plan.files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const unknown = plan.files.filter((file) => file.bytes === null).length;
  options.onProgress({ kind: "plan", units: plan.files.length, bytes, unknown, free });
}

async function fetchAndImport(
  { web, stop }: Reach,
  offer: Offer,
  options: SyncOptions,
  { reports, problems }: Found,
): Promise<void> {
  const { sweepParts } = await import("../download/sweep.ts");
  const { onProgress, signal, dataFolder, connections } = options;
  using writer = openWriter(options.corpusPath);
  writer.settle();
  const records = offer.files.flatMap(({ bulk }) => bulk ?? []);
  writer.writeListings(offer.reference, records);
  await tellPlan(planOf(offer.files, writer), options);
  const listed = offer.files.map(({ path }) => path);
  await sweepParts(dataFolder, listed);
  const bringIn = importerOf(writer, options);
  const fetch = (file: BulkFile): Promise<FetchedUnit> => fetchUnit(web, file, writer, options);
  for await (const unit of inParallel(offer.files, connections, fetch, stop)) {
    signal.throwIfAborted();
    const { file, outcome, told } = unit;
    onProgress({ kind: "downloaded", unit: file.unit, outcome: told });
    if (outcome.kind === "absent") {
      problems.push(`${file.unit}: listed, but absent at the source (404): ${file.url}`);
      continue;
    }
    const report =
      outcome.kind === "failed"
        ? failedReport(file.path, outcome.reason, file)
        : await bringIn(outcome.stored, unit.replaced);
    if (report === null) continue;
    reports.push(report);
    onProgress({ kind: "imported", report });
  }
}

type Importer = (stored: StoredFile, replaced: string | null) => Promise<ArchiveReport | null>;

/** Brings fetched archives in one after the other, and gives away what is not to be kept. */
function importerOf(writer: CorpusWriter, options: SyncOptions): Importer {
  const { dataFolder, shrink, signal, onProgress, corpusPath } = options;
  const context = {
    sink: corpusSink(writer),
    rejects: new RejectFolder(dataFolder),
    shrink,
    signal,
    onProgress: (path: string, read: number) => onProgress({ kind: "archive", path, read }),
  };
  const known = readKnownReferences(corpusPath);
  return async (stored, replaced) => {
    if (options.steps === "download") {
      await giveAway(stored, replaced, options);
      return null;
    }
    const before = stored.fetched ? null : writer.findImportOf(stored.sha256);
    const report =
      before === null
        ? await importArchive({ path: stored.path, listed: stored.file, known }, context)
        : unchangedReport(stored, before);
    // what could not be read to its end may be wanted again, and so may what it was to replace
    if (report.error !== null) return report;
    await giveAway(stored, replaced, options);
    if (options.keep === "none") await drop(stored.path, dataFolder);
    return report;
  };
}

/** These very bytes are in already, and need not even be opened. */
function unchangedReport({ path, file, bytes }: StoredFile, before: ImportedArchive): ArchiveReport {
  const taken = before.read - before.rejected;
  return {
    ...NO_COUNTS,
    read: taken,
    unchanged: taken,
    path,
    source: file.source,
    unit: file.unit,
    status: "unchanged",
    error: null,
    problems: [],
    rejects: null,
    bytes,
    seconds: 0,
  };
}
