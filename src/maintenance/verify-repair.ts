/**
 * `verify --repair`: mends what can be made from what is held, and says what cannot.
 *
 * It verifies, mends, and verifies again: what comes back is how the corpus is after it.
 */
import { readFormBody } from "../casebody/read-form.ts";
import { messageOf } from "../domain/errors.ts";
import { lockRun } from "../import/run.ts";
import type { CheckName, Problem } from "../store/maintenance/check-problem.ts";
import { forgetBodies, forgetDownloads } from "../store/maintenance/forget-damaged.ts";
import { rebuildIndexes, repairCases } from "../store/maintenance/repair-index.ts";
import { isDamage } from "../store/maintenance/verify-corpus.ts";
import { type Verification, type VerifyOptions, verifyCorpus } from "./verify.ts";

export interface RepairOptions extends VerifyOptions {
  readonly dataFolder: string;
  readonly signal: AbortSignal;
  /** Told what is done, and what cannot be, a line each. */
  readonly tell: (line: string) => Promise<void>;
}

const INDEX_CHECKS: readonly CheckName[] = ["index rows", "index words"];

/** How the indexes are mended: not at all, case by case, or made anew as a whole. */
type IndexWork = "none" | "cases" | "rebuild";

/** @throws CaselawError as `verifyCorpus`; `conflict` naming the run that holds the corpus; the signal's reason */
export async function repairCorpus(path: string, options: RepairOptions): Promise<Verification> {
  const { dataFolder, signal, tell } = options;
  using _lock = lockRun({
    corpusPath: path,
    dataFolder,
    mode: "import",
    shrink: "refused",
    command: "verify --repair",
    signal,
    onProgress: (event) => {
      if (event.kind === "note" || event.kind === "warning") void tell(event.message);
    },
  });
  const before = await verifyCorpus(path, options);
  if (before.verdict === "whole") return before;
  if (!(await isMendable(before, tell))) return before;
  await forgetAltered(path, before, tell);
  const work = indexWorkFor(before);
  if (work !== "none") await mendIndexes(path, before, work, tell);
  await forgetUnreadable(path, before, tell);
  const after = await verifyCorpus(path, options);
  if (work !== "cases" || indexWorkFor(after) === "none") return finish(after, tell);
  await mendIndexes(path, after, "rebuild", tell);
  return finish(await verifyCorpus(path, options), tell);
}

/** Writing into a file whose own tables are damaged would only make it worse. */
async function isMendable(found: Verification, tell: RepairOptions["tell"]): Promise<boolean> {
  const isHopeless = [
    ...problemsOf(found, "file"),
    ...problemsOf(found, "pages").filter((one) => !isOfIndex(one)),
  ];
  if (isHopeless.length === 0) return true;
  await tell(
    "the file itself is at fault and stays as it is: restore a backup, or import the archives into a new corpus",
  );
  return false;
}

async function forgetAltered(path: string, found: Verification, tell: RepairOptions["tell"]): Promise<void> {
  const files = problemsOf(found, "archives").flatMap(({ archive }) => archive ?? []);
  if (files.length === 0) return;
  forgetDownloads(path, files);
  await tell(`${counted(files.length, "archive")} at fault forgotten: the next sync fetches again`);
}

/** The cases are asked of their archives again: what was damaged is nowhere else. */
async function forgetUnreadable(
  path: string,
  found: Verification,
  tell: RepairOptions["tell"],
): Promise<void> {
  const ids = [...new Set(problemsOf(found, "bodies").flatMap(({ caseId }) => caseId ?? []))];
  if (ids.length === 0) return;
  try {
    forgetBodies(path, ids, readFormBody);
    await tell(
      `the damaged bodies of ${counted(ids.length, "case")} are taken out: sync or import their archives again`,
    );
  } catch (error) {
    if (!isDamage(error)) throw error;
    await tell(
      `the damaged bodies of ${counted(ids.length, "case")} cannot be taken out: ${messageOf(error)}`,
    );
  }
}

/** Many at once, rows that are no case's, or damage in the index's own pages: then all is made anew. */
function indexWorkFor(found: Verification): IndexWork {
  const results = found.checks.filter(({ check }) => INDEX_CHECKS.includes(check));
  const problems = results.flatMap((result) => result.problems);
  if (problemsOf(found, "pages").length > 0 || results.some(({ more }) => more > 0)) return "rebuild";
  if (problems.some(({ check, caseId }) => check === "index words" && caseId === null)) return "rebuild";
  return problems.some(({ caseId }) => !isUnreadable(found, caseId)) ? "cases" : "none";
}

async function mendIndexes(
  path: string,
  found: Verification,
  work: IndexWork,
  tell: RepairOptions["tell"],
): Promise<void> {
  try {
    if (work === "rebuild") {
      await tell("making both indexes anew");
      rebuildIndexes(path, readFormBody);
      return;
    }
    const problems = INDEX_CHECKS.flatMap((check) => problemsOf(found, check));
    const ids = [...new Set(problems.flatMap(({ caseId }) => caseId ?? []))];
    const readable = ids.filter((id) => !isUnreadable(found, id));
    await tell(`making the index rows of ${counted(readable.length, "case")} anew`);
    repairCases(path, readable, readFormBody);
  } catch (error) {
    if (!isDamage(error)) throw error;
    if (work === "cases") return mendIndexes(path, found, "rebuild", tell);
    await tell(`the indexes cannot be made anew in this file: ${messageOf(error)}`);
  }
}

async function finish(after: Verification, tell: RepairOptions["tell"]): Promise<Verification> {
  const left = after.checks.filter(({ check, problems }) => problems.length > 0 && check !== "archives");
  if (left.length > 0) {
    const names = left.map(({ check }) => check).join(", ");
    await tell(`not mended (${names}): restore a backup, or import the archives into a new corpus`);
  }
  return after;
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
