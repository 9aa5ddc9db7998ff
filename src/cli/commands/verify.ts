/**
 * `caselaw verify`: checks the corpus and the archives, and lists what is damaged. `caselaw prove`: prints a proof that the text of a case is
 * in the corpus.
 */

import { renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Option } from "commander";
import { openCorpus } from "../../corpus/open-corpus.ts";
import type { VerifyNote } from "../../doctor/state.ts";
import { CaselawError } from "../../domain/errors.ts";
import { MAX_PARTS, readShare, type Share } from "../../domain/share.ts";
import type { EngineVerification } from "../../engine/publish/verify.ts";
import { makeFolder } from "../../files/folders.ts";
import type { Verification, VerifyOptions } from "../../maintenance/verify.ts";
import type { V1RootComparison } from "../../v1/proofs.ts";
import { notFound, onlyCase } from "../asking/resolve-case.ts";
import { type Context, type Declare, EXIT, printAnswer } from "../context.ts";
import { counted, escapeLine, shownValue } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw verify
  caselaw verify --deep --json
  caselaw verify --read-data-subset 3/30
  caselaw verify --repair

It checks the pages of the file; references between its rows; that each case has its index rows, and that there are no others;
that an index row has the words of its case; that bodies can be read; that the change log and the import log agree with the
cases; and size and SHA-256 of each archive in the data folder.

Of a corpus with more than 5,000 cases, a sample of 1,000 is compared with the index. --deep compares all cases, word by word
and position by position, reads every form of every body, recomputes analysis.sha256, and validates each archive by its own
manifests and checksums. This takes up to twice as long as an import of the archives.

--read-data-subset N/T checks like --deep, but reads only the bodies and archives of share N of T (1 to 10,000). T nights with N
from 1 to T read each of them once. Everything else, with the complete word index, is checked every night.

It only reads, and can run during an import: it checks the corpus as it is at one moment.

--engine-url compares the index of a search engine with the corpus instead: the id and version
of every case, and the documents of 1,000 cases, with --deep of all. caselaw publish --repair writes what differs.

--against ROOT checks only whether the corpus has this root of all texts (stats prints it), made from the stored hashes. If it had
it after an earlier run, what is known of the time since is printed; --json has a proof where only cases with higher ids were added.

--repair rebuilds a damaged index (in one transaction, which needs as much free space as the index). It also removes unreadable bodies, and
notes that damaged archives must be downloaded again, so that the next sync or import stores them. It reports what it cannot repair.

