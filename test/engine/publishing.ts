/** A publication brings an index up to date, whatever happens to it on the way. */
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { expect } from "vitest";
import type { EngineLocation } from "../../src/domain/corpus-source.ts";
import type { Published, PublishOptions } from "../../src/engine/publish/publish.ts";
import { publishCorpus } from "../../src/engine/publish/publish.ts";
import { verifyIndex } from "../../src/engine/publish/verify.ts";
import { openEngine } from "../../src/engine/read/engine-reader.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { runCli } from "../cli/run-cli.ts";
import { makeCorpus } from "../support/corpus.ts";
import { sweep } from "../support/fuzz.ts";
import { bulkCases } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";
import {
  ADDED,
  CHANGED,
  makeBulkArchive,
  NEW_WORD,
  OLD_WORD,
  RELEASES,
  REMOVED,
} from "../support/two-releases.ts";
import { placeOf, run } from "./one-node.ts";

const folder = keptFolder();
let names = 0;

/** A publication of its own. */
function place(): EngineLocation {
  return placeOf(`test${++names}`);
}

function publishAt(
  path: string,
  at: EngineLocation,
  mode: PublishOptions["mode"] = "update",
): Promise<Published> {
  return publishCorpus(path, { engine: at, mode, shape: { shards: 1, replicas: 0 } });
}

async function problemsOf(path: string, at: EngineLocation): Promise<unknown[]> {
  return [...(await verifyIndex(path, at, { depth: "all" })).problems];
}

let releases: ReturnType<typeof makeOnce> | null = null;

/** The corpus of the first release, and a copy with the second one. */
function makeReleases(): ReturnType<typeof makeOnce> {
  releases ??= makeOnce();
  return releases;
}

async function makeOnce(): Promise<{ readonly first: string; readonly second: string }> {
  const options = { ...runOptions(join(folder, "releases")), shrink: "allowed" as const };
  const first = join(folder, "first.db");
  await importAt([await makeBulkArchive(tempFolder(), RELEASES[0], "text")], options);
  copyFileSync(options.corpusPath, first);
  await importAt([await makeBulkArchive(tempFolder(), RELEASES[1], "text")], options);
  return { first, second: options.corpusPath };
}

function idsFor(v1: V1, search: string): number[] {
  return v1.list("cases", { search, ordering: "id" }).results.map(({ id }) => id);
}

run(
  "an increment adds, changes and removes cases, and a renamed court reaches all that show it",
  async () => {
    const { first, second } = await makeReleases();
    const at = place();
    expect(await publishAt(first, at)).toMatchObject({ written: 20, deleted: 0, changes: 20, since: 0 });
    const before = openV1(openEngine(at));
    expect(idsFor(before, OLD_WORD)).toEqual([CHANGED]);
    expect(await publishAt(second, at)).toMatchObject({ written: 20, deleted: 1, changes: 3, since: 20 });
    // the same open corpus: a reader need not be opened again
    expect(idsFor(before, OLD_WORD)).toEqual([]);
    expect(idsFor(before, NEW_WORD)).toEqual([CHANGED]);
    expect(before.record("cases", String(REMOVED))).toBeNull();
    expect(before.record("cases", String(ADDED))?.court?.name).toBe("Supreme Court of Illinois");
    expect(before.list("cases", { search: '"Supreme Court of Illinois"' }).count).toBe(20);
    expect(await problemsOf(second, at)).toEqual([]);
    expect(await publishAt(second, at)).toMatchObject({ written: 0, deleted: 0, changes: 0 });
    before.corpus[Symbol.dispose]();
  },
);

run("E3: an index of another corpus, of a newer state, or of another program is refused", async () => {
  const { first, second } = await makeReleases();
  const at = place();
  await publishAt(second, at);
  await expect(publishAt(makeCorpus(bulkCases(1, 2)), at)).rejects.toThrow("it has another corpus");
  await expect(publishAt(first, at)).rejects.toThrow("the corpus only 20");
  await publishAt(first, at, "rebuild");
  expect(await problemsOf(first, at)).toEqual([]);
  const foreign = place();
  await fetch(`${foreign.urls[0]}/${foreign.index}`, { method: "PUT" });
  await expect(publishAt(first, foreign)).rejects.toThrow("caselaw publish did not make it");
});

