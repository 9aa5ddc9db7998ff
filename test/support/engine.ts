/** A real search engine for tests: one node, or a cluster of several, on free ports of the loopback address. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { EngineLocation } from "../../src/domain/corpus-source.ts";
import { runChild, startChild } from "./children.ts";
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
        ...[...JAVA, ...files.options, "Engine", home, `node.name=${place.name}`],
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

/**
 * The files of the search engine that tests use: fetched once with Maven, and kept in the user's cache folder.
 *
 * Where Java or the jars cannot be had, tests of the engine are skipped with one line that says why.
 */
const SERVER = join(import.meta.dirname, "../engine/server");
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "caselaw-engine", "2.19.6-3");
const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies";
/** Of Debian. */
const PACKAGES = ["maven", "openjdk-17-jdk-headless"];

interface EngineFiles {
  /** Of `java`. */
  readonly options: readonly string[];
}

const CLASS_PATH = ["-cp", `${join(CACHE, "lib", "*")}:${join(CACHE, "engine.jar")}`];
/** The classes as a node has loaded them: with these it starts in little more than half of the time. */
const LOADED = join(CACHE, "loaded.jsa");

/** The files, or the reason why they cannot be had. */
async function findEngineFiles(): Promise<EngineFiles | { readonly missing: string }> {
  if (!(await canRun("javac", "-version")) || !(await canRun("mvn", "--version"))) {
    if (!existsSync(CACHE)) await installPackages();
    if (!(await canRun("java", "-version"))) return { missing: "Java 17 is not installed" };
  }
  if (!existsSync(CACHE)) {
    const failure = await fetchFiles();
    if (failure !== null) return { missing: failure };
  }
  return { options: [...CLASS_PATH, ...(existsSync(LOADED) ? [`-XX:SharedArchiveFile=${LOADED}`] : [])] };
}

/** @returns why the jars cannot be fetched, or null */
async function fetchFiles(): Promise<string | null> {
  mkdirSync(join(CACHE, ".."), { recursive: true });
  const folder = mkdtempSync(`${CACHE}.`);
  try {
    const fetched = await run("mvn", [
      ...["-q", "-B", "-f", join(SERVER, "pom.xml"), COPY],
      ...["-DincludeScope=runtime", `-DoutputDirectory=${join(folder, "lib")}`],
    ]);
    if (fetched !== null) return `the engine's jars cannot be fetched: ${fetched}`;
    const classes = join(folder, "classes");
    const compiled = await run("javac", [
      ...["-cp", join(folder, "lib", "*"), "-d", classes, join(SERVER, "Engine.java")],
    ]);
    if (compiled !== null) return `the engine cannot be compiled: ${compiled}`;
    // a jar, because Java keeps no classes of a folder
    const packed = await run("jar", ["cf", join(folder, "engine.jar"), "-C", classes, "."]);
    if (packed !== null) return `the engine cannot be packed: ${packed}`;
    // another test file may have been faster
    if (existsSync(CACHE)) return null;
    renameSync(folder, CACHE);
    await keepLoaded();
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a node, which ends at once. */
async function keepLoaded(): Promise<void> {
  const home = mkdtempSync(`${CACHE}.`);
  mkdirSync(join(home, "config"));
  const settings = [
    "discovery.type=single-node",
    "network.host=127.0.0.1",
    "http.port=0",
    "transport.port=0",
  ];
  const keep = `-XX:ArchiveClassesAtExit=${LOADED}.part`;
  await run("java", [...JAVA, ...CLASS_PATH, keep, "Engine", home, ...settings]);
  if (existsSync(`${LOADED}.part`)) renameSync(`${LOADED}.part`, LOADED);
  rmSync(home, { recursive: true, force: true });
}

async function installPackages(): Promise<void> {
  if (process.getuid?.() !== 0 || !(await canRun("apt-get", "--version"))) return;
  await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...PACKAGES]);
}

async function canRun(command: string, flag: string): Promise<boolean> {
  return (await run(command, [flag])) === null;
}

/** @returns the last line of what it said, or null if it did its work */
async function run(command: string, args: readonly string[]): Promise<string | null> {
  try {
    const { code, stdout, stderr } = await runChild(command, args);
    return code === 0 ? null : ((stdout + stderr).trim().split("\n").at(-1) ?? "");
  } catch (error) {
    return String(error);
  }
}
