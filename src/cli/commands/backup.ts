/** `caselaw backup FILE`: a consistent copy of the corpus, also while it is in use. */
import { type Declare, printAnswer } from "../context.ts";
import { checkOutputOf } from "../settings/outputs.ts";
import { inBytes } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw backup /mnt/safe/caselaw.db
  caselaw backup /mnt/safe/caselaw.db --force

The copy shows the corpus at one moment, also during an import. It is a complete corpus: check it with caselaw verify --db FILE.
It is written to a folder FILE.ID.part, synced and renamed, so FILE is always complete. --force replaces a corpus or an empty
file, and nothing else.

To restore it: stop all programs that use the corpus, remove the corpus together with its -wal and -shm, copy FILE to its place.`;

export const declareBackup: Declare = (command, run) => {
  command
    .argument("<file>", "the file of the copy")
    .usage("FILE [options]")
    .option("--force", "replace an existing corpus")
    .addHelpText("after", EXAMPLES)
    .action(
      run(async ({ settings, options, listen }, file: string) => {
        checkOutputOf("backup", file, settings);
        const { backUp } = await import("../../maintenance/upkeep.ts");
        const existing = options.force === true ? "replaced" : "refused";
        await backUp(settings.db, file, { existing, signal: await listen() });
      }),
    );
};

const OPTIMIZE_EXAMPLES = `
Examples:
  caselaw optimize
  caselaw optimize --json

Merges each index into one segment, which is smaller and faster to search, and returns the file's free pages to the disk. It is
never necessary, because imports also merge, but useful once after a large import. Readers can continue. If it is stopped, the
work so far is kept.

--json prints bytes_before and bytes_after.`;

/** `caselaw optimize`: merges the indexes and returns free pages to the disk. */
export const declareOptimize: Declare = (command, run) => {
  command
    .option("--json", "print one JSON object")
    .addHelpText("after", OPTIMIZE_EXAMPLES)
    .action(
      run(async (context) => {
        const { optimize } = await import("../../maintenance/upkeep.ts");
        const { bytesBefore, bytesAfter } = optimize(context.settings.db, await context.listen());
        await printAnswer(context, { bytes_before: bytesBefore, bytes_after: bytesAfter }, () => [
          `${inBytes(bytesBefore)} before, ${inBytes(bytesAfter)} now`,
        ]);
      }),
    );
};
