/**
 * What one node and three nodes of a search engine sustain, and what their clients notice of a node that is lost and comes back:
 * while the corpus is published, and while two services answer. Every answer is compared with that of a service on the file.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { EngineLocation } from "../src/domain/corpus-source.ts";
import { publishCorpus } from "../src/engine/publish/publish.ts";
import { verifyIndex } from "../src/engine/publish/verify.ts";
import { endChildren } from "../test/support/children.ts";
import { engineFiles, startEngine, type TestEngine } from "../test/support/engine.ts";
import { type RunningServer, startServer } from "./http/servers.ts";
import { madeCorpus } from "./made-corpus.ts";
import { buildProgram } from "./measure/build.ts";
import { digits, percentile, table } from "./measure/numbers.ts";
import { readSetting } from "./measure/setting.ts";
import { KINDS } from "./queries/kinds.ts";
import { readSamples, type Samples } from "./queries/samples.ts";

const CLIENTS = 16;
/** Questions of each kind. By relevance the file scores a part of the matches only. */
const EACH = 4;
const SECONDS = 60;
/** When a node is killed, and when it is started again. */
const [KILLED_MS, BACK_MS] = [15_000, 35_000] as const;

interface Answered {
  /** Since the load began. */
  readonly atMs: number;
  readonly ms: number;
  readonly status: number;
  readonly isWrong: boolean;
}

/** What must be equal. The file does not count what takes long: null. */
interface Facts {
  readonly count: number | null;
  /** Facets, and which cases in which order, as JSON. */
  readonly others: string;
}
type Expected = ReadonlyMap<string, Facts>;

