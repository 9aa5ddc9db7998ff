/**
 * The use case `sync`: asks a source what it has, fetches what is new or changed, and imports each file while others
 * still come. `download` is its first half.
 */
import { existsSync } from "node:fs";
import type { Offer } from "../domain/bulk-file.ts";
import type { DownloadingWeb } from "../download/web.ts";
import { type Found, recordRun } from "../import/recorded-run.ts";
import { type RunReport, totalOf } from "../import/report.ts";
import { lockRun, openWriter } from "../import/run.ts";
import type { CorpusWriter } from "../store/write/corpus-writer.ts";
import { openKnownDownloads } from "./known-downloads.ts";
import { checkSpace, type Plan, planOf } from "./plan.ts";
import { SOURCES } from "./sources.ts";
import type { SyncOptions } from "./sync-options.ts";
import { syncUnits, type WebSession } from "./sync-units.ts";

/** Unusable records of a listing that are reported one by one. */
const MAX_PROBLEMS = 1_000;

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

/** A dry run: what would be fetched. */
async function tellOnly(web: DownloadingWeb, options: SyncOptions, { problems }: Found): Promise<void> {
  const offer = await listOffer(web, options);
  problems.push(...toldOf(offer.problems));
  using held = openKnownDownloads(options.corpusPath);
  await tellPlan(planOf(offer.files, held), offer, options);
}

/** A corpus that is there has a row in its log of runs also for a source that does not answer; for that none is made. */
async function run(reach: WebSession, options: SyncOptions, found: Found): Promise<void> {
  using _lock = lockRun(options);
  const early = existsSync(options.corpusPath) ? null : await listOffer(reach.web, options);
  using writer = openWriter(options.corpusPath, options.memory);
  await recordRun(writer, options, found, async () => {
    const offer = early ?? (await listOffer(reach.web, options));
    found.problems.push(...toldOf(offer.problems));
    await fetchAndImport(reach, offer, writer, options, found);
  });
}

/** Records of a listing that cannot be used may be a million: the first ones are told, the others counted. */
function toldOf(problems: readonly string[]): readonly string[] {
  const left = problems.length - MAX_PROBLEMS;
  if (left <= 0) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `and ${left} more listed records that cannot be used`];
}

function listOffer(web: DownloadingWeb, { source, sourceUrl, selection }: SyncOptions): Promise<Offer> {
  return SOURCES[source].list(sourceUrl, selection, web);
}

async function tellPlan(plan: Plan, { files }: Offer, options: SyncOptions): Promise<void> {
  const free = await checkSpace(plan, options.dataFolder);
  const bytes = plan.files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
  const unknown = plan.files.filter((file) => file.bytes === null).length;
  options.onProgress({ kind: "plan", listed: files.length, units: plan.files.length, bytes, unknown, free });
}

async function fetchAndImport(
  reach: WebSession,
  offer: Offer,
  writer: CorpusWriter,
  options: SyncOptions,
  found: Found,
): Promise<void> {
  const { sweepParts } = await import("../download/sweep.ts");
  writer.reindexOutdatedCases();
  writer.noteOffer(options.source, offer);
  writer.writeListings(
    offer.reference,
    offer.files.flatMap(({ bulk }) => bulk ?? []),
  );
  await tellPlan(planOf(offer.files, writer), offer, options);
  await sweepParts(
    options.dataFolder,
    offer.files.map(({ path }) => path),
  );
  await syncUnits(reach, offer, writer, options, found);
}
