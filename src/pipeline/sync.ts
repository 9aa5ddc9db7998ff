/**
 * The use case `sync`: asks a source what it has, fetches what is new or changed, and imports each file while others
 * still come. `download` is its first half.
 */
import { rm } from "node:fs/promises";
import type { BulkFile, Offer, Selection, SourceName, StoredFile } from "../domain/bulk-file.ts";
import type { DownloadingWeb, ProxySettings } from "../download/web.ts";
import type { ImportedArchive } from "../store/import-log.ts";
import { corpusSink } from "./case-sink.ts";
import { type FetchedUnit, fetchUnit } from "./fetch-unit.ts";
import { importArchive } from "./import-archive.ts";
import { inParallel } from "./in-parallel.ts";
import { checkSpace, type Plan, planOf } from "./plan.ts";
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
  const { token, proxy, connections, signal, sourceUrl } = options;
  const web = createWeb({ userAgent: USER_AGENT, token, baseUrl: sourceUrl, proxy, connections, signal });
  try {
    const reports: ArchiveReport[] = [];
    const problems: string[] = [];
    if (options.mode === "dry run") {
      const offer = await listOffer(web, options);
      problems.push(...offer.problems);
      await tellPlan(
        planOf(offer.files, options.dataFolder, () => null),
        options,
      );
    } else {
      using _lock = lockRun(options);
      const offer = await listOffer(web, options);
      problems.push(...offer.problems);
      await fetchAndImport(web, offer, options, { reports, problems });
    }
    return totalOf(reports, Math.round(performance.now() - started) / 1000, problems);
  } finally {
    await web.close();
  }
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
  web: DownloadingWeb,
  offer: Offer,
  options: SyncOptions,
  found: { readonly reports: ArchiveReport[]; readonly problems: string[] },
): Promise<void> {
  const { sweepParts } = await import("../download/sweep.ts");
  const { onProgress, signal, dataFolder } = options;
  using writer = openWriter(options.corpusPath);
  writer.settle();
  const records = offer.files.flatMap(({ bulk }) => bulk ?? []);
  writer.writeListings(offer.reference, records);
  await tellPlan(
    planOf(offer.files, dataFolder, (of) => writer.findDownload(of)),
    options,
  );
  const listed = offer.files.map(({ path }) => path);
  await sweepParts(dataFolder, listed);
  const reporters = writer.reporters();
  const fetch = (file: BulkFile): Promise<FetchedUnit> => fetchUnit(web, file, writer, options);
  for await (const { file, outcome, told } of inParallel(offer.files, options.connections, fetch)) {
    signal.throwIfAborted();
    onProgress({ kind: "downloaded", unit: file.unit, outcome: told });
    if (outcome.kind === "absent") {
      found.problems.push(`${file.unit}: listed, but absent at the source (404): ${file.url}`);
      continue;
    }
    const report =
      outcome.kind === "failed" ? failedReport(file, outcome.reason) : await bringIn(outcome.stored);
    if (report === null) continue;
    found.reports.push(report);
    onProgress({ kind: "imported", report });
  }

  async function bringIn(stored: StoredFile): Promise<ArchiveReport | null> {
    if (options.steps === "download") return null;
    const before = stored.fetched ? null : writer.findImportOf(stored.sha256);
    if (before !== null) return unchangedReport(stored, before);
    const report = await importArchive(
      { path: stored.path, listed: stored.file, reporters },
      {
        sink: corpusSink(writer),
        dataFolder,
        shrink: options.shrink,
        signal,
        onProgress: (path, read) => onProgress({ kind: "archive", path, read }),
      },
    );
    if (options.keep === "none" && report.status !== "failed") await rm(stored.path, { force: true });
    return report;
  }
}

function failedReport(file: BulkFile, reason: string): ArchiveReport {
  const { path, source, unit } = file;
  return {
    ...NO_COUNTS,
    path,
    source,
    unit,
    status: "failed",
    error: reason,
    problems: [],
    rejects: null,
    bytes: 0,
    seconds: 0,
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
