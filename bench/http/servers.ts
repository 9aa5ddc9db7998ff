/** Servers as child processes on one processor, and a client that asks them as fast as they answer. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, get } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { isInstalled } from "../measure/setting.ts";

/** The processor that servers run on; the client takes another one. */
const SERVER_CORE = "0";

export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
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
    if (url === undefined) continue;
    const end = async (): Promise<void> => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    };
    return { url, pid: child.pid ?? 0, [Symbol.asyncDispose]: end };
  }
  throw new Error(`${args.join(" ")} ended before it listened`);
}

/** One answer to a load. */
export interface Answered {
  /** The number of the question, from 0. */
  readonly nth: number;
  readonly ms: number;
  readonly bytes: number;
  readonly status: number;
}

/** Clients with kept connections that ask for the nth path in turn, read the answer to its end and pause, until the time is over. */
export async function load(
  { url }: RunningServer,
  pathOf: (nth: number) => string,
  { clients, seconds, pauseMs = 0 }: { clients: number; seconds: number; pauseMs?: number },
): Promise<Answered[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const answered: Answered[] = [];
  const end = performance.now() + 1000 * seconds;
  let next = 0;
  const client = async (): Promise<void> => {
    await pause(Math.random() * pauseMs);
    while (performance.now() < end) {
      const nth = next++;
      const started = performance.now();
      const [answer] = await once(get(url + pathOf(nth), { agent }), "response");
      let bytes = 0;
      for await (const chunk of answer) bytes += chunk.length;
      answered.push({ nth, ms: performance.now() - started, bytes, status: Number(answer.statusCode) });
      await pause(2 * Math.random() * pauseMs);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return answered;
}
