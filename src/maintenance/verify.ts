/**
 * The use case `verify`: checks a corpus and the archives of its downloads. It only reads, also during an import, and checks one
 * snapshot. In a damaged file, each check continues as far as SQLite can read, and reports what stopped it.
 */

import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { basename } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { readBzip2 } from "../archive/bzip2.ts";
import { openArchive } from "../archive/open-archive.ts";
import { BODY_READERS, checkAnalysis } from "../casebody/read-body.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { pathBelow } from "../domain/file-path.ts";
import { isInShare, type Share, shareText } from "../domain/share.ts";
import { tableChecksum } from "../import/tables/find-set.ts";
import { readTableName } from "../sources/courtlistener/tables.ts";
import { logProblem } from "../store/database/foreign-log.ts";
import type { CaseChecks } from "../store/maintenance/check-cases.ts";
import {
  CHECKS,
  type CheckName,
  type Finding,
  isDamage,
  type Problem,
  problem,
} from "../store/maintenance/check-problem.ts";
import { checkTables } from "../store/maintenance/check-tables.ts";
import {
  type CheckedDownload,
  checkChosen,
  openSnapshot,
  readDownloads,
} from "../store/maintenance/verify-snapshot.ts";

type Snapshot = ReturnType<typeof openSnapshot>;

export interface VerifyOptions {
  /** `all`: every case, token by token, and every archive by its own manifests. */
  readonly depth: "sample" | "all";
  /** With `all`: reads only this share of the cases and archives. Default: all of them. */
  readonly share?: Share | null;
  /** Archives in this folder are checked. Default: no archives. */
  readonly dataFolder?: string | null;
  /** Cases of a sample; of a corpus with at most `completeUpTo` cases every case is compared. */
  readonly sampleCases?: number;
  readonly completeUpTo?: number;
  /** Stops between two cases or archives; `verifyCorpus` rejects with its reason. */
  readonly signal?: AbortSignal;
}

export interface Verification {
  readonly corpus: string;
  readonly depth: VerifyOptions["depth"];
  readonly share: Share | null;
  readonly verdict: Verdict;
  /** The checks that ran; a corpus that cannot be read ends them early. */
  readonly checks: readonly CheckResult[];
}

/** A thousand cases take 20 to 60 seconds to look up; a change in one of 1,000 cases is found more likely than not. */
const SAMPLE_CASES = 1_000;
/** Up to this number of cases, reading the complete index is faster than looking up a sample. */
const COMPLETE_UP_TO = 5_000;

/** @throws CaselawError `not_found`, `unsupported` (another version), `conflict`, `unavailable`; the signal's reason */
export async function verifyCorpus(path: string, options: VerifyOptions): Promise<Verification> {
  const { depth, share = null, signal = null } = options;
  const findings = new Findings(signal);
  await findings.run(["file"], checkFile(path));
  const snapshot = findings.verdict === "ok" ? snapshotOf(path, findings) : null;
  try {
    if (snapshot !== null) await checkSnapshot(snapshot, options, findings);
  } finally {
    snapshot?.close();
  }
  return { corpus: path, depth, share, verdict: findings.verdict, checks: findings.results() };
}

function* checkFile(path: string): Generator<Finding> {
  const message = logProblem(path);
  if (message !== null) yield problem("file", message);
}

function snapshotOf(path: string, findings: Findings): Snapshot | null {
  try {
    return openSnapshot(path);
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    findings.add(problem("file", messageOf(error)));
    return null;
  }
}

async function checkSnapshot(snapshot: Snapshot, options: VerifyOptions, findings: Findings): Promise<void> {
  await findings.pause();
  for (const check of ["pages", "references", "index rows"] as const)
    await findings.run([check], checkTables(snapshot, check));
  await checkCases(snapshot, options, findings);
  await findings.run(["counts"], checkTables(snapshot, "counts"));
  const { dataFolder = null } = options;
  if (dataFolder === null) return;
  const downloads = await findings.run(["counts"], readDownloads(snapshot));
  if (downloads !== null) await checkArchives(downloads, dataFolder, options, findings);
}

async function checkCases(
  snapshot: Snapshot,
  { depth, share = null, sampleCases = SAMPLE_CASES, completeUpTo = COMPLETE_UP_TO }: VerifyOptions,
  findings: Findings,
): Promise<void> {
  const checks: CaseChecks = {
    depth,
    ...BODY_READERS,
    hashDiffers: (analysis, body, xml) => checkAnalysis(analysis, body, xml) === "differs",
  };
  const counts = await findings.run(
    ["index words", "bodies"],
    checkChosen(snapshot, checks, share, { sampleCases, completeUpTo }),
  );
  if (counts === null) return;
  const { checked, hashDiffers, htmlDiffers } = counts;
  const extent = `${checked} of ${counts.count} cases${share === null ? "" : `, ${shareText(share)}`}`;
  const waiting = counts.waiting === 0 ? "" : `; ${counts.waiting} to be indexed again by the next run`;
  findings.note("index words", extent + waiting);
  const differ = `${hashDiffers} differ from their hash, ${htmlDiffers} between HTML and JSON`;
  findings.note("bodies", depth === "all" ? `${extent}; ${differ}` : extent);
}

export type Verdict = "ok" | "corpus at fault" | "archives at fault";

interface CheckResult {
  readonly check: CheckName;
  readonly problems: readonly Problem[];
  readonly more: number;
  readonly note: string;
}

