/** `caselaw backup FILE`: a consistent copy of the corpus, also while it is in use. */
import type { Context, Declare } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { checkOutputOf } from "../settings/outputs.ts";

const EXAMPLES = `
Examples:
  caselaw backup /mnt/safe/caselaw.db
  caselaw backup /mnt/safe/caselaw.db --force

The copy is of one moment, and a corpus like any other: caselaw verify --db FILE proves it. An import goes on beside it. It
is written to a folder FILE.….part, synced and renamed, so that FILE is never half a copy. --force replaces a corpus or an
empty file, and nothing else.

To go back to it: end what uses the corpus, take the corpus away together with its -wal and -shm, copy FILE to its place.`;

export const declareBackup: Declare = (command, run) => {
  command
    .argument("<file>", "where the copy goes")
    .usage("FILE [options]")
    .option("--force", "replace a corpus that is there already")
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
