/** `caselaw alert`: saved searches, which report what is new since they last ran. */
import { type Command, Option } from "commander";
import { type Alert, alertNames, feedPath, lockAlerts, readAlert, removeAlert } from "../../alerts/alert.ts";
import { shownQuestion, type V1AlertNews } from "../../alerts/delivery.ts";
import { ALERT_PARAMETERS } from "../../alerts/news.ts";
import { CorpusSnapshot, openerOf } from "../../corpus/open-corpus.ts";
import type { CorpusLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { flagError } from "../asking/ask.ts";
import { addFilterOptions, type Flags } from "../asking/flags.ts";
import { printSearchNotes } from "../asking/print-list.ts";
import { type Context, type Declare, EXIT, type Runner } from "../context.ts";
import { atExit } from "../process.ts";
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
  const { addAlert } = await import("../../alerts/run-alerts.ts");
  const asked = {
    ...{ name, question, hasFeed: feed === true },
    reports: changed === true ? "new and changed" : "new",
    webhook: typeof webhook === "string" ? webhook : null,
  } as const;
  const place = { dataFolder: settings.dataDir, baseUrl: settings.baseUrl };
  const alert = await withAlerts("alert add", corpusOf(settings), context, async (snapshot) => {
    try {
      return await addAlert(asked, { snapshot, ...place });
    } catch (error) {
      throw flagError(error, question, snapshot);
    }
  });
  await printSearchNotes(question, context);
  if (!settings.quiet) await stdout.write(`${summaryOf(alert)}\n`);
  return EXIT.done;
}

function summaryOf({ name, seen }: Alert): string {
  const found =
    seen.length === 1 ? "1 case matches now and counts" : `${seen.length} cases match now and count`;
  return `Alert ${name} added: ${found} as reported`;
}

/** Prints every alert that can be read; one that cannot is an error at the end. */
async function listAlerts({ settings, stdout }: Context): Promise<number> {
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
  const alert = readAlert(settings.dataDir, name);
  const feed = alert.hasFeed ? feedPath(settings.dataDir, name) : null;
  if (!isJson) {
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
  using _lock = lockAlerts(settings.dataDir, "alert remove");
  await removeAlert(settings.dataDir, name);
  if (!settings.quiet) await stdout.write(`Alert ${name} removed\n`);
  return EXIT.done;
}

async function runAsked(name: string | null, format: "text" | "jsonl", context: Context): Promise<number> {
  const { settings, stdout, stderr } = context;
  if (name !== null) readAlert(settings.dataDir, name);
  const names = name === null ? alertNames(settings.dataDir) : [name];
  const { problems, delivered } = await runAllAlerts(names, { format, command: "alert run" }, context);
  for (const problem of problems)
    await printError(new CaselawError("unavailable", problem), stderr, settings.logFormat);
  if (delivered === 0 && problems.length === 0 && format === "text" && !settings.quiet)
    await stdout.write("Nothing new\n");
  return problems.length > 0 ? EXIT.faulty : EXIT.done;
}

/**
 * @param command names the run in the message of another one
 * @throws CaselawError `conflict` if another run has the alerts; as `openCorpus`
 */
async function withAlerts<T>(
  command: string,
  corpus: CorpusLocation,
  { settings }: Context,
  work: (snapshot: CorpusSnapshot) => Promise<T>,
): Promise<T> {
  const open = await openerOf(corpus);
  using lock = lockAlerts(settings.dataDir, command);
  using _cleaning = atExit(() => lock[Symbol.dispose]());
  using snapshot = new CorpusSnapshot(open());
  return await work(snapshot);
}

interface AlertsDone {
  /** A message for each alert that failed. */
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
    await stdout.write(run.format === "jsonl" ? `${JSON.stringify(news)}\n` : newsText(news));
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
    const done = await runAllAlerts(names, { format: "text", command: "sync", corpus: settings.db }, context);
    return done.problems;
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    return [`alerts: ${error.message}`];
  }
}

/** The lines of a delivery, each with its line end. */
function newsText({ alert, note, results, new: added, changed }: V1AlertNews): string {
  const counts = [...(added > 0 ? [`${added} new`] : []), ...(changed > 0 ? [`${changed} changed`] : [])];
  const head = `${alert}: ${counts.length === 0 ? "nothing new" : counts.join(", ")}`;
  const lines = results.map((one) => {
    const facts = [one.decision_date, one.court, one.citations.join("; ")].filter((fact) => fact);
    return `${one.kind}  ${one.id}  ${one.name_abbreviation} (${facts.join(", ")})`;
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
function alertText(alert: Alert, feed: string | null): string {
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

/** A line, and below it indented ones. */
function headed(head: string, lines: readonly string[]): string {
  return `${[escapeLine(head), ...lines.map((line) => `  ${escapeLine(line)}`)].join("\n")}\n`;
}