run("verify names what differs, and a repair mends it", async () => {
  const { first: path } = await makeReleases();
  const at = place();
  const { generation } = await publishAt(path, at);
  const url = `${at.urls[0]}/${generation}-cases`;
  await fetch(`${url}/_doc/3?version=20&version_type=external_gte`, { method: "DELETE" });
  const source = JSON.stringify({ id: 7_000, jurisdiction: 77, digest: "none" });
  const headers = { "content-type": "application/json" };
  await fetch(`${url}/_doc/7000`, { method: "PUT", headers, body: source });
  await fetch(`${url}/_refresh`, { method: "POST" });
  expect(await problemsOf(path, at)).toMatchObject([
    { caseId: 3, message: "it is not in the index" },
    { caseId: 7_000, message: "the index has it, the corpus does not" },
  ]);
  await publishAt(path, at, "repair");
  expect(await problemsOf(path, at)).toEqual([]);
});

/** What is published, and over what. */
const RUNS = [
  { what: "first", before: false, mode: "update" },
  { what: "increment", before: true, mode: "update" },
  { what: "rebuild", before: true, mode: "rebuild" },
] as const;
type Run = (typeof RUNS)[number];

async function openPlace({ before }: Run): Promise<EngineLocation> {
  const at = place();
  if (before) await publishAt((await makeReleases()).first, at);
  return at;
}

/** After a cut: what is read in between is the old state or the new one, and the next run goes on. */
async function expectToGoOn(
  path: string,
  at: EngineLocation,
  mode: Run["mode"],
  where: string,
): Promise<void> {
  {
    using reader = openMaybe(at);
    if (reader !== null) expect([0, 1]).toContain(reader.list("cases", { search: OLD_WORD }).count);
  }
  await publishAt(path, at, mode);
  expect([where, await problemsOf(path, at)]).toEqual([where, []]);
}

run("E1: a publication that is cut after any kind of request goes on", async () => {
  const { second } = await makeReleases();
  const tries: (Run & { readonly kind: string })[] = [];
  for (const one of RUNS) {
    const kinds = await requestsOf(second, await openPlace(one), one.mode);
    expect(kinds.length).toBeGreaterThan(5);
    tries.push(...kinds.map((kind) => ({ ...one, kind })));
  }
  // each kind that writes, in one of the runs that have it, in turn; one of three new indices stands for all. In a long sweep all
  // kinds in all runs: what only reads or refreshes leaves what the request before it left
  const byKind = [...Map.groupBy(tries, ({ kind }) => kind).entries()];
  const writing = byKind.filter(
    ([kind]) => !/^GET |_(?:search|refresh)$|^PUT .*-(?:cases|changes)$/.test(kind),
  );
  const once = writing.flatMap(([, of], at) => of[at % of.length] ?? []);
  expect(once.length).toBeGreaterThan(6);
  const others = tries.filter((one) => !once.includes(one));
  for (const one of sweep([...once, ...others], once.length)) {
    const at = await openPlace(one);
    await using relay = await startRelay(at.urls[0] ?? "", (request) => kindOf(request, at) !== one.kind);
    await expect(publishAt(second, { ...at, urls: [relay.url] }, one.mode)).rejects.toThrow("Cannot reach");
    await expectToGoOn(second, at, one.mode, `${one.what}: ${one.kind}`);
  }
});

run("E1: a publication whose process is killed goes on", async () => {
  const { second } = await makeReleases();
  const at = await openPlace(RUNS[1]);
  let kill = (): void => {};
  await using relay = await startRelay(at.urls[0] ?? "", (request) => {
    if (!request.includes("_bulk")) return true;
    kill();
    return false;
  });
  const flags = ["--db", second, "--engine-url", relay.url, "--engine-index", at.index];
  const { code, stderr } = await runCli(["publish", ...flags], {
    onStart: (child) => {
      kill = () => void child.kill("SIGKILL");
    },
  });
  expect(code, stderr).toBeNull();
  await expectToGoOn(second, at, "update", "killed");
});

/** The kinds of request that a publication makes, in their order. */
async function requestsOf(path: string, at: EngineLocation, mode: PublishOptions["mode"]): Promise<string[]> {
  const kinds = new Set<string>();
  await using relay = await startRelay(at.urls[0] ?? "", (request) => {
    kinds.add(kindOf(request, at));
    return true;
  });
  await publishAt(path, { ...at, urls: [relay.url] }, mode);
  return [...kinds];
}

/** `POST /INDEX-N-cases/_search` */
function kindOf(request: string, { index }: EngineLocation): string {
  return request.replace(/\?.*/, "").replaceAll(index, "INDEX").replace(/\d+/g, "N");
}

