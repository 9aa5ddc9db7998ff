/**
 * Runs alerts: finds what is new, delivers it, then moves the mark.
 *
 * The file of an alert is replaced only after its webhook answered, its feed is on disk and its text is printed. Whatever ends a
 * run before, the next one delivers the same again: each case at least once.
 */

import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { CaselawError } from "../domain/errors.ts";
import { type Alert, alertNames, type FeedEntry, readAlert, writeAlert, writeFeed } from "./alert.ts";
import {
  alertCase,
  atomOf,
  caseEntry,
  DELIVERED_CASES,
  newestEntries,
  noteEntry,
  type V1AlertNews,
} from "./delivery.ts";
import { markOf, matchesOf, type News, newsOf } from "./news.ts";

export interface AlertRun {
  readonly dataFolder: string;
  readonly snapshot: CorpusSnapshot;
  /** What every URL begins with, without a slash at the end. */
  readonly baseUrl: string;
  /** Aborts between deliveries. */
  readonly signal: AbortSignal;
  /** Sends a delivery to a webhook; throws CaselawError if it was not accepted. */
  readonly send: (webhook: string, body: string) => Promise<void>;
  /** Prints a delivery; resolves when the system has taken it. */
  readonly print: (news: V1AlertNews) => Promise<void>;
}

/**
 * Runs alerts one after the other, under the lock of the alerts. An alert that fails is left as it was, and the others run.
 *
 * @returns a message for each alert that failed
 * @throws the signal's reason, and what `print` throws if it is not a CaselawError
 */
export async function runAlerts(names: readonly string[], run: AlertRun): Promise<string[]> {
  const problems: string[] = [];
  for (const name of names) {
    run.signal.throwIfAborted();
    try {
      await runAlert(readAlert(run.dataFolder, name), run);
    } catch (error) {
      if (!(error instanceof CaselawError)) throw error;
      problems.push(`alert "${name}": ${error.message}`);
    }
  }
  return problems;
}

async function runAlert(alert: Alert, run: AlertRun): Promise<void> {
  const { snapshot, dataFolder, baseUrl } = run;
  const news = newsOf(alert, snapshot);
  let current = alert;
  for (const delivery of deliveriesOf(alert, news, run)) {
    run.signal.throwIfAborted();
    if (alert.webhook !== null) await run.send(alert.webhook, JSON.stringify(delivery));
    current = afterDelivery(current, delivery, new Date().toISOString());
    if (alert.hasFeed) await writeFeed(dataFolder, alert.name, atomOf(current, baseUrl));
    await run.print(delivery);
    // a run that ends early does not repeat what was delivered; the mark moves with the last delivery
    if (delivery.more) await writeAlert(dataFolder, current);
    // lets signals be delivered
    await setImmediate();
  }
  if (current !== alert || news.mark.change !== alert.mark.change)
    await writeAlert(dataFolder, { ...current, mark: news.mark, markedAt: new Date().toISOString() });
}

/** The news in parts; none if nothing is to be reported. */
function* deliveriesOf(alert: Alert, news: News, { snapshot, baseUrl }: AlertRun): Generator<V1AlertNews> {
  const { fresh, changed, note, mark } = news;
  const ids = [...fresh, ...changed];
  if (ids.length === 0 && note === null) return;
  for (let from = 0; from === 0 || from < ids.length; from += DELIVERED_CASES) {
    const cases = snapshot.casesOf(ids.slice(from, from + DELIVERED_CASES));
    yield {
      alert: alert.name,
      question: alert.question,
      corpus: mark.corpus,
      since: alert.mark.change,
      until: mark.change,
      note,
      new: fresh.length,
      changed: changed.length,
      more: from + DELIVERED_CASES < ids.length,
      results: cases.map((record, at) =>
        alertCase(record, from + at < fresh.length ? "new" : "changed", baseUrl),
      ),
    };
  }
}

/** The alert after a delivery; the mark is still that of the last run. */
function afterDelivery(alert: Alert, delivery: V1AlertNews, at: string): Alert {
  const ids = delivery.results.filter(({ kind }) => kind === "new").map(({ id }) => id);
  const seen = [...alert.seen, ...ids].sort((a, b) => a - b);
  if (!alert.hasFeed) return { ...alert, seen };
  const entries = [
    ...noteEntries(alert, delivery, at),
    ...delivery.results.map((result) => caseEntry(result, at)),
  ];
  return { ...alert, seen, entries: newestEntries(entries, alert.entries) };
}

/** What a reader of the feed must know apart from the cases: a changed corpus, and that the feed has not all of them. */
function noteEntries(
  { name, question }: Alert,
  { note, until, new: added, changed, corpus }: V1AlertNews,
  at: string,
): FeedEntry[] {
  const total = added + changed;
  const titles = [
    [`note ${corpus} ${until}`, note],
    [`more ${until}`, total < DELIVERED_CASES ? null : `${total} cases, of which not all are in this feed`],
  ] as const;
  return titles.flatMap(([key, title]) =>
    title === null ? [] : noteEntry(key, `${name}: ${title}`, question, at),
  );
}

export type AlertRequest = Pick<Alert, "name" | "question" | "reports" | "webhook" | "hasFeed">;

/**
 * Adds an alert. What matches now counts as reported. Call it with the lock of the alerts.
 *
 * @throws CaselawError `invalid`: wrong parameters (`parameters`), a name that is taken or cannot be used, an address that is not
 *   http or https; `unavailable`
 */
export async function addAlert(
  request: AlertRequest,
  { dataFolder, baseUrl, snapshot }: Pick<AlertRun, "dataFolder" | "baseUrl" | "snapshot">,
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
  const reason = url === null ? "not a URL" : "not an http or https address without user name and password";
  throw new CaselawError("invalid", `Cannot use --webhook: ${reason}`);
}
