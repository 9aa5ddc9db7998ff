/** `caselaw sync`: the nightly job. Downloads what is new or changed at the source, and imports it. */

import type { Command } from "commander";
import type { Selection } from "../../domain/bulk-file.ts";
import { messageOf } from "../../domain/errors.ts";
import { hasFaults, type RunReport } from "../../import/report.ts";
import type { RunOptions } from "../../import/run.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { runAndReport } from "../run-command.ts";
import { inSnakeCase } from "../settings/outputs.ts";
import {
  addRunOptions,
  addShrinkOption,
  addSourceOptions,
  addTableOptions,
  proxyOf,
  type RunRequest,
  readRunOptions,
  readSourceOptions,
  readTableOptions,
} from "../settings/run-options.ts";
import { escapeLine } from "../terminal-text.ts";
import { engineOf, publishAndPrint, UPDATE } from "./publish.ts";

const EXAMPLES = `
Examples:
  caselaw sync --reporter ill-app --reporter ill
  caselaw sync --volume a2d/100
  caselaw sync --source bulk --source-url https://cap.example.org --jurisdiction ill ind --body-format xml
  caselaw sync --source courtlistener --court scotus,ca9 --from 2018
  caselaw sync --dry-run                  reports what it would download

Without options it asks on a terminal what is wanted; in a script everything is mirrored. If the source has nothing new, nothing is downloaded or written.
HTTPS_PROXY and NO_PROXY are respected.`;

export const declareSync: Declare = (command, run) => {
  addTableOptions(addSourceOptions(command));
  addShrinkOption(addRunOptions(command, "downloads at a time, 1 to 64 (default 4)"));
  command.option("--notify-url <url>", "send the report there when the run ends (POST, JSON)");
  command.option("--no-alerts", "do not run the alerts afterwards (caselaw alert)");
  command.option("--publish", "afterwards bring the index of a search engine up to date (caselaw publish)");
  command.usage("[selection] [options]").addHelpText("after", EXAMPLES);
  command.action(
    run(async (context) => {
      const sourceOptions = readSourceOptions(context);
      const selection = await selectionOf(command, sourceOptions, context);
      if (selection === null) return EXIT.done;
      const source = { ...sourceOptions, selection };
      const tables = readTableOptions(context);
      const { sync } = await import("../../sync/sync.ts");
      const isPublished = context.options.publish === true;
      if (isPublished) engineOf(context);
      const request = readRunOptions(context);
      const hasAlerts = context.options.alerts !== false && request.mode === "import";
      const work = (options: RunOptions): Promise<RunReport> =>
        sync({ ...options, ...source, ...tables, steps: "download and import" });
      const code = await notifying(request, context, (reported) =>
        runAndReport("sync", request, context, work, {
          // loaded only now, so that the command starts quickly
          ...(hasAlerts
            ? { afterwards: async () => (await import("./alert.ts")).runAlertsAfterSync(context) }
            : {}),
          reported,
        }),
      );
      if (isPublished && request.mode === "import") await publishAndPrint(context, UPDATE);
      return code;
    }),
  );
};

/** Whether somebody can answer: a person at a terminal, not a script, a timer or CI. */
function canAsk({ stdout, stderr, settings, environment }: Context): boolean {
  const isPerson = process.stdin.isTTY === true && stdout.isTerminal && stderr.isTerminal;
  return isPerson && !settings.quiet && settings.logFormat === "text" && !environment.CI;
}

/** Asked for if no option is given and somebody can answer; null if nothing is wanted. */
async function selectionOf(
  command: Command,
  source: ReturnType<typeof readSourceOptions>,
  context: Context,
): Promise<Selection | null> {
  const isGiven = command.options.some(
    (option) => command.getOptionValueSource(option.attributeName()) === "cli",
  );
  if (isGiven || source.source !== "static" || !canAsk(context)) return source.selection;
  const { askSelection } = await import("../asking/ask-selection.ts");
  const { db, dataDir } = context.settings;
  const selection = await askSelection(context, { ...source, corpusPath: db, dataFolder: dataDir });
  if (selection === null) await context.stderr.write("Nothing was changed.\n");
  return selection;
}

