/**
 * The use case `sync`: lists a source, downloads archives that are new or changed, and imports each while others are still
 * downloaded. The command `download` does not import.
 */
import { existsSync } from "node:fs";
import type { BulkFile, Offer } from "../domain/bulk-file.ts";
import { CaselawError } from "../domain/errors.ts";
import { freeBytes, removeForgottenParts } from "../download/part.ts";
import type { DownloadingWeb } from "../download/web.ts";
import type { RunReport } from "../import/report.ts";
import { emptyFindings, lockRun, openWriter, type RunFindings, recordRun, reportOf } from "../import/run.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { openKnownDownloads, planOf, SOURCES, type SyncOptions } from "./plan.ts";
import { syncUnits, type WebSession } from "./sync-units.ts";

/** Unusable records of a listing that are reported one by one. */
const MAX_PROBLEMS = 1_000;

/**
 * @throws CaselawError `unreachable` or `corrupt` when the listing cannot be read to its end, `invalid` when the selection
 *   names something that the source does not have (nothing is changed then); `conflict`, `unavailable`; the signal's reason
 */
export async function sync(options: SyncOptions): Promise<RunReport> {
  const started = performance.now();
  if (options.tables !== undefined && options.source !== "courtlistener")
    throw new CaselawError(
      "invalid",
      `Cannot select courts, dates or parentheticals: source "${options.source}" has no tables`,
    );
  const { createWeb } = await import("../download/web.ts");
  const { token, proxy, connections, sourceUrl } = options;
  // requests are aborted whenever the run ends early
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const web = createWeb({ token, baseUrl: sourceUrl, proxy, connections, signal });
  try {
    const findings = emptyFindings();
    if (options.mode === "dry run") await reportPlan(web, options, findings.problems);
    else await run({ web, stop: () => stop.abort() }, { ...options, signal }, findings);
    return reportOf(findings, started);
  } finally {
    await web.close();
  }
}

/** A dry run: reports what would be downloaded. */
async function reportPlan(web: DownloadingWeb, options: SyncOptions, problems: string[]): Promise<void> {
  const offer = await listOffer(web, options);
  problems.push(...firstOf(offer.problems));
  noteOf(offer, options);
  using downloads = openKnownDownloads(options.corpusPath);
  await sendPlan(planOf(offer.files, downloads, options.tables), offer, options);
}

/** An existing corpus logs the run also when the source does not answer, but not when the selection is wrong. */
async function run(session: WebSession, options: SyncOptions, findings: RunFindings): Promise<void> {
  using _lock = lockRun(options);
  const [listed] = await Promise.allSettled([listOffer(session.web, options)]);
  const failure: unknown = listed.status === "rejected" ? listed.reason : null;
  const isWrong = failure instanceof CaselawError && failure.code === "invalid";
  if (failure !== null && (isWrong || !existsSync(options.corpusPath))) throw failure;
  using writer = openWriter(options.corpusPath);
  await recordRun(writer, options, findings, async () => {
    if (listed.status === "rejected") throw listed.reason;
    const offer = listed.value;
    findings.problems.push(...firstOf(offer.problems));
    noteOf(offer, options);
    await fetchAndImport(session, offer, writer, options, findings);
  });
}

/** A listing may have a million unusable records: the first ones are reported, the others counted. */
function firstOf(problems: readonly string[]): readonly string[] {
  const left = problems.length - MAX_PROBLEMS;
  if (left <= 0) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `and ${left} more listed records that cannot be used`];
}

/** Why a list is refused: it has no unit, and the corpus has units of this source; null if it is not. */
function refusalOf({ files }: Offer, { known }: CorpusWriter, options: SyncOptions): string | null {
  const { source, shrink, selection } = options;
  const isPart = [selection.jurisdictions, selection.reporters, selection.volumes].some(
    (part) => part.length > 0,
  );
  if (files.length > 0 || isPart || shrink === "allowed") return null;
  const stored = known.units.count(source);
  if (stored === 0) return null;
  return `Cannot use the source's list: it has no unit, and the corpus has ${stored} of this source; nothing was changed`;
}

function listOffer(web: DownloadingWeb, options: SyncOptions): Promise<Offer> {
  const { source, sourceUrl, selection, tables } = options;
  return SOURCES[source](sourceUrl, { ...selection, parentheticals: tables?.parentheticals === true }, web);
}

function noteOf({ notes }: Offer, { onProgress, tables }: SyncOptions): void {
  for (const message of notes) onProgress({ kind: "note", message });
  if (tables !== undefined && (tables.courts.length > 0 || tables.from !== null))
    onProgress({
      kind: "note",
      message:
        "courts and dates select what is imported: all tables are downloaded, because each has all courts",
    });
}

async function sendPlan(plan: readonly BulkFile[], { files }: Offer, options: SyncOptions): Promise<void> {
  const free = await freeBytes(options.dataFolder);
  const sized = plan.flatMap(({ path, bytes }) => (bytes === null ? [] : [{ path, bytes }]));
  options.onProgress({
    kind: "plan",
    listed: files.length,
    units: plan.length,
    bytes: sized.reduce((sum, { bytes }) => sum + bytes, 0),
    unknown: plan.length - sized.length,
    free,
    ...(sized.length === 0 ? {} : { files: sized }),
  });
}

async function fetchAndImport(
  session: WebSession,
  offer: Offer,
  writer: CorpusWriter,
  options: SyncOptions,
  findings: RunFindings,
): Promise<void> {
  const refusal = refusalOf(offer, writer, options);
  if (refusal !== null) {
    findings.problems.push(refusal);
    return;
  }
  writer.reindexOutdatedCases();
  writer.noteOffer(options.source, offer);
  writer.writeListings(
    offer.reference,
    offer.files.flatMap(({ bulk }) => bulk ?? []),
  );
  await sendPlan(planOf(offer.files, writer.known, options.tables), offer, options);
  await removeForgottenParts(options.dataFolder, offer.listedPaths);
  await syncUnits(session, offer, writer, options, findings);
}
