/** Options of the commands that change the corpus: `sync`, `download`, `import`. */
import { type Command, Option } from "commander";

/** The options of a run. */
export interface RunRequest {
  readonly mode: "import" | "dry run";
  readonly shrink: "refused" | "allowed";
  /** The file of the JSON report; null for none. */
  readonly reportPath: string | null;
  /** The files and folders to import. */
  readonly inputs: readonly string[];
}

export function addRunOptions(command: Command, jobsDescription: string): Command {
  return command
    .option("--dry-run", "read and check, write nothing")
    .option(
      "--report <file>",
      "write a JSON report with counts for each archive (read, added, changed, removed, rejected); its folder must exist",
    )
    .addOption(new Option("--jobs <number>", jobsDescription))
    .addOption(
      new Option(
        "--memory <MiB>",
        "memory limit of an import, at least 320 (default 450; with four processors and 2 GiB or more 700)",
      ),
    );
}

/** For the commands that import. */
export function addShrinkOption(command: Command): Command {
  return command.option("--allow-shrink", "allow an archive to remove more than 10 % of its unit's cases");
}

export function readRunOptions(command: Command, inputs: readonly string[] = []): RunRequest {
  const { dryRun, allowShrink, report } = command.opts();
  return {
    mode: dryRun === true ? "dry run" : "import",
    shrink: allowShrink === true ? "allowed" : "refused",
    reportPath: typeof report === "string" ? report : null,
    inputs,
  };
}
