/** `caselaw verify`: proves the corpus and the archives whole, or says what is not. */

import { type Command, Option } from "commander";
import { CaselawError } from "../../domain/errors.ts";
import { MAX_PARTS, readShare, type Share } from "../../domain/share.ts";
import type { Verification, VerifyOptions } from "../../maintenance/verify.ts";
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { escapeLine } from "../render/escape-for-terminal.ts";

const EXAMPLES = `
Examples:
  caselaw verify
  caselaw verify --deep --json
  caselaw verify --read-data-subset 3/30
  caselaw verify --repair

Checked: the pages of the file; references between its rows; that each case has its index rows and no other is there; that
an index row holds the words of the case; that bodies can be read; the change log and the import log against the cases;
size and SHA-256 of each archive that sync keeps below the data folder, because an altered byte leaves the size as it is.

A corpus of more than 5,000 cases is compared with its index by a sample of 1,000. --deep compares all of them, word by
word and place by place, reads every form of every body, recomputes analysis.sha256, and proves each archive by its own
manifests and checksums; it takes about as long as importing them.

--read-data-subset N/T checks as --deep does, and reads only the bodies and archives of share N of T (1 to 10,000): T nights with
N from 1 to T read all of them, each once. Everything else is checked each night, the whole word index too.

It only reads, also while an import runs, and judges one moment.

--repair makes the index rows of the cases named anew, or the whole index where that is damaged itself (in one transaction,
which needs as much free space as the index takes). What is damaged and held nowhere else it forgets, so that the next sync
or import brings it again: altered archives, bodies that cannot be read. What is left it says.

Exit codes: 0 whole, 1 the corpus is at fault, 3 only archives are, 75 another run holds the corpus (--repair).`;

export const declareVerify: Declare = (command, run) => {
  command
    .option("--deep", "compare every case and prove every archive")
    .addOption(
      new Option("--read-data-subset <N/T>", "read share N of T of the bodies and archives").conflicts(
        "deep",
      ),
    )
    .option("--repair", "mend what can be mended from what is held")
    .option("--json", "print one JSON object")
    .addHelpText("after", EXAMPLES)
    .action(() => run(command, (context) => verify(command, context)));
};

async function verify(command: Command, context: Context): Promise<number> {
  const { deep, repair, json, readDataSubset } = command.opts();
  const share = typeof readDataSubset === "string" ? shareAsked(readDataSubset) : null;
  const { settings, stdout } = context;
  const signal = await context.listen();
  const options = {
    depth: deep === true || share !== null ? "all" : "sample",
    share,
    dataFolder: settings.dataDir,
    signal,
  } as const;
  const { verifyCorpus } = await import("../../maintenance/verify.ts");
  const verification =
    repair === true ? await mend(context, options) : await verifyCorpus(settings.db, options);
  const detail = settings.quiet ? "problems" : "all";
  await stdout.write(
    json === true ? `${JSON.stringify(verification)}\n` : linesOf(verification, detail).join(""),
  );
  if (verification.verdict === "whole") return EXIT.done;
  return verification.verdict === "archives at fault" ? EXIT.faulty : EXIT.failed;
}

function shareAsked(text: string): Share {
  const share = readShare(text);
  if (share !== null) return share;
  throw new CaselawError(
    "invalid",
    `Cannot use --read-data-subset "${text}": not N/T with 1 <= N <= T <= ${MAX_PARTS}`,
  );
}

async function mend(
  { settings, stderr }: Context,
  options: VerifyOptions & { readonly signal: AbortSignal },
): Promise<Verification> {
  const { repairCorpus } = await import("../../maintenance/verify-repair.ts");
  return repairCorpus(settings.db, {
    ...options,
    dataFolder: settings.dataDir,
    tell: (line) => stderr.write(`caselaw: ${escapeLine(line)}\n`),
  });
}

/** A line a check, each problem on a line of its own, and the sum. */
function linesOf({ checks, verdict }: Verification, detail: "all" | "problems"): string[] {
  const lines: string[] = [];
  let problems = 0;
  for (const { check, problems: listed, more, note } of checks) {
    const count = listed.length + more;
    problems += count;
    const outcome = count === 0 ? "ok" : counted(count);
    if (detail === "all") lines.push(`${check}: ${outcome}${note === "" ? "" : ` (${note})`}`);
    for (const { message } of listed)
      lines.push(`${detail === "all" ? "  " : `${check}: `}${escapeLine(message)}`);
    if (more > 0) lines.push(`  and ${more} more`);
  }
  if (detail === "all") lines.push(verdict === "whole" ? "Whole" : `${counted(problems)}: ${verdict}`);
  return lines.map((line) => `${line}\n`);
}

function counted(number: number): string {
  return `${number} problem${number === 1 ? "" : "s"}`;
}
