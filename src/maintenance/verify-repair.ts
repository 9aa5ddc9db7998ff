/**
 * `verify --repair`: repairs what can be rebuilt from the corpus, and reports what cannot. A broken index is rebuilt completely.
 *
 * It verifies, repairs and verifies again; the result is that of the last verification, and the bodies that were removed.
 */
import { BODY_READERS } from "../casebody/read-body.ts";
import { messageOf } from "../domain/errors.ts";
import { lockRun } from "../import/run.ts";
import { type CheckName, isDamage, type Problem, problem } from "../store/maintenance/check-problem.ts";
import { forgetDamaged, forgetDownloads, rebuildIndexes } from "../store/maintenance/repair.ts";
import { type Verification, type VerifyOptions, verifyCorpus } from "./verify.ts";

interface RepairOptions extends VerifyOptions {
  readonly dataFolder: string;
  readonly signal: AbortSignal;
  /** Called with each repair and each problem that cannot be repaired, one line each. */
  readonly report: (line: string) => Promise<void>;
}

type Report = RepairOptions["report"];

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
  const before = await verifyCorpus(path, options);
  if (before.verdict === "ok") return before;
  if (isHopeless(before)) {
    await report(
      "the file itself is damaged and was not changed: restore a backup, or import the archives into a new corpus",
    );
    return before;
  }
  await forgetBadDownloads(path, before, report);
  if (isIndexBroken(before)) await rebuild(path, report);
  const removed = await removeUnreadable(path, before, report);
  return finish(await verifyCorpus(path, options), removed, report);
}

/** Whether the tables themselves are damaged: writing would damage them more. */
function isHopeless(verification: Verification): boolean {
  const ofTables = problemsOf(verification, "pages").filter(
    ({ message }) => !/\b(?:case_words|name_trigrams)/.test(message),
  );
  return problemsOf(verification, "file").length + ofTables.length > 0;
}

async function forgetBadDownloads(path: string, verification: Verification, report: Report): Promise<void> {
  const files = problemsOf(verification, "archives").flatMap(({ archive }) => archive ?? []);
  if (files.length === 0) return;
  forgetDownloads(path, files);
  await report(
    `the downloads of ${counted(files.length, "damaged archive")} were forgotten: the next sync downloads them again`,
  );
}

/** Problems of a case whose body or row is damaged are left to `forgetUnreadable`. */
function isIndexBroken(verification: Verification): boolean {
  const unreadable = new Set(problemsOf(verification, "bodies").map(({ caseId }) => caseId));
  const ofIndex = (["pages", "index rows", "index words"] as const).flatMap((check) =>
    problemsOf(verification, check),
  );
  return ofIndex.some(({ caseId }) => caseId === null || !unreadable.has(caseId));
}

async function rebuild(path: string, report: Report): Promise<void> {
  await report("rebuilding the indexes of words");
  try {
    rebuildIndexes(path, BODY_READERS);
  } catch (error) {
    if (!isDamage(error)) throw error;
    await report(`the indexes cannot be rebuilt in this file: ${messageOf(error)}`);
  }
}

/**
 * Removes damaged bodies, so that the next import of their archives stores them again; it also replaces damaged rows.
 *
 * @returns the ids of the cases whose bodies were removed
 */
async function removeUnreadable(
  path: string,
  verification: Verification,
  report: Report,
): Promise<readonly number[]> {
  const ids = [...new Set(problemsOf(verification, "bodies").flatMap(({ caseId }) => caseId ?? []))];
  if (ids.length === 0) return [];
  try {
    const removed = forgetDamaged(path, ids, BODY_READERS);
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

/** @param removed the cases that lack a body from now on, which is a problem too */
async function finish(
  after: Verification,
  removed: readonly number[],
  report: Report,
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
  const checks = after.checks.map((result) =>
    result.check === "bodies" ? { ...result, problems: [...result.problems, ...lacking] } : result,
  );
  return { ...after, verdict: "corpus at fault", checks };
}

function problemsOf({ checks }: Verification, name: CheckName): readonly Problem[] {
  return checks.find(({ check }) => check === name)?.problems ?? [];
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