function openMaybe(at: EngineLocation): V1 | null {
  try {
    return openV1(openEngine(at));
  } catch {
    return null;
  }
}

run("a rebuild under load: every answer is of the old or of the new index", async () => {
  const { first, second } = await makeReleases();
  const at = place();
  await publishAt(first, at);
  using v1 = openV1(openEngine(at));
  const answers = new Set<string>();
  let isDone = false;
  const building = publishAt(second, at, "rebuild").finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const { count, results } = v1.list("cases", { search: "word*", page_size: 50, ordering: "id" });
    answers.add(JSON.stringify([count, results.map(({ id, court }) => [id, court?.name])]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  await building;
  using old = openV1(first);
  using current = openV1(second);
  const allowed = [old, current].map((corpus) => {
    const { count, results } = corpus.list("cases", { search: "word*", page_size: 50, ordering: "id" });
    return JSON.stringify([count, results.map(({ id, court }) => [id, court?.name])]);
  });
  expect([...answers].filter((answer) => !allowed.includes(answer))).toEqual([]);
  expect(answers.size).toBeGreaterThan(0);
});

run(
  "a run that goes on after a note of how far it came writes the rest, and what changed since",
  async () => {
    const { first, second } = await makeReleases();
    const at = place();
    const { generation } = await publishAt(first, at);
    const url = `${at.urls[0]}/${generation}-cases/_mapping`;
    const mapping = JSON.parse(await (await fetch(url)).text());
    const { caselaw } = mapping[`${generation}-cases`].mappings._meta;
    const noted = { ...caselaw, change: 0, state: "", unfinished: { until: 20, caseId: 5 } };
    const headers = { "content-type": "application/json" };
    await fetch(url, { method: "PUT", headers, body: JSON.stringify({ _meta: { caselaw: noted } }) });
    // 15 cases above the noted one, then all 20 of the second release
    expect(await publishAt(second, at)).toMatchObject({ written: 34, deleted: 2, changes: 23, since: 0 });
    expect(await problemsOf(second, at)).toEqual([]);
  },
);

run("a rebuild leaves alone a publication whose name begins with the same name", async () => {
  const { first, second } = await makeReleases();
  const at = place();
  const other = { ...at, index: `${at.index}-2` };
  await publishAt(first, other);
  await publishAt(first, at);
  expect(await publishAt(second, at, "rebuild")).toMatchObject({ generation: `${at.index}-2`, written: 20 });
  expect(await problemsOf(first, other)).toEqual([]);
  expect(await publishAt(second, at, "rebuild")).toMatchObject({ generation: `${at.index}-3`, written: 20 });
});

run("E3: a corpus that was restored and has grown since is refused", async () => {
  const { first, second } = await makeReleases();
  const at = place();
  const { generation } = await publishAt(first, at);
  // as if other changes had been published under these numbers
  const url = `${at.urls[0]}/${generation}-changes/_doc/20?refresh=true`;
  const headers = { "content-type": "application/json" };
  const change = { number: 20, kind: "removed", case_id: 1, at: "2020-01-01T00:00:00Z", run_id: 1 };
  await fetch(url, { method: "PUT", headers, body: JSON.stringify(change) });
  await expect(publishAt(second, at)).rejects.toThrow("are not those that were published");
  await publishAt(second, at, "rebuild");
  expect(await problemsOf(second, at)).toEqual([]);
});

interface Relay extends AsyncDisposable {
  readonly url: string;
}

/**
 * Passes the requests of a program on to an engine, and lets a test act when one of them is answered.
 *
 * @param act called with `GET /path` when the engine has answered; with `false` neither this answer is passed on nor any later request,
 *   as if the program had been killed
 */
async function startRelay(target: string, act: (asked: string) => boolean): Promise<Relay> {
  let isCut = false;
  const server = createServer(async (asked, response) => {
    if (isCut) {
      response.destroy();
      return;
    }
    const { method, url = "/", headers } = asked;
    const passed = request(new URL(url, target), {
      method,
      headers: { ...headers, host: new URL(target).host },
    });
    asked.pipe(passed);
    const [answer] = await once(passed, "response");
    const body = Buffer.concat(await Array.fromAsync(answer));
    isCut ||= !act(`${method} ${url}`);
    if (isCut) response.destroy();
    else response.writeHead(answer.statusCode, answer.headers).end(body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
    },
  };
}
