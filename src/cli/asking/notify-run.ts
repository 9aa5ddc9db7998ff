/** Sends the result of a sync to the address of `--notify-url` (docs/operations.md, "Notification"). */

import { messageOf } from "../../domain/errors.ts";
import { hasFaults, type RunReport } from "../../import/report.ts";
import type { Context } from "../context.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import { inSnakeCase } from "../settings/report-file.ts";
import { proxyOf } from "../settings/source-options.ts";

/** The report of a run that ended, or the error that ended it. */
type Ended = { readonly report: RunReport } | { readonly error: unknown };

/** What cannot be sent is a warning: it changes nothing in the result of the run. Nothing is sent after a signal. */
export async function notifyRun(ended: Ended, context: Context): Promise<void> {
  const { settings, environment, stderr } = context;
  const { notifyUrl } = settings;
  const signal = await context.listen();
  if (notifyUrl === null || signal.aborted) return;
  const { sendToWebhook } = await import("../../alerts/webhook.ts");
  try {
    await sendToWebhook(notifyUrl, JSON.stringify(bodyOf(ended)), { proxy: proxyOf(environment), signal });
  } catch (error) {
    await stderr.write(`caselaw: notification: ${escapeLine(messageOf(error))}\n`);
  }
}

function bodyOf(ended: Ended): Record<string, unknown> {
  if ("error" in ended)
    return { command: "sync", outcome: "failed", error: messageOf(ended.error), report: null };
  const { report } = ended;
  const outcome = hasFaults(report) ? "faulty" : "done";
  return { command: "sync", outcome, error: null, report: inSnakeCase(report) };
}
