/** `caselaw sync`: the nightly job. Downloads what is new or changed at the source, and imports it. */
import type { RunReport } from "../../import/report.ts";
import type { RunOptions } from "../../import/run.ts";
import type { Context, Declare } from "../context.ts";
import { runAndReport } from "../run-command.ts";
import { addRunOptions, addShrinkOption, type RunRequest, readRunOptions } from "../settings/run-options.ts";
import { addSourceOptions, readSourceOptions } from "../settings/source-options.ts";
import { engineOf, publishAndPrint, UPDATE } from "./publish.ts";

const EXAMPLES = `
Examples:
  caselaw sync --reporter ill-app --reporter ill
  caselaw sync --volume a2d/100
  caselaw sync --source bulk --source-url https://cap.example.org --jurisdiction ill ind --body-format xml
  caselaw sync --dry-run                  reports what it would download

Without a selection everything is mirrored. If the source has nothing new, nothing is downloaded or written.
HTTPS_PROXY and NO_PROXY are respected.`;

export const declareSync: Declare = (command, run) => {
  addShrinkOption(addRunOptions(addSourceOptions(command), "downloads at a time, 1 to 64 (default 4)"));
  command.option("--notify-url <url>", "send the report there when the run ends (POST, JSON)");
  command.option("--no-alerts", "do not run the alerts afterwards (caselaw alert)");
  command.option("--publish", "afterwards bring the index of a search engine up to date (caselaw publish)");
  command.usage("[selection] [options]").addHelpText("after", EXAMPLES);
  command.action(() =>
    run(command, async (context) => {
      const source = readSourceOptions(command, context.settings, context);
      const { sync } = await import("../../sync/sync.ts");
      const isPublished = command.getOptionValue("publish") === true;
      if (isPublished) engineOf(context);
      const request = readRunOptions(command);
      const hasAlerts = command.getOptionValue("alerts") !== false && request.mode === "import";
      const work = (options: RunOptions): Promise<RunReport> =>
        sync({ ...options, ...source, steps: "download and import" });
      const code = await notifying(request, context, (reported) =>
        runAndReport("sync", request, context, work, {
          ...(hasAlerts ? { afterwards: () => runAlerts(context) } : {}),
          reported,
        }),
      );
      if (isPublished && request.mode === "import") await publishAndPrint(context, UPDATE);
      return code;
    }),
  );
};

/** Sends the report, or the error that ended the run, to the address of `--notify-url`. A dry run sends nothing. */
async function notifying(
  { mode }: RunRequest,
  context: Context,
  run: (reported: (report: RunReport) => Promise<void>) => Promise<number>,
): Promise<number> {
  if (context.settings.notifyUrl === null || mode !== "import") return run(async () => {});
  const { notifyRun } = await import("../asking/notify-run.ts");
  try {
    return await run((report) => notifyRun({ report }, context));
  } catch (error) {
    await notifyRun({ error }, context);
    throw error;
  }
}

/** Loads what alerts need only now, so that the command starts quickly. */
async function runAlerts(context: Context): Promise<readonly string[]> {
  const { runAlertsAfterSync } = await import("../asking/alert-run.ts");
  return runAlertsAfterSync(context);
}