/** Problems of one check that are listed, because a lost index has millions. */
const MAX_LISTED = 1_000;
/** Findings between two checks of the signal. */
const TURN_FINDINGS = 250;

/** Collects the findings in bounded memory. */
class Findings {
  readonly #results = new Map<CheckName, { problems: Problem[]; more: number; note: string }>();
  readonly #signal: AbortSignal | null;

  constructor(signal: AbortSignal | null) {
    this.#signal = signal;
  }

  /**
   * Runs checks to their end and returns their result. Damage that ends them is a problem of each check; the result is then null.
   */
  async run<T>(checks: readonly CheckName[], findings: Generator<Finding, T>): Promise<T | null> {
    for (const check of checks) this.#of(check);
    await this.pause();
    // closes its statements also when it is stopped
    using running = findings;
    try {
      for (let taken = 1; ; taken++) {
        const { done, value } = running.next();
        if (done === true) return value;
        if (value !== null) this.add(value);
        if (taken % TURN_FINDINGS === 0) await this.pause();
      }
    } catch (error) {
      if (!isDamage(error)) throw error;
      for (const check of checks)
        this.add(problem(check, `the check could not be finished: ${messageOf(error)}`));
      return null;
    }
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.#signal?.throwIfAborted();
  }

  add(entry: Problem): void {
    const result = this.#of(entry.check);
    if (result.problems.length < MAX_LISTED) result.problems.push(entry);
    else result.more++;
  }

  note(check: CheckName, note: string): void {
    this.#of(check).note = note;
  }

  get verdict(): Verdict {
    const faulty = [...this.#results].filter(([, { problems }]) => problems.length > 0);
    if (faulty.length === 0) return "ok";
    return faulty.every(([check]) => check === "archives") ? "archives at fault" : "corpus at fault";
  }

  results(): CheckResult[] {
    return CHECKS.flatMap((check) => {
      const result = this.#results.get(check);
      return result === undefined ? [] : [{ check, ...result }];
    });
  }

  #of(check: CheckName): { problems: Problem[]; more: number; note: string } {
    const known = this.#results.get(check) ?? { problems: [], more: 0, note: "" };
    this.#results.set(check, known);
    return known;
  }
}

/**
 * The check "archives": the archives that a sync recorded are unchanged since their download. Size and SHA-256 are compared; with `all`
 * each archive is also validated by its own manifests and checksums. Of a table the ends are compared, and with `all` it is unpacked. Of archives outside of a share only the size is compared.
 */
async function checkArchives(
  downloads: readonly CheckedDownload[],
  dataFolder: string,
  { depth, share = null }: { readonly depth: "sample" | "all"; readonly share?: Share | null },
  findings: Findings,
): Promise<void> {
  const counts = { kept: 0, "removed after import": 0, elsewhere: 0 };
  let read = 0;
  for (const download of downloads) {
    await findings.pause();
    const place = placeOf(download, dataFolder);
    if (place !== "missing") counts[place]++;
    if (place === "elsewhere" || place === "removed after import") continue;
    const isRead =
      place === "kept" && (share === null || isInShare(`${download.source} ${download.unit}`, share));
    if (isRead) read++;
    const fault =
      place === "missing" ? "it does not exist" : await faultOf(download, isRead ? depth : "size");
    if (fault === null) continue;
    const { path, source, unit } = download;
    const message = `${path} (${source} ${unit}): ${fault}`;
    findings.add({ check: "archives", message, caseId: null, archive: path });
  }
  const shown = Object.entries(counts).filter(([what, count]) => count > 0 || what === "kept");
  const parts = share === null ? [] : [`${read} read, ${shareText(share)}`];
  findings.note("archives", [...shown.map(([what, count]) => `${count} ${what}`), ...parts].join(", "));
}

/** An imported archive need not be kept; one outside the data folder is not read. */
function placeOf(
  { path, imported }: CheckedDownload,
  dataFolder: string,
): "kept" | "removed after import" | "elsewhere" | "missing" {
  if (pathBelow(dataFolder, path) === null) return "elsewhere";
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return "kept";
  return imported === 1 ? "removed after import" : "missing";
}

async function faultOf(
  { path, bytes, sha256 }: CheckedDownload,
  depth: "size" | "sample" | "all",
): Promise<string | null> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return "it is not a file";
  if (stats.size !== bytes) return `it has ${stats.size} bytes, ${bytes} were downloaded`;
  if (depth === "size") return null;
  try {
    const isTable = readTableName(basename(path)) !== null;
    const hash = isTable ? tableChecksum(path).sha256 : await hashOf(path, bytes);
    if (hash !== sha256)
      return isTable ? "its ends have changed" : `its SHA-256 is ${hash}, that of the download is ${sha256}`;
    if (depth === "all") await validate(path, isTable);
    return null;
  } catch (error) {
    if (error instanceof CaselawError) return messageOf(error);
    return `it cannot be read: ${messageOf(error)}`;
  }
}

async function hashOf(path: string, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  // a buffer of this size is allocated for each file, and most volumes are smaller than a megabyte
  const highWaterMark = Math.min(Math.max(bytes, 1), 2 ** 20);
  for await (const chunk of createReadStream(path, { highWaterMark })) hash.update(chunk);
  return hash.digest("hex");
}

async function validate(path: string, isTable: boolean): Promise<void> {
  if (isTable) {
    for await (const _ of readBzip2(path));
    return;
  }
  await using archive = await openArchive(path);
  await archive.validate();
}