Exit codes: 0 no problem, 1 the corpus is damaged, has another root (--against), or --repair removed a body, 3 only archives are damaged, 75 another run uses
the corpus (--repair).`;

export const declareVerify: Declare = (command, run) => {
  command
    .option("--deep", "compare every case and validate every archive")
    .addOption(
      new Option(
        "--read-data-subset <N/T>",
        "like --deep, but read only share N of T of the bodies and archives",
      ).conflicts("deep"),
    )
    .option("--repair", "repair what can be repaired from stored data")
    .addOption(
      new Option("--against <root>", "check only whether the corpus has this root of all texts").conflicts([
        "deep",
        "readDataSubset",
        "repair",
      ]),
    )
    .option("--json", "print one JSON object")
    .addHelpText("after", EXAMPLES)
    .action(run(verify));
};

async function verify(context: Context): Promise<number> {
  const { deep, repair, readDataSubset, engineUrl, against } = context.options;
  if (against !== undefined) return await verifyRoot(context, against);
  const share = readDataSubset === undefined ? null : parseShare(readDataSubset);
  const { settings } = context;
  const signal = await context.listen();
  const depth = deep === true || share !== null ? "all" : "sample";
  if (engineUrl !== undefined) return await verifyPublished(context, { depth, signal });
  const options = { depth, share, dataFolder: settings.dataDir, signal } as const;
  const { verifyCorpus } = await import("../../maintenance/verify.ts");
  const verification =
    repair === true ? await runRepair(context, options) : await verifyCorpus(settings.db, options);
  const { verdict } = verification;
  const { verifyNotePath } = await import("../../doctor/state.ts");
  const note: VerifyNote = { corpus: resolve(settings.db), at: new Date().toISOString(), verdict };
  writeNote(verifyNotePath(settings.dataDir), note);
  await printAnswer(context, verification, () => linesOf(verification, settings.quiet ? "problems" : "all"));
  return verdict === "ok" ? EXIT.done : verdict === "archives at fault" ? EXIT.faulty : EXIT.failed;
}

/** Replaces the note of a verification, for doctor. After one that found no fault its folder need not be there yet. */
function writeNote(path: string, note: VerifyNote): void {
  try {
    if (note.verdict === "ok") makeFolder(dirname(path));
    writeFileSync(`${path}.part`, `${JSON.stringify(note)}\n`);
    renameSync(`${path}.part`, path);
  } catch {
    // whoever verifies may have no rights there; doctor then says that the corpus was not verified
  }
}

function parseShare(text: string): Share {
  const share = readShare(text);
  if (share !== null) return share;
  throw new CaselawError(
    "invalid",
    `Cannot use --read-data-subset "${text}": not N/T with 1 <= N <= T <= ${MAX_PARTS}`,
  );
}

async function runRepair(
  { settings, stderr }: Context,
  options: VerifyOptions & { readonly signal: AbortSignal },
): Promise<Verification> {
  const { repairCorpus } = await import("../../maintenance/verify-repair.ts");
  return repairCorpus(settings.db, {
    ...options,
    dataFolder: settings.dataDir,
    report: (line) => stderr.write(`caselaw: ${escapeLine(line)}\n`),
  });
}

/** One damaged page can be hundreds of problems. */
const MAX_SHOWN = 20;

function linesOf({ checks, verdict }: Verification, detail: "all" | "problems"): string[] {
  const lines: string[] = [];
  let problems = 0;
  for (const { check, problems: listed, more, note } of checks) {
    const count = listed.length + more;
    problems += count;
    const outcome = count === 0 ? "ok" : counted(count, "problem");
    if (detail === "all") lines.push(`${check}: ${outcome}${note === "" ? "" : ` (${note})`}`);
    for (const { message } of listed.slice(0, MAX_SHOWN))
      lines.push(`${detail === "all" ? "  " : `${check}: `}${escapeLine(message)}`);
    const left = count - MAX_SHOWN;
    if (left > 0) lines.push(`  and ${left} more${listed.length > MAX_SHOWN ? ", listed by --json" : ""}`);
  }
  if (detail === "all")
    lines.push(verdict === "ok" ? "No problem" : `${counted(problems, "problem")}: ${verdict}`);
  return lines;
}

/** Compares the root of the texts with `against`. @throws CaselawError `invalid` */
async function verifyRoot(context: Context, against: string): Promise<number> {
  const { engineUrl } = context.options;
  if (!/^[0-9a-f]{64}$/i.test(against))
    throw new CaselawError("invalid", `Cannot use --against "${shownValue(against)}": not 64 digits of hex`);
  if (engineUrl !== undefined)
    throw new CaselawError("invalid", "Cannot compare roots: a search engine has no hashes of texts");
  const { compareRoots } = await import("../../v1/proofs.ts");
  const comparison = compareRoots(context.settings.db, against.toLowerCase());
  await printAnswer(context, comparison, () => rootLines(comparison));
  return comparison.verdict === "same" ? EXIT.done : EXIT.failed;
}

function rootLines({ verdict, root, tree_size, earlier }: V1RootComparison): string[] {
  if (verdict === "same") return [`The corpus has this root, of ${counted(tree_size, "case")}`];
  const current = `The corpus has another root: ${root}, of ${counted(tree_size, "case")}`;
  if (earlier === null) return [current, "No run of this corpus ended with the root that was given"];
  const { tree_size: cases, last_change, at } = earlier;
  const previous = `It had the root that was given at ${at}, with ${counted(cases, "case")}`;
  const since =
    verdict === "extended"
      ? `Their texts are unchanged; ${counted(tree_size - cases, "case")} with higher ids were added (--json has the proof)`
      : `What changed since: caselaw changes --since ${last_change} --net`;
  return [current, previous, since];
}

const MAX_LINES = 100;

/** Compares the index of a search engine with the corpus. @throws CaselawError as `verifyIndex` */
async function verifyPublished(
  context: Context,
  options: { readonly depth: "all" | "sample"; readonly signal: AbortSignal },
): Promise<number> {
  const { engine, db, quiet } = context.settings;
  if (engine === null) throw new CaselawError("invalid", "Cannot compare: no search engine is set");
  const { verifyIndex } = await import("../../engine/publish/verify.ts");
  const verification = await verifyIndex(db, engine, options);
  await printAnswer(context, verification, () => publishedLines(verification, quiet));
  return verification.problems.length === 0 ? EXIT.done : EXIT.failed;
}

function publishedLines(
  { generation, behind, compared, digests, problems }: EngineVerification,
  quiet: boolean,
): string[] {
  const lines = problems.slice(0, MAX_LINES).map(({ caseId, message }) => `case ${caseId}: ${message}`);
  if (problems.length > MAX_LINES) lines.push(`and ${problems.length - MAX_LINES} more`);
  if (quiet) return lines;
  const counts = `${generation}: ${compared} cases compared, ${digests} with their documents`;
  const left = behind === 0 ? [] : [`${behind} cases changed since the last publication`];
  const verdict = problems.length === 0 ? "No problem" : "Write what differs with `caselaw publish --repair`";
  return [counts, ...left, ...lines, verdict];
}

const PROVE_EXAMPLES = `
Examples:
  caselaw prove 435800
  caselaw prove '1 Ill. 2d 100' > proof.json

It prints one JSON object: case_id, text_sha256, leaf_index, tree_size, root and inclusion_path. docs/check-proof.py, a short
script that needs Python only, checks it against a root and the case as /v1/cases/ answers it.`;

export const declareProve: Declare = (command, run) => {
  command
    .argument("<id|cite>", "the id of a case, or a citation")
    .addHelpText("after", PROVE_EXAMPLES)
    .action(
      run(async (context, argument: string) => {
        const { settings, stdout } = context;
        using corpus = openCorpus(settings.db);
        const record = await onlyCase(corpus, argument, { cannot: "prove", verb: "prove" }, context);
        if (typeof record === "number") return record;
        const { proveCase } = await import("../../v1/proofs.ts");
        const proof = proveCase(settings.db, record.id);
        if (proof === null) return await notFound("Cannot prove: the case was removed meanwhile", context);
        await stdout.write(`${JSON.stringify(proof)}\n`);
        return undefined;
      }),
    );
};
