/** `caselaw alert`: saved searches, which report what is new since they last ran. */
import { type Command, Option } from "commander";
import type { Alert } from "../../alerts/alert.ts";
import { ALERT_PARAMETERS } from "../../alerts/question.ts";
import { CaselawError } from "../../domain/errors.ts";
import { openAlerts, runAllAlerts } from "../asking/alert-run.ts";
import { printSearchNotes } from "../asking/search-notes.ts";
import type { Context, Declare, Runner } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { printError } from "../render/print-error.ts";
import { addFilterOptions, type Flags } from "../settings/filter-options.ts";
import { wrongFlags } from "../settings/wrong-flags.ts";

const EXAMPLES = `
Examples:
  caselaw alert add gold '"gold letters"' --jurisdiction ga --feed
  caselaw alert add mills 'mill dam' --webhook https://hooks.example.org/caselaw
  caselaw alert run                       what is new for every alert; sync does this too
  caselaw alert run gold --format jsonl
  caselaw alert list
  caselaw alert remove gold

An alert is a search with a name. Cases that match when it is added count as reported. Alerts are kept in the folder alerts of the
data folder, so a corpus that is built again has the same alerts. What could not be delivered is delivered by the next run.`;

export const declareAlert: Declare = (command, run) => {
  command.usage("add|list|show|remove|run [options]").addHelpText("after", EXAMPLES);
  declareAdd(command.command("add").description("save a search"), run);
  command
    .command("list")
    .description("list the alerts")
    .action((_, own: Command) => run(own, listAlerts));
  command
    .command("show <name>")
    .description("show an alert")
    .option("--json", "print one JSON object")
    .action((name: string, options: { json?: boolean }, own: Command) =>
      run(own, (context) => showAlert(name, options.json === true, context)),
    );
  command
    .command("remove <name>")
    .description("remove an alert and its feed")
    .action((name: string, _, own: Command) => run(own, (context) => removeOne(name, context)));
  command
    .command("run [name]")
    .description("report what is new, for one alert or for all")
    .addOption(
      new Option("--format <format>", "text, or jsonl: an object for each alert with news")
        .choices(["text", "jsonl"])
        .default("text"),
    )
    .action((name: string | undefined, options: { format?: string }, own: Command) =>
      run(own, (context) => runAsked(name ?? null, options.format === "jsonl" ? "jsonl" : "text", context)),
    );
};

function declareAdd(command: Command, run: Runner): void {
  command
    .argument("<name>", "1 to 64 of a-z, 0-9, - and _")
    .argument("[text...]", "what to search for")
    .usage("NAME [TEXT] [filters] [options]");
  const question = addFilterOptions(
    command,
    ALERT_PARAMETERS.filter(({ name }) => name !== "search"),
  );
  command
    .option("--webhook <url>", "send what is new to this address by POST, as JSON")
    .option("--feed", "keep an Atom feed, which serve shows at /alerts/NAME.atom")
    .option("--changed", "also report cases that change after they were reported")
    .action((name: string, text: readonly string[]) => {
      const search: Flags = text.length === 0 ? [] : [["search", text.join(" ")]];
      return run(command, (context) => add(command, name, [...search, ...question], context));
    });
}

async function add(command: Command, name: string, question: Flags, context: Context): Promise<number> {
  const { settings, stdout } = context;
  const { webhook, feed, changed } = command.opts();
  const { addAlert } = await import("../../alerts/add-alert.ts");
  using alerts = await openAlerts("alert add", context);
  const { snapshot } = alerts;
  try {
    const alert = await addAlert(
      {
        name,
        question,
        reports: changed === true ? "new and changed" : "new",
        webhook: typeof webhook === "string" ? webhook : null,
        hasFeed: feed === true,
      },
      { snapshot, dataFolder: settings.dataDir, baseUrl: settings.baseUrl },
    );
    await printSearchNotes(question, context);
    if (!settings.quiet) await stdout.write(`${summaryOf(alert)}\n`);
    return EXIT.done;
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    throw wrongFlags(error.parameters, question, snapshot);
  }
}

function summaryOf({ name, seen }: Alert): string {
  const found =
    seen.length === 1 ? "1 case matches now and counts" : `${seen.length} cases match now and count`;
  return `Alert ${name} added: ${found} as reported`;
}

/** Prints every alert that can be read; one that cannot is an error at the end. */
async function listAlerts({ settings, stdout }: Context): Promise<number> {
  const { alertNames, readAlert } = await import("../../alerts/alert-files.ts");
  const { alertLine } = await import("../render/alert-lines.ts");
  const names = alertNames(settings.dataDir);
  const errors: unknown[] = [];
  for (const name of names) {
    try {
      await stdout.write(alertLine(readAlert(settings.dataDir, name)));
    } catch (error) {
      if (!(error instanceof CaselawError)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  if (names.length === 0 && !settings.quiet) await stdout.write("No alerts\n");
  return EXIT.done;
}

async function showAlert(name: string, isJson: boolean, context: Context): Promise<number> {
  const { settings, stdout } = context;
  const { feedPath, readAlert } = await import("../../alerts/alert-files.ts");
  const alert = readAlert(settings.dataDir, name);
  const feed = alert.hasFeed ? feedPath(settings.dataDir, name) : null;
  if (!isJson) {
    const { alertText } = await import("../render/alert-lines.ts");
    await stdout.write(alertText(alert, feed));
    return EXIT.done;
  }
  const { id, question, reports, webhook, mark, markedAt, seen } = alert;
  const shown = {
    ...{ name, id, question, reports, webhook, feed },
    ...{ corpus: mark.corpus, change: mark.change, marked_at: markedAt, cases: seen.length },
  };
  await stdout.write(`${JSON.stringify(shown)}\n`);
  return EXIT.done;
}

async function removeOne(name: string, { settings, stdout }: Context): Promise<number> {
  const { lockAlerts, removeAlert } = await import("../../alerts/alert-files.ts");
  using _lock = lockAlerts(settings.dataDir, "alert remove");
  await removeAlert(settings.dataDir, name);
  if (!settings.quiet) await stdout.write(`Alert ${name} removed\n`);
  return EXIT.done;
}

async function runAsked(name: string | null, format: "text" | "jsonl", context: Context): Promise<number> {
  const { alertNames, readAlert } = await import("../../alerts/alert-files.ts");
  const { settings, stdout, stderr } = context;
  if (name !== null) readAlert(settings.dataDir, name);
  const names = name === null ? alertNames(settings.dataDir) : [name];
  const { problems, delivered } = await runAllAlerts(names, { format, command: "alert run" }, context);
  const style = { format: settings.logFormat, detail: "line" } as const;
  for (const problem of problems) await printError(new CaselawError("unavailable", problem), stderr, style);
  if (delivered === 0 && problems.length === 0 && format === "text" && !settings.quiet)
    await stdout.write("Nothing new\n");
  return problems.length > 0 ? EXIT.faulty : EXIT.done;
}