const DOWNLOAD_EXAMPLES = `
Examples:
  caselaw download --reporter ill
  caselaw download --source bulk --source-url https://cap.example.org --jurisdiction ill --keep all
  caselaw download --dry-run              reports what it would download

caselaw import, or the next caselaw sync, imports the downloaded archives.`;

/** `caselaw download`: the first half of `sync`. */
export const declareDownload: Declare = (command, run) => {
  addRunOptions(addSourceOptions(command), "downloads at a time, 1 to 64 (default 4)");
  command.option("--parentheticals", "also the table of what one opinion says of another (courtlistener)");
  command.usage("[selection] [options]").addHelpText("after", DOWNLOAD_EXAMPLES);
  command.action(
    run(async (context) => {
      const source = readSourceOptions(context);
      const { sync } = await import("../../sync/sync.ts");
      return runAndReport("download", readRunOptions(context), context, (options) =>
        sync({ ...options, ...source, ...readTableOptions(context), steps: "download" }),
      );
    }),
  );
};

/**
 * Sends the report, or the error that ended the run, to the address of `--notify-url` (docs/operations.md, "Notification").
 * A dry run sends nothing, and nothing is sent after a signal.
 */
async function notifying(
  { mode }: RunRequest,
  context: Context,
  run: (reported: (report: RunReport) => Promise<void>) => Promise<number>,
): Promise<number> {
  if (context.settings.notifyUrl === null || mode !== "import") return run(async () => {});
  try {
    return await run((report) => {
      const outcome = hasFaults(report) ? "faulty" : "done";
      return notify({ command: "sync", outcome, error: null, report: inSnakeCase(report) }, context);
    });
  } catch (error) {
    await notify({ command: "sync", outcome: "failed", error: messageOf(error), report: null }, context);
    throw error;
  }
}

/** What cannot be sent is a warning: it changes nothing in the result of the run. */
async function notify(body: object, { settings, environment, stderr, listen }: Context): Promise<void> {
  const { notifyUrl } = settings;
  const signal = await listen();
  if (notifyUrl === null || signal.aborted) return;
  const { sendToWebhook } = await import("../../alerts/delivery.ts");
  try {
    await sendToWebhook(notifyUrl, JSON.stringify(body), { proxy: proxyOf(environment), signal });
  } catch (error) {
    await stderr.write(`caselaw: notification: ${escapeLine(messageOf(error))}\n`);
  }
}

const IMPORT_EXAMPLES = `
Examples:
  caselaw import ~/Downloads/Illinois-20200302-xml.zip
  caselaw import data/bulk data/static --report report.json
  caselaw import --dry-run volume.zip data.jsonl.xz
  caselaw import ~/Downloads/courtlistener --court scotus --from 2018
  jq -c 'select(.jurisdiction.slug == "ill")' data.jsonl | caselaw import -

A path is a zip of either layout, a table or folder of CourtListener's bulk data, data.jsonl, data.jsonl.xz, an unpacked bag or volume, or a folder of these; - is standard
input, with one JSON record per line (a file named - is ./-). Standard input is stored in the data folder until it is imported,
because all of it is validated before the first case is written.
Importing the same archive again changes nothing.`;

/** `caselaw import PATH…`: the second half of `sync`, for files on disk. */
export const declareImport: Declare = (command, run) => {
  command
    .argument("<path...>", "archives, folders of archives, or - for standard input")
    .usage("PATH... [options]")
    .addHelpText("after", IMPORT_EXAMPLES);
  addTableOptions(command);
  addShrinkOption(
    addRunOptions(
      command,
      "parser threads; archives are read one after the other (default: by the number of processors)",
    ),
  );
  command.action(
    run(async (context, paths: readonly string[]) => {
      const tables = readTableOptions(context);
      const { importPaths } = await import("../../import/import.ts");
      return runAndReport("import", readRunOptions(context, paths), context, (options) =>
        importPaths(paths, { ...options, ...tables }, () => process.stdin),
      );
    }),
  );
};
