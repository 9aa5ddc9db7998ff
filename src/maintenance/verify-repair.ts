/**
 * `verify --repair`: repairs what can be rebuilt from the corpus, and reports what cannot.
 *
 * It verifies, repairs and verifies again; the result is that of the last verification, and the bodies that were removed.
 */
import { readJoinedBody } from "../casebody/read-body.ts";
import { messageOf } from "../domain/errors.ts";
import { lockRun } from "../import/run.ts";
import { type CheckName, type Problem, problem } from "../store/maintenance/check-problem.ts";
import { forgetDamaged, forgetDownloads } from "../store/maintenance/forget-damaged.ts";
import { rebuildIndexes, repairCases } from "../store/maintenance/repair-index.ts";
import { isDamage } from "../store/maintenance/verify-corpus.ts";
import { type Verification, type VerifyOptions, verifyCorpus } from "./verify.ts";

export interface RepairOptions extends VerifyOptions {
  readonly dataFolder: string;
  readonly signal: AbortSignal;
  /** Called with each repair and each problem that cannot be repaired, one line each. */
  readonly report: (line: string) => Promise<void>;
}

const INDEX_CHECKS: readonly CheckName[] = ["index rows", "index words"];

/** How the indexes are repaired: not at all, case by case, or by a complete rebuild. */
type IndexWork = "none" | "cases" | "rebuild";

/** @throws CaselawError as `verifyCorpus`; `conflict` naming the run that has locked the corpus; the signal's reason */
export async function repairCorpus(path: string, options: RepairOptions): Promise<Verification> {
  const { dataFolder, signal, report } = options;
  using _lock = lockRun({
    corpusPath: path,
    dataFolder,
    mode: "import",
    shrink: "refused",
    command: "verify --repair",
    signal,
    onProgress: (event) => {
      if (event.kind === "note" || event.kind === "warning") void report(event.message);
    },
  });
  const found = await verifyCorpus(path, options);
  if (found.verdict === "ok") return found;
  // a wrong row in a sample is rarely the only one
  const before = indexWorkFor(found) === "cases" ? await verifyCorpus(path, everyCase(options)) : found;
  if (!(await isRepairable(before, report))) return before;
  await forgetAltered(path, before, report);
  const work = indexWorkFor(before);
  if (work !== "none") await repairIndexes(path, before, work, report);
  const removed = await forgetUnreadable(path, before, report);
  const after = await verifyCorpus(path, work === "cases" ? everyCase(options) : options);
  if (work !== "cases" || indexWorkFor(after) === "none") return finish(after, removed, report);
  await repairIndexes(path, after, "rebuild", report);
  return finish(await verifyCorpus(path, options), removed, report);
}

/** The same, with every case instead of a sample. */
function everyCase(options: VerifyOptions): VerifyOptions {
  return { ...options, completeUpTo: Number.POSITIVE_INFINITY };
}

/** False for a file whose own tables are damaged: writing would damage it more. */
async function isRepairable(found: Verification, report: RepairOptions["report"]): Promise<boolean> {
  const isHopeless = [
    ...problemsOf(found, "file"),
    ...problemsOf(found, "pages").filter((one) => !isOfIndex(one)),
  ];
  if (isHopeless.length === 0) return true;
  await report(
    "the file itself is damaged and was not changed: restore a backup, or import the archives into a new corpus",
  );
  return false;
}

async function forgetAltered(
  path: string,
  found: Verification,
  report: RepairOptions["report"],
): Promise<void> {
  const files = problemsOf(found, "archives").flatMap(({ archive }) => archive ?? []);
  if (files.length === 0) return;
  forgetDownloads(path, files);
  await report(
    `the downloads of ${counted(files.length, "damaged archive")} were forgotten: the next sync downloads them again`,
  );
}

/**
 * Removes damaged bodies, so that the next import of their archives stores them again; it also replaces damaged rows.
 *
 * @returns the ids of the cases whose bodies were removed
 */
async function forgetUnreadable(
  path: string,
  found: Verification,
  report: RepairOptions["report"],
): Promise<readonly number[]> {
  const ids = [...new Set(problemsOf(found, "bodies").flatMap(({ caseId }) => caseId ?? []))];
  if (ids.length === 0) return [];
  try {
    const removed = forgetDamaged(path, ids, readJoinedBody);
    const [count, left] = [removed.length, ids.length - removed.length];
    const next = "sync or import their archives again";
    if (count > 0) await report(`the damaged bodies of ${counted(count, "case")} were removed: ${next}`);
    if (left > 0) await report(`the rows of ${counted(left, "case")} are still damaged: ${next}`);
    return removed;
  } catch (error) {
    if (!isDamage(error)) throw error;
    await report(`what is damaged in ${counted(ids.length, "case")} cannot be removed: ${messageOf(error)}`);
    return [];
  }
}

/** A rebuild for many problems, for rows without a case, and for damaged pages of an index. */
function indexWorkFor(found: Verification): IndexWork {
  const results = found.checks.filter(({ check }) => INDEX_CHECKS.includes(check));
  const problems = results.flatMap((result) => result.problems);
  if (problemsOf(found, "pages").length > 0 || results.some(({ more }) => more > 0)) return "rebuild";
  if (problems.some(({ check, caseId }) => check === "index words" && caseId === null)) return "rebuild";
  return problems.some(({ caseId }) => !isUnreadable(found, caseId)) ? "cases" : "none";
}

async function repairIndexes(
  path: string,
  found: Verification,
  work: IndexWork,
  report: RepairOptions["report"],
): Promise<void> {
  try {
    if (work === "rebuild") {
      await report("rebuilding the indexes of words");
      rebuildIndexes(path, readJoinedBody);
      return;
    }
    const problems = INDEX_CHECKS.flatMap((check) => problemsOf(found, check));
    const ids = [...new Set(problems.flatMap(({ caseId }) => caseId ?? []))];
    const readable = ids.filter((id) => !isUnreadable(found, id));
    await report(`rebuilding the index rows of ${counted(readable.length, "case")}`);
    repairCases(path, readable, readJoinedBody);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (work === "cases") return repairIndexes(path, found, "rebuild", report);
    await report(`the indexes cannot be rebuilt in this file: ${messageOf(error)}`);
  }
}

/** @param removed the cases that lack a body from now on, which is a problem too */
async function finish(
  after: Verification,
  removed: readonly number[],
  report: RepairOptions["report"],
): Promise<Verification> {
  const left = after.checks.filter(({ check, problems }) => problems.length > 0 && check !== "archives");
  if (left.length > 0) {
    const names = left.map(({ check }) => check).join(", ");
    await report(`not repaired (${names}): restore a backup, or import the archives into a new corpus`);
  }
  if (removed.length === 0) return after;
  const lacking = removed.map((id) =>
    problem("bodies", `case ${id}: its damaged body was removed; sync or import its archive again`, id),
  );
  const checks = after.checks.map((one) =>
    one.check === "bodies" ? { ...one, problems: [...one.problems, ...lacking] } : one,
  );
  return { ...after, verdict: "corpus at fault", checks };
}

function problemsOf({ checks }: Verification, name: CheckName): readonly Problem[] {
  return checks.find(({ check }) => check === name)?.problems ?? [];
}

function isOfIndex({ message }: Problem): boolean {
  return /\bcase_(?:words|names)/.test(message);
}

function isUnreadable(found: Verification, caseId: number | null): boolean {
  return caseId !== null && problemsOf(found, "bodies").some((one) => one.caseId === caseId);
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
