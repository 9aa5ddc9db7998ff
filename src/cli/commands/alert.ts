/** `caselaw alert`: saved searches, which report what is new since they last ran. */
import { type Command, Option } from "commander";
import { type Alert, alertNames, feedPath, lockAlerts, readAlert, removeAlert } from "../../alerts/alert.ts";
import { shownQuestion, type V1AlertNews } from "../../alerts/delivery.ts";
import { ALERT_PARAMETERS } from "../../alerts/news.ts";
import { CorpusSnapshot, openerOf } from "../../corpus/open-corpus.ts";
import { withoutBlocked } from "../../corpus/without-blocked.ts";
import type { CorpusLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { flagError } from "../asking/ask.ts";
import { addFilterOptions, type Flags } from "../asking/flags.ts";
import { printSearchNotes } from "../asking/print-list.ts";
import { type Context, type Declare, EXIT, printAnswer, type Runner } from "../context.ts";
import { printError } from "../render/messages.ts";
import { proxyOf } from "../settings/run-options.ts";
import { corpusOf } from "../settings/settings.ts";
import { escapeLine } from "../terminal-text.ts";

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
  command.command("list").description("list the alerts").action(run(listAlerts));
  command
    .command("show <name>")
    .description("show an alert")
    .option("--json", "print one JSON object")
    .action(run(showAlert));
  command.command("remove <name>").description("remove an alert and its feed").action(run(removeOne));
  command
    .command("run [name]")
    .description("report what is new, for one alert or for all")
    .addOption(
      new Option("--format <format>", "text, or jsonl: an object for each alert with news")
        .choices(["text", "jsonl"])
        .default("text"),
    )
    .action(run(runCommand));
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
    .action(
      run((context, name: string, text: readonly string[]) => {
        const search: Flags = text.length === 0 ? [] : [["search", text.join(" ")]];
        return add(name, [...search, ...question], context);
      }),
    );
}

async function add(name: string, question: Flags, context: Context): Promise<undefined> {
  const { settings, stdout, options } = context;
  const { addAlert } = await import("../../alerts/run-alerts.ts");
  const request = {
    ...{ name, question, hasFeed: options.feed === true },
    reports: options.changed === true ? "new and changed" : "new",
    webhook: options.webhook ?? null,
  } as const;
  const place = { dataFolder: settings.dataDir, baseUrl: settings.baseUrl };
  const alert = await withAlerts("alert add", corpusOf(settings), context, async (snapshot) => {
    try {
      return await addAlert(request, { snapshot, ...place });
    } catch (error) {
      throw flagError(error, question, snapshot);
    }
  });
  await printSearchNotes(question, context);
  if (!settings.quiet) await stdout.write(`${summaryOf(alert)}\n`);
}

function summaryOf({ name, seen }: Alert): string {
  const matches =
    seen.length === 1 ? "1 case matches now and counts" : `${seen.length} cases match now and count`;
  return `Alert ${name} added: ${matches} as reported`;
}

/** Prints every alert that can be read; one that cannot is an error at the end. */
async function listAlerts({ settings, stdout }: Context): Promise<undefined> {
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
}

async function showAlert(context: Context, name: string): Promise<undefined> {
  const { dataDir } = context.settings;
  const alert = readAlert(dataDir, name);
  const feed = alert.hasFeed ? feedPath(dataDir, name) : null;
  const { id, question, reports, webhook, mark, markedAt, seen } = alert;
  const shown = {
    ...{ name, id, question, reports, webhook, feed },
    ...{ corpus: mark.corpus, change: mark.change, marked_at: markedAt, cases: seen.length },
  };
  await printAnswer(context, shown, () => alertLines(alert, feed));
}

async function removeOne({ settings, stdout }: Context, name: string): Promise<undefined> {
  using _lock = lockAlerts(settings.dataDir, "alert remove");
  await removeAlert(settings.dataDir, name);
  if (!settings.quiet) await stdout.write(`Alert ${name} removed\n`);
}

async function runCommand(context: Context, name?: string): Promise<number> {
  const { settings, stdout, stderr } = context;
  const { format } = context.options;
  if (name !== undefined) readAlert(settings.dataDir, name);
  const names = name === undefined ? alertNames(settings.dataDir) : [name];
  const { problems, delivered } = await runAllAlerts(names, { format, command: "alert run" }, context);
  for (const problem of problems)
    await printError(new CaselawError("unavailable", problem), stderr, settings.logFormat);
  if (delivered === 0 && problems.length === 0 && format === "text" && !settings.quiet)
    await stdout.write("Nothing new\n");
  return problems.length > 0 ? EXIT.faulty : EXIT.done;
}

