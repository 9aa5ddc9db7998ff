/** `caselaw sync`: the nightly job. Downloads what is new or changed at the source, and imports it. */
import type { Context, Declare } from "../context.ts";
import { runAndReport } from "../run-command.ts";
import { addRunOptions, addShrinkOption, readRunOptions } from "../settings/run-options.ts";
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
      const code = await runAndReport(
        "sync",
        request,
        context,
        (options) => sync({ ...options, ...source, steps: "download and import" }),
        hasAlerts ? () => runAlerts(context) : undefined,
      );
      if (isPublished && request.mode === "import") await publishAndPrint(context, UPDATE);
      return code;
    }),
  );
};

/** Loads what alerts need only now, so that the command starts quickly. */
async function runAlerts(context: Context): Promise<readonly string[]> {
  const { runAlertsAfterSync } = await import("../asking/alert-run.ts");
  return runAlertsAfterSync(context);
}
