/** Options of the commands that change the corpus: `sync`, `download`, `import`. */
import { type Command, Option } from "commander";

/** What was asked for on the command line. */
export interface RunRequest {
  readonly mode: "import" | "dry run";
  readonly shrink: "refused" | "allowed";
  /** Where the JSON report goes; null when none was asked for. */
  readonly reportPath: string | null;
  /** The files and folders that are read. */
  readonly inputs: readonly string[];
}

export function addRunOptions(command: Command, jobsDescription: string): Command {
  return command
    .option("--dry-run", "read and judge, write nothing")
    .option(
      "--report <file>",
      "write a JSON report: what was read, added, changed, removed, rejected, per archive; its folder must be there",
    )
    .addOption(new Option("--jobs <number>", jobsDescription))
    .addOption(new Option("--memory <MiB>", "what an import may take, 320 at least (preset: 450)"));
}

/** For those that import. */
export function addShrinkOption(command: Command): Command {
  return command.option("--allow-shrink", "let an archive remove more than a tenth of its unit's cases");
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
