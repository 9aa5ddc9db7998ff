/** Adds an alert. What matches now counts as reported. */
import { randomUUID } from "node:crypto";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { CaselawError } from "../domain/errors.ts";
import type { Alert } from "./alert.ts";
import { alertNames, writeAlert, writeFeed } from "./alert-files.ts";
import { atomOf } from "./feed.ts";
import { markOf, matchesOf } from "./news.ts";

export type AlertRequest = Pick<Alert, "name" | "question" | "reports" | "webhook" | "hasFeed">;

/**
 * Call it with the lock of the alerts.
 *
 * @throws CaselawError `invalid`: wrong parameters (`parameters`), a name that is taken or cannot be used, an address that is not
 *   http or https; `unavailable`
 */
export async function addAlert(
  request: AlertRequest,
  {
    dataFolder,
    baseUrl,
    snapshot,
  }: { readonly dataFolder: string; readonly baseUrl: string; readonly snapshot: CorpusSnapshot },
): Promise<Alert> {
  const { name, webhook } = request;
  if (webhook !== null) checkWebhook(webhook);
  if (alertNames(dataFolder).includes(name))
    throw new CaselawError("invalid", `Cannot add alert "${name}": there is one with this name`, {
      hint: `caselaw alert remove ${name} removes it.`,
    });
  const alert: Alert = {
    ...request,
    id: randomUUID(),
    mark: markOf(snapshot),
    markedAt: new Date().toISOString(),
    seen: matchesOf(request.question, snapshot),
    entries: [],
  };
  if (alert.hasFeed) await writeFeed(dataFolder, name, atomOf(alert, baseUrl));
  await writeAlert(dataFolder, alert);
  return alert;
}

function checkWebhook(address: string): void {
  const url = URL.parse(address);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return;
  const found = url === null ? "not a URL" : "not an http or https address without user name and password";
  throw new CaselawError("invalid", `Cannot use --webhook: ${found}`);
}
