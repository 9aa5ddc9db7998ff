/** Alerts of a test: added, run and delivered without a command line. */

import { type Alert, lockAlerts } from "../../src/alerts/alert.ts";
import type { V1AlertNews } from "../../src/alerts/delivery.ts";
import { type AlertRequest, type AlertRun, addAlert, runAlerts } from "../../src/alerts/run-alerts.ts";
import { CorpusSnapshot } from "../../src/corpus/open-corpus.ts";

export const BASE_URL = "https://cases.example.org";

export async function addTo(
  dataFolder: string,
  corpus: string,
  request: Partial<AlertRequest> = {},
): Promise<Alert> {
  using _lock = lockAlerts(dataFolder, "test");
  using snapshot = new CorpusSnapshot(corpus);
  const usual = { name: "a", question: [], reports: "new", webhook: null, hasFeed: false } as const;
  return await addAlert({ ...usual, ...request }, { dataFolder, baseUrl: BASE_URL, snapshot });
}

export interface Ran {
  readonly problems: readonly string[];
  /** What was printed. */
  readonly news: readonly V1AlertNews[];
}

export async function runOn(
  dataFolder: string,
  corpus: string,
  names: readonly string[] = ["a"],
  more: Partial<AlertRun> = {},
): Promise<Ran> {
  using _lock = lockAlerts(dataFolder, "test");
  using snapshot = new CorpusSnapshot(corpus);
  const news: V1AlertNews[] = [];
  const problems = await runAlerts(names, {
    dataFolder,
    snapshot,
    baseUrl: BASE_URL,
    signal: new AbortController().signal,
    send: async () => {},
    print: async (one) => void news.push(one),
    ...more,
  });
  return { problems, news };
}

/** `new 1`, `changed 2`. */
export function idsIn(news: readonly V1AlertNews[]): string[] {
  return news.flatMap(({ results }) => results.map(({ kind, id }) => `${kind} ${id}`));
}
