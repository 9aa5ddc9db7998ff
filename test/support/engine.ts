/** A real search engine for tests: one node, or a cluster of several, on free ports of the loopback address. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { EngineLocation } from "../../src/domain/corpus-source.ts";
import { startChild } from "./children.ts";
import { type EngineFiles, findEngineFiles } from "./engine-files.ts";
import { keptFolder } from "./temp-folder.ts";

/** Heap of a node, in MB. */
const HEAP = 320;
const JAVA = [`-Xms${HEAP}m`, `-Xmx${HEAP}m`, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

export interface TestEngine {
  readonly urls: readonly string[];
  /** Where a publication of this name is. */
  location(index: string): EngineLocation;
  /** Ends a node at once, as a loss of power does. */
  kill(node: number): Promise<void>;
  /** Starts a node that was killed, with what it has on disk. */
  start(node: number): Promise<void>;
  /** Waits until all copies of all shards are there: `green`, or `yellow` with a node less. */
  settled(status: "green" | "yellow"): Promise<void>;
}

/** The engine's files; null, after a line that says why, where tests of the engine are skipped. */
export async function engineFiles(): Promise<EngineFiles | null> {
  const found = await findEngineFiles();
  if (!("missing" in found)) return found;
  process.stdout.write(`tests of the search engine are skipped: ${found.missing}\n`);
  return null;
}

/** @param nodes their number; each has the shards of all indices if there are as many copies */
export async function startEngine(files: EngineFiles, nodes = 1, folder = keptFolder()): Promise<TestEngine> {
  const ports = await freePorts(2 * nodes);
  const places = Array.from({ length: nodes }, (_, at) => ({
    name: `node${at}`,
    http: ports[2 * at] ?? 0,
    transport: ports[2 * at + 1] ?? 0,
  }));
  const seeds = places.map(({ transport }) => `127.0.0.1:${transport}`).join(",");
  const together =
    nodes === 1
      ? ["discovery.type=single-node"]
      : [
          `discovery.seed_hosts=${seeds}`,
          `cluster.initial_cluster_manager_nodes=${places.map(({ name }) => name).join(",")}`,
        ];
  const running: (ChildProcessWithoutNullStreams | null)[] = places.map(() => null);
  const urls = places.map(({ http }) => `http://127.0.0.1:${http}`);
  const start = async (at: number): Promise<void> => {
    const place = places[at];
    if (place === undefined) throw new Error(`there is no node ${at}`);
    const home = join(folder, place.name);
    mkdirSync(join(home, "config"), { recursive: true });
    const child = startChild(
      "java",
      [
        ...[...JAVA, "-cp", files.classPath, "Engine", home, `node.name=${place.name}`],
        ...["network.host=127.0.0.1", `http.port=${place.http}`, `transport.port=${place.transport}`],
        // memory that the collector has not freed yet would count as used
        "indices.breaker.total.use_real_memory=false",
        // with a full disk the engine makes indices read-only
        ...["cluster.routing.allocation.disk.threshold_enabled=false", ...together],
        "indices.query.bool.max_clause_count=65536",
      ],
      { input: null },
    );
    running[at] = child;
    await started(child);
  };
  await Promise.all(places.map((_, at) => start(at)));
  const settled = async (status: "green" | "yellow"): Promise<void> => {
    for (const url of urls) {
      const answer = await fetch(`${url}/_cluster/health?wait_for_status=${status}&timeout=60s`).catch(
        () => null,
      );
      if (answer?.ok === true) return;
    }
    throw new Error(`the cluster is not ${status}`);
  };
  await settled("green");
  return {
    urls,
    location: (index) => ({ urls, index, user: null, password: null, caFile: null }),
    kill: async (at) => {
      const child = running[at] ?? null;
      if (child === null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      running[at] = null;
    },
    start,
    settled,
  };
}

async function started(child: ChildProcessWithoutNullStreams): Promise<void> {
  child.stderr.resume();
  const last: string[] = [];
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    if (line === "started") break;
    last.push(line);
    if (last.length > 20) last.shift();
  }
  if (child.exitCode !== null) throw new Error(`a node did not start:\n${last.join("\n")}`);
  child.stdout.resume();
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
