/** `caselaw backup FILE`: a consistent copy of the corpus, also while it is in use. */
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { checkOutputOf } from "../settings/outputs.ts";

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
    .action((file: string) => {
      const { force } = command.opts();
      return run(command, (context) => backup(file, force === true ? "replaced" : "refused", context));
    });
};

async function backup(
  file: string,
  existing: "refused" | "replaced",
  { settings, listen }: Context,
): Promise<number> {
  checkOutputOf("backup", file, settings);
  const { backUp } = await import("../../maintenance/backup.ts");
  await backUp(settings.db, file, { existing, signal: await listen() });
  return EXIT.done;
}
