/** Runs alerts for a command: opens one state of the corpus under the lock of the alerts, and prints what is new. */
import { alertNames, lockAlerts } from "../../alerts/alert-files.ts";
import type { V1AlertNews } from "../../alerts/delivery.ts";
import { CorpusSnapshot, openerOf } from "../../corpus/open-corpus.ts";
import type { CorpusLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { corpusOf } from "../settings/settings.ts";
import { proxyOf } from "../settings/source-options.ts";
import { atExit } from "../stop.ts";

export interface OpenAlerts extends Disposable {
  readonly snapshot: CorpusSnapshot;
}

/**
 * @param command names the run in the message of another one
 * @throws CaselawError `conflict` if another run has the alerts; as `openCorpus`
 */
export async function openAlerts(
  command: string,
  { settings }: Pick<Context, "settings">,
  corpus: CorpusLocation = corpusOf(settings),
): Promise<OpenAlerts> {
  const open = await openerOf(corpus);
  using opening = new DisposableStack();
  const lock = opening.use(lockAlerts(settings.dataDir, command));
  opening.use(atExit(() => lock[Symbol.dispose]()));
  const snapshot = opening.use(new CorpusSnapshot(open()));
  const opened = opening.move();
  return { snapshot, [Symbol.dispose]: () => opened[Symbol.dispose]() };
}

export interface AlertsDone {
  /** A message for each alert that failed. */
  readonly problems: readonly string[];
  readonly delivered: number;
}

/** @throws CaselawError as `openAlerts`; the signal's reason */
export async function runAllAlerts(
  names: readonly string[],
  run: { readonly format: "text" | "jsonl"; readonly command: string; readonly corpus?: CorpusLocation },
  context: Context,
): Promise<AlertsDone> {
  if (names.length === 0) return { problems: [], delivered: 0 };
  const { settings, stdout, environment } = context;
  const [{ runAlerts }, { sendToWebhook }, { newsText }] = await Promise.all([
    import("../../alerts/run-alerts.ts"),
    import("../../alerts/webhook.ts"),
    import("../render/alert-lines.ts"),
  ]);
  const signal = await context.listen();
  using alerts = await openAlerts(run.command, context, run.corpus);
  let delivered = 0;
  const print = async (news: V1AlertNews): Promise<void> => {
    delivered++;
    await stdout.write(run.format === "jsonl" ? `${JSON.stringify(news)}\n` : newsText(news));
  };
  const proxy = proxyOf(environment);
  const problems = await runAlerts(names, {
    dataFolder: settings.dataDir,
    snapshot: alerts.snapshot,
    baseUrl: settings.baseUrl,
    signal,
    send: (webhook, body) => sendToWebhook(webhook, body, { proxy, signal }),
    print,
  });
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
