/** Servers as child processes on one processor, and a client that asks them as fast as they answer. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { isInstalled } from "../measure/setting.ts";

/** The processor that servers run on; the client takes another one. */
const SERVER_CORE = "0";
const CONNECTIONS = 8;

export interface Served {
  readonly requestsPerSecond: number;
  readonly bytesPerAnswer: number;
}

export class RunningServer implements AsyncDisposable {
  readonly url: string;
  readonly #process: ChildProcess;

  constructor(url: string, process: ChildProcess) {
    this.url = url;
    this.#process = process;
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await ended;
  }
}

/** Whether servers can be held to one processor here. */
export function canPin(): boolean {
  return process.platform === "linux" && isInstalled("taskset");
}

/**
 * Starts `node ARGS`, which says where it listens in its first line.
 *
 * @param processors `one` where that is possible, so that the client does not take its time; `all`, as a user starts it
 */
export async function startServer(
  args: readonly string[],
  processors: "one" | "all" = "one",
): Promise<RunningServer> {
  const command = [process.execPath, ...args];
  const isPinned = processors === "one" && canPin();
  const [program = "", ...rest] = isPinned ? ["taskset", "-c", SERVER_CORE, ...command] : command;
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\S+/.exec(line)?.[0];
    if (url !== undefined) return new RunningServer(url, child);
  }
  throw new Error(`${args.join(" ")} ended before it listened`);
}

/** Asks for the paths in turn over a few kept connections until the time is over. */
export async function load(
  server: RunningServer,
  paths: readonly string[],
  seconds: number,
): Promise<Served> {
  using agent = closing(new Agent({ keepAlive: true, maxSockets: CONNECTIONS }));
  let [answers, bytes, next] = [0, 0, 0];
  const started = performance.now();
  const end = started + 1000 * seconds;
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      const answer = await fetchBytes(server.url + (paths[next++ % paths.length] ?? "/"), agent.agent);
      bytes += answer;
      answers++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  const took = (performance.now() - started) / 1000;
  return { requestsPerSecond: answers / took, bytesPerAnswer: bytes / answers };
}

async function fetchBytes(url: string, agent: Agent): Promise<number> {
  const [answer] = await once(get(url, { agent }), "response");
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  return bytes;
}

function closing(agent: Agent): Disposable & { readonly agent: Agent } {
  return { agent, [Symbol.dispose]: () => agent.destroy() };
}
