/**
 * The use case `verify`: checks a corpus and the archives of its downloads. It only reads, also during an import, and checks one
 * snapshot.
 */
import { joinedForm, readFormBody } from "../casebody/read-form.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { type Share, shareText } from "../domain/share.ts";
import { problem } from "../store/maintenance/check-problem.ts";
import { type CaseChoice, checkFile, VerifySnapshot } from "../store/maintenance/verify-corpus.ts";
import { type CheckResult, Findings, type Verdict } from "./findings.ts";
import { checkArchives } from "./verify-archives.ts";
import { BodyTally } from "./verify-bodies.ts";

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
  /** What a row is that an older program made, which did not join words. Default: counted. */
  readonly olderRows?: "counted" | "problems";
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
  const found = new Findings(options.signal ?? null);
  await found.take("file", checkFile(path));
  if (found.isEmpty) await checkOpened(path, options, found);
  const { depth, share = null } = options;
  return { corpus: path, depth, share, verdict: found.verdict, checks: found.results() };
}

async function checkOpened(path: string, options: VerifyOptions, found: Findings): Promise<void> {
  using snapshot = openSnapshot(path, found);
  if (snapshot === null) return;
  await found.take("pages", snapshot.pages());
  await found.take("references", snapshot.references());
  await found.take("index rows", snapshot.indexRows());
  await found.survive("index words", () => checkCases(snapshot, options, found));
  await found.take("counts", snapshot.counts());
  const { dataFolder = null } = options;
  if (dataFolder === null) return;
  await found.survive("counts", () => checkArchives(snapshot, dataFolder, options, found));
}

async function checkCases(snapshot: VerifySnapshot, options: VerifyOptions, found: Findings): Promise<void> {
  await found.take("index words", []);
  await found.take("bodies", []);
  const { depth, share = null } = options;
  const count = snapshot.count();
  const tally = new BodyTally(snapshot);
  let older = 0;
  const findings = snapshot.cases(choiceOf(count, options), {
    depth,
    readBody: readFormBody,
    joinWords: joinedForm,
    onOlderRow: () => {
      older++;
      return options.olderRows === "problems";
    },
    further: (read) => {
      tally.cases++;
      return depth === "all" ? tally.check(read) : [];
    },
  });
  await found.take("index words", findings);
  const waiting = snapshot.waiting();
  const looked = `${tally.cases} of ${count} cases${share === null ? "" : `, ${shareText(share)}`}`;
  const notes = [
    looked,
    ...(waiting === 0 ? [] : [`${waiting} to be indexed again by the next run`]),
    ...(older === 0 ? [] : [`${older} of an older version, which verify --deep --repair updates`]),
  ];
  found.note("index words", notes.join("; "));
  found.note("bodies", depth === "all" ? `${looked}; ${tally.summary}` : looked);
}

function choiceOf(
  count: number,
  { depth, share = null, sampleCases = SAMPLE_CASES, completeUpTo = COMPLETE_UP_TO }: VerifyOptions,
): CaseChoice {
  if (share !== null) return { kind: "share", share };
  return depth === "all" || count <= completeUpTo ? { kind: "all" } : { kind: "sample", cases: sampleCases };
}

function openSnapshot(path: string, found: Findings): VerifySnapshot | null {
  try {
    return new VerifySnapshot(path);
  } catch (error) {
    if (!(error instanceof CaselawError && error.code === "corrupt")) throw error;
    found.add(problem("file", messageOf(error)));
    return null;
  }
}
