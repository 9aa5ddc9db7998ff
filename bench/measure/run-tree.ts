/** Runs a program with all that it starts, and tells what that cost: time, CPU, memory. */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Readable } from "node:stream";

export interface Cost {
  readonly wallSeconds: number;
  /** User and system time of all processes. */
  readonly cpuSeconds: number;
  /** Most that all processes held in memory at one time, shared pages counted in each; null where nobody tells. */
  readonly treeBytes: number | null;
  /** Most that one process held. */
  readonly largestBytes: number | null;
}

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where its output goes; away when absent. */
  readonly output?: "shown" | "dropped";
}

const POLL_MS = 50;
/** Runs what follows and then writes what its children used to descriptor 3: no tool but a POSIX shell is needed. */
const TIMED = '"$@"; status=$?; times >&3; exit $status';

/** @throws Error with the last lines of its errors when it ends with another status than 0 */
export async function runTree({ program, args, env = {}, output = "dropped" }: Command): Promise<Cost> {
  const started = performance.now();
  const child = spawn("sh", ["-c", TIMED, "sh", program, ...args], {
    stdio: ["ignore", output === "shown" ? "inherit" : "ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  const [errors, times] = [textOf(child.stderr), textOf(child.stdio[3])];
  const memory = watchMemory(child.pid);
  const status = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve(code ?? 1));
  });
  const wallSeconds = (performance.now() - started) / 1000;
  const peak = memory.stop();
  if (status !== 0) {
    throw new Error(
      `${program} ended with ${status}: ${(await errors).trim().split("\n").slice(-3).join(" / ")}`,
    );
  }
  return { wallSeconds, cpuSeconds: childSeconds(await times), ...peak };
}

/** The second line of the shell's `times`: user and system time of its children, `0m1.250s 0m0.300s`. */
function childSeconds(times: string): number {
  const [, line = ""] = times.trim().split("\n");
  return [...line.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
}

function watchMemory(pid: number | undefined): { stop: () => Pick<Cost, "treeBytes" | "largestBytes"> } {
  let [tree, largest] = [0, 0];
  const look = (): void => {
    const sizes = treeOf(pid ?? 0).map(residentBytes);
    tree = Math.max(
      tree,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    largest = Math.max(largest, ...sizes);
  };
  const timer = setInterval(look, POLL_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return { treeBytes: tree || null, largestBytes: largest || null };
    },
  };
}

/** Memory of a process and all below it that is not pages of files; 0 where nobody tells. */
export function anonymousBytesOf(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + statusBytes(one, "RssAnon"), 0);
}

/** The process and all below it; a child belongs to the thread that started it. */
function treeOf(pid: number): number[] {
  const found = [pid];
  for (const parent of found) {
    for (const thread of listed(`/proc/${parent}/task`)) {
      const children = read(`/proc/${parent}/task/${thread}/children`).trim();
      if (children !== "") found.push(...children.split(" ").map(Number));
    }
  }
  return found;
}

function residentBytes(pid: number): number {
  return statusBytes(pid, "VmRSS");
}

function statusBytes(pid: number, field: "VmRSS" | "RssAnon"): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(read(`/proc/${pid}/status`))?.[1];
  return 1024 * Number(kilobytes ?? 0);
}

/** Empty when the process is gone, or where there is no /proc. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function listed(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

async function textOf(stream: unknown): Promise<string> {
  if (!(stream instanceof Readable)) return "";
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
