/** Downloads of `x.zip` from a scripted server into a folder of their own. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BulkFile } from "../../src/domain/bulk-file.ts";
import type { DownloadHooks, DownloadOutcome, KnownFile, WebOptions } from "../../src/download/web.ts";
import { type Scripted, type ScriptedServer, startScriptedServer } from "../support/scripted-server.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { bulkFileAt, openTestWeb, type TestWeb } from "../support/web.ts";

/** What a download is asked for beyond the plain one. */
export interface Asked extends Partial<DownloadHooks> {
  readonly known?: KnownFile | null;
  readonly file?: Partial<BulkFile>;
}

export interface DownloadPlace extends AsyncDisposable {
  readonly server: ScriptedServer;
  readonly web: TestWeb["web"];
  readonly folder: string;
  /** Of `x.zip`. */
  readonly path: string;
  fetch(asked?: Asked): Promise<DownloadOutcome>;
  /** Names in the folder. */
  files(): Promise<string[]>;
}

/** @param steps answers for `/x.zip`, or a script by path */
export async function openDownload(
  steps: readonly Scripted[] | Readonly<Record<string, readonly Scripted[]>>,
  options: Partial<WebOptions> = {},
): Promise<DownloadPlace> {
  const stack = new AsyncDisposableStack();
  const folder = tempFolder();
  const server = stack.use(await startScriptedServer(isList(steps) ? { "/x.zip": steps } : steps));
  const { web } = stack.use(openTestWeb(server.url, options));
  return {
    server,
    web,
    folder,
    path: join(folder, "x.zip"),
    fetch: ({ known = null, file = {}, ...hooks } = {}) => {
      const path = file.path ?? "x.zip";
      return web.download(bulkFileAt(`${server.url}/${path}`, { path, ...file }), folder, known, hooks);
    },
    files: async () => (await readdir(folder)).toSorted(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function isList<T>(steps: readonly T[] | Readonly<Record<string, readonly T[]>>): steps is readonly T[] {
  return Array.isArray(steps);
}

/** One download; what it came to, and what it left. */
export async function run(steps: readonly Scripted[], asked: Asked = {}, options: Partial<WebOptions> = {}) {
  await using place = await openDownload(steps, options);
  const outcome = await place.fetch(asked);
  return { outcome, requests: place.server.requests.length, files: await place.files() };
}

export function reasonOf(outcome: DownloadOutcome): string {
  return outcome.kind === "failed" ? outcome.reason.replace(/:\d{4,5}\//, ":PORT/") : outcome.kind;
}