/**
 * @param command names the run in the message that another run gets
 * @throws CaselawError `conflict` if another run has the alerts; as `openCorpus`
 */
async function withAlerts<T>(
  command: string,
  corpus: CorpusLocation,
  { settings }: Context,
  work: (snapshot: CorpusSnapshot) => Promise<T>,
): Promise<T> {
  const open = await openerOf(corpus);
  using _lock = lockAlerts(settings.dataDir, command);
  // what an alert reports may be sent
  using snapshot = new CorpusSnapshot(withoutBlocked(open()));
  return await work(snapshot);
}

interface AlertsDone {
  readonly problems: readonly string[];
  readonly delivered: number;
}

/** @throws CaselawError as `withAlerts`; the signal's reason */
async function runAllAlerts(
  names: readonly string[],
  run: { readonly format: "text" | "jsonl"; readonly command: string; readonly corpus?: CorpusLocation },
  context: Context,
): Promise<AlertsDone> {
  if (names.length === 0) return { problems: [], delivered: 0 };
  const { settings, stdout, environment } = context;
  const [{ runAlerts }, { sendToWebhook }] = await Promise.all([
    import("../../alerts/run-alerts.ts"),
    import("../../alerts/delivery.ts"),
  ]);
  const signal = await context.listen();
  let delivered = 0;
  const print = async (news: V1AlertNews): Promise<void> => {
    delivered++;
    const lines = run.format === "jsonl" ? [JSON.stringify(news)] : newsLines(news);
    await stdout.write(`${lines.join("\n")}\n`);
  };
  const proxy = proxyOf(environment);
  const send = (webhook: string, body: string): Promise<void> =>
    sendToWebhook(webhook, body, { proxy, signal });
  const place = { dataFolder: settings.dataDir, baseUrl: settings.baseUrl };
  const problems = await withAlerts(run.command, run.corpus ?? corpusOf(settings), context, (snapshot) =>
    runAlerts(names, { ...place, snapshot, signal, send, print }),
  );
  return { problems, delivered };
}

/**
 * Runs all alerts after a sync. What fails here does not fail the import.
 *
 * @returns the problems for the report
 * @throws the signal's reason; what cannot be printed
 */
export async function runAlertsAfterSync(context: Context): Promise<readonly string[]> {
  const { settings } = context;
  try {
    const names = alertNames(settings.dataDir);
    const run = { format: "text", command: "sync", corpus: settings.db } as const;
    return (await runAllAlerts(names, run, context)).problems;
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    return [`alerts: ${error.message}`];
  }
}

function newsLines({ alert, note, results, new: added, changed }: V1AlertNews): string[] {
  const counts = [...(added > 0 ? [`${added} new`] : []), ...(changed > 0 ? [`${changed} changed`] : [])];
  const head = `${alert}: ${counts.length === 0 ? "nothing new" : counts.join(", ")}`;
  const lines = results.map((result) => {
    const facts = [result.decision_date, result.court, result.citations.join("; ")].filter((fact) => fact);
    return `${result.kind}  ${result.id}  ${result.name_abbreviation} (${facts.join(", ")})`;
  });
  return headed(head, [...(note === null ? [] : [note]), ...lines]);
}

/** One line for `alert list`. Of the webhook only the origin: the rest is often a secret. */
function alertLine(alert: Alert): string {
  const { name, question, webhook, hasFeed, reports, markedAt } = alert;
  const outputs = [
    ...(webhook === null ? [] : [`webhook ${new URL(webhook).origin}`]),
    ...(hasFeed ? ["feed"] : []),
  ];
  const facts = [shownQuestion(question), reports, ...outputs, `up to ${markedAt}`];
  return `${escapeLine(`${name}  ${facts.join("; ")}`)}\n`;
}

/** All lines for `alert show`. @param feed the file of its feed; null for none */
function alertLines(alert: Alert, feed: string | null): string[] {
  const { name, question, webhook, reports, markedAt, mark, seen } = alert;
  return headed(name, [
    ...question.map(([parameter, value]) => `${parameter}: ${value}`),
    `reports: ${reports} cases`,
    ...(webhook === null ? [] : [`webhook: ${webhook}`]),
    ...(feed === null ? [] : [`feed: ${feed}`]),
    `up to change ${mark.change} of corpus ${mark.corpus}, ${markedAt}`,
    `${seen.length} cases reported, or found when it was added`,
  ]);
}

function headed(head: string, lines: readonly string[]): string[] {
  return [escapeLine(head), ...lines.map((line) => `  ${escapeLine(line)}`)];
}
