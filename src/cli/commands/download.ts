/** `caselaw download`: the first half of `sync`. Downloads what is new or changed at the source. */
import type { Declare } from "../context.ts";
import { runAndReport } from "../run-command.ts";
import { addRunOptions, readRunOptions } from "../settings/run-options.ts";
import { addSourceOptions, readSourceOptions } from "../settings/source-options.ts";

const EXAMPLES = `
Examples:
  caselaw download --reporter ill
  caselaw download --source bulk --source-url https://cap.example.org --jurisdiction ill --keep all
  caselaw download --dry-run              reports what it would download

caselaw import, or the next caselaw sync, imports the downloaded archives.`;

export const declareDownload: Declare = (command, run) => {
  addRunOptions(addSourceOptions(command), "downloads at a time, 1 to 64 (default 4)");
  command.usage("[selection] [options]").addHelpText("after", EXAMPLES);
  command.action(() =>
    run(command, async (context) => {
      const source = readSourceOptions(command, context.settings, context);
      const { sync } = await import("../../sync/sync.ts");
      return runAndReport("download", readRunOptions(command), context, (options) =>
        sync({ ...options, ...source, steps: "download" }),
      );
    }),
  );
};