/** @param args those of `bench queries` */
export async function benchCluster(args: readonly string[]): Promise<void> {
  const setting = readSetting(["--short", ...args], { cases: 100_000 });
  const [path, program, files] = [madeCorpus(setting), buildProgram(setting), await engineFiles()];
  if (files === null) return;
  const samples = readSamples(path);
  const expected = await expectedOf(program, path, samples);
  for (const nodes of [1, 3]) {
    const folder = mkdtempSync(join(tmpdir(), "caselaw-cluster-"));
    try {
      const engine = await startEngine(files, nodes, folder);
      process.stdout.write(`${nodes} node${nodes === 1 ? "" : "s"}, ${samples.cases} cases\n\n`);
      const location = engine.location("bench");
      process.stdout.write(`${await publication(path, location, nodes === 1 ? null : engine)}\n`);
      await using services = new AsyncDisposableStack();
      const serve = async (): Promise<RunningServer> =>
        services.use(await startServer([program, ...serviceOn(location)], "all"));
      const servers = [await serve(), await serve()];
      process.stdout.write(`${tableOf("undisturbed", await ask(servers, expected))}\n`);
      if (nodes > 1) process.stdout.write(`${await loseNode(engine, servers, expected)}\n`);
    } finally {
      await endChildren([]);
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function serviceOn({ urls, index }: EngineLocation): string[] {
  return ["serve", "--engine-url", urls.join(","), "--engine-index", index, "--port", "0", "--quiet"];
}

/** What a service on the corpus file answers, by path. */
async function expectedOf(program: string, path: string, samples: Samples): Promise<Expected> {
  const serve = ["serve", "--db", path, "--data-dir", `${path}-no-data`, "--port", "0", "--quiet"];
  await using server = await startServer([program, ...serve], "all");
  const agent = new Agent({ keepAlive: true });
  const expected = new Map<string, Facts>();
  for (const { name, ask } of KINDS) {
    for (let nth = 0; nth < EACH && !name.endsWith("relevance"); nth++) {
      const query = new URLSearchParams({ ordering: "id" });
      for (const [key, value] of Object.entries(ask(samples, nth)))
        for (const one of [value].flat()) query.append(key, one);
      const asked = `/v1/cases/?${query}`;
      expected.set(asked, factsOf((await read(server.url + asked, agent)).text));
    }
  }
  agent.destroy();
  return expected;
}

/** @param cluster a node of it is killed after a third of the cases, and comes back */
async function publication(
  path: string,
  location: EngineLocation,
  cluster: TestEngine | null,
): Promise<string> {
  const began = performance.now();
  let killed: Promise<void> | null = null;
  await publishCorpus(path, {
    engine: location,
    mode: "rebuild",
    shape: { shards: 3, replicas: cluster === null ? 0 : 1 },
    onProgress: ({ cases, total }) => {
      if (cluster !== null && killed === null && cases > total / 3) killed = cluster.kill(0);
    },
  });
  const seconds = (performance.now() - began) / 1000;
  if (cluster !== null) {
    await cluster.start(0);
    await cluster.settled("green");
  }
  const recovered = (performance.now() - began) / 1000 - seconds;
  const { compared, problems } = await verifyIndex(path, location, { depth: "sample" });
  const lost =
    cluster === null ? "" : `, all copies there ${digits(recovered)} s after a killed node came back`;
  return `published in ${digits(seconds)} s${lost}; ${compared} cases compared, ${problems.length} differ\n`;
}

async function loseNode(
  engine: TestEngine,
  servers: readonly RunningServer[],
  expected: Expected,
): Promise<string> {
  const asked = ask(servers, expected);
  await pause(KILLED_MS);
  await engine.kill(1);
  await pause(BACK_MS - KILLED_MS);
  const back = performance.now();
  await engine.start(1);
  await engine.settled("green");
  const green = (performance.now() - back) / 1000;
  const answered = await asked;
  const failed = answered.filter(({ status }) => status !== 200).map(({ atMs }) => atMs);
  const last = failed.length === 0 ? 0 : (Math.max(...failed) - KILLED_MS) / 1000;
  const titled = tableOf("a node killed after 15 s, back after 35 s", answered);
  return `${titled}the last failure ${digits(last)} s after the kill; all copies there ${digits(green)} s after the node came back\n`;
}

/** Clients that ask without a pause, each the services in turn. */
async function ask(servers: readonly RunningServer[], expected: Expected): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const answered: Answered[] = [];
  const paths = [...expected.keys()];
  const began = performance.now();
  let next = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < began + 1000 * SECONDS) {
      const nth = next++;
      const [server, path] = [servers[nth % servers.length], paths[nth % paths.length] ?? ""];
      const asked = performance.now();
      const { status, text } = await read(`${server?.url}${path}`, agent);
      const isWrong = status === 200 && !isAnswer(factsOf(text), expected.get(path));
      const ms = performance.now() - asked;
      answered.push({ atMs: performance.now() - began, ms, status, isWrong });
      if (status !== 200) await pause(200);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return answered;
}

function tableOf(title: string, answered: readonly Answered[]): string {
  const good = answered.filter(({ status }) => status === 200);
  const times = good.map(({ ms }) => ms);
  const others = answered.length - good.length;
  return table(
    `${CLIENTS} clients of two services, ${SECONDS} s: ${title}`,
    ["answers a second", "p50, ms", "p99, ms", "503", "wrong"],
    [
      [
        digits(good.length / SECONDS),
        digits(percentile(times, 50)),
        digits(percentile(times, 99)),
        String(others),
        String(good.filter(({ isWrong }) => isWrong).length),
      ],
    ],
  );
}

async function read(url: string, agent: Agent): Promise<{ readonly status: number; readonly text: string }> {
  return await new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () =>
        resolve({ status: Number(answer.statusCode), text: Buffer.concat(parts).toString() }),
      );
      answer.on("error", reject);
    }).on("error", reject);
  });
}

function factsOf(text: string): Facts {
  const { count, facets, results } = JSON.parse(text) as {
    readonly count: number | null;
    readonly facets?: unknown;
    readonly results: readonly { readonly id: number }[];
  };
  return { count, others: JSON.stringify([facets, results.map(({ id }) => id)]) };
}

function isAnswer(found: Facts, expected: Facts | undefined): boolean {
  return found.others === expected?.others && (expected.count === null || found.count === expected.count);
}
