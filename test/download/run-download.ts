/** One download of `x.zip` from a scripted server. */
import { readdir } from "node:fs/promises";
import type { DownloadHooks, DownloadOutcome } from "../../src/download/web.ts";
import { type Scripted, startScriptedServer } from "../support/scripted-server.ts";
import { bulkFileAt, openTestFolder, openTestWeb } from "../support/web.ts";

interface Run {
  readonly outcome: DownloadOutcome;
  readonly requests: number;
  readonly files: readonly string[];
}

export async function run(steps: readonly Scripted[], hooks: Partial<DownloadHooks> = {}): Promise<Run> {
  await using folder = await openTestFolder();
  await using server = await startScriptedServer({ "/x.zip": steps });
  await using opened = openTestWeb(server.url);
  const outcome = await opened.web.download(
    bulkFileAt(`${server.url}/x.zip`, { path: "x.zip" }),
    folder.path,
    null,
    hooks,
  );
  return { outcome, requests: server.requests.length, files: await readdir(folder.path) };
}

export function reasonOf(outcome: DownloadOutcome): string {
  return outcome.kind === "failed" ? outcome.reason.replace(/:\d{4,5}\//, ":PORT/") : outcome.kind;
}
