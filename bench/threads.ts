/**
 * What each thread of an import costs, and what more processors would bring: a simulation from these costs.
 *
 * The threads are distinguished by their names; V8's own collect garbage and compile for all of them. On more processors each kind needs the
 * same CPU for a case, so the slowest thread, or all processors together, give the rate.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { importArgs } from "./import/peers.ts";
import { makeBag, SHORT_WORDS, USUAL_BAG } from "./make-corpus.ts";
import { digits, median, table } from "./measure/numbers.ts";
import { readSetting, type Setting, scratch } from "./measure/setting.ts";

const POLL_MS = 20;
/** Clock ticks of Linux in a second, of which /proc tells. */
const TICKS = 100;
/** As many as an import starts at most (import/memory.ts). */
const MAX_PARSERS = 4;
/** Lets an import start all its threads on fewer processors, so that they can be measured. */
const ALL_THREADS = ["--jobs", "4", "--memory", "520"];

/** The names of the threads (import/threads/start-thread.ts). */
const WORKERS = {
  write: "MainThread",
  read: "reader-thread",
  parse: "parser-thread",
} as const;

/** CPU for a case in microseconds. */
interface ThreadCosts {
  readonly write: number;
  readonly read: number;
  /** Of all parsers together. */
  readonly parse: number;
  /** Of the threads of V8 and the system. */
  readonly others: number;
}

/** @throws Error where there is no /proc */
export async function benchThreads(args: readonly string[]): Promise<void> {
  const given = readSetting(args, { cases: 10_000, runs: 3 });
  const setting = { ...given, importArgs: given.importArgs.length === 0 ? ALL_THREADS : given.importArgs };
  const plan = { ...USUAL_BAG, cases: setting.cases, ...(setting.short ? { words: SHORT_WORDS } : {}) };
  const bag = await makeBag(setting.folder, plan);
  const runs: ThreadCosts[] = [];
  for (let run = 0; run < setting.runs; run++) runs.push(await measureImport(setting, bag.path));
  const mid = (kind: keyof ThreadCosts): number => median(runs.map((costs) => costs[kind]));
  const costs = {
    write: mid("write"),
    read: mid("read"),
    parse: mid("parse"),
    others: mid("others"),
  };
  const rows = Object.entries(costs).map(([kind, us]) => [kind, digits(us), digits(1e6 / us)]);
  const columns = ["threads", "µs of CPU a case", "cases/s of one processor"];
  process.stdout.write(`${table(`Medians of ${setting.runs}; ${setting.cases} cases`, columns, rows)}\n`);
  const simulated = [4, 8, 16].map((cores) => {
    const rates = ratesWith(costs, cores);
    const [slowest] = rates.toSorted((a, b) => a[1] - b[1]);
    return [String(cores), digits(slowest?.[1] ?? Number.NaN), slowest?.[0] ?? ""];
  });
  process.stdout.write(table("Simulated", ["processors", "cases/s", "limited by"], simulated));
}

/** The highest rate that each part allows, in cases a second. */
function ratesWith({ write, read, parse, others }: ThreadCosts, cores: number): [string, number][] {
  const parsers = Math.max(1, Math.min(MAX_PARSERS, cores - 1));
  return [
    ["the writer", 1e6 / write],
    ["the reader", 1e6 / read],
    [`${parsers} parsers`, (1e6 * parsers) / parse],
    ["all processors", (1e6 * cores) / (write + read + parse + others)],
  ];
}

async function measureImport(setting: Setting, bag: string): Promise<ThreadCosts> {
  using home = scratch(setting, "threads");
  const child = spawn(process.execPath, importArgs(bag, home.path, setting), { stdio: "ignore" });
  const seconds = new Map<number, { readonly name: string; readonly cpu: number }>();
  const timer = setInterval(() => look(child.pid ?? 0, seconds), POLL_MS);
  const [status] = await once(child, "exit");
  clearInterval(timer);
  if (status !== 0) throw new Error(`the import ended with ${status}`);
  if (seconds.size === 0) throw new Error("no /proc: the threads cannot be measured");
  return costsOf([...seconds.values()], setting.cases);
}

/** Notes the CPU of each thread so far: what a thread used after the last look is lost. */
function look(pid: number, seconds: Map<number, { readonly name: string; readonly cpu: number }>): void {
  try {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, "utf8");
      const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      seconds.set(Number(id), { name, cpu: (Number(fields[11]) + Number(fields[12])) / TICKS });
    }
  } catch {
    // a thread or the process has ended meanwhile
  }
}

function costsOf(
  threads: readonly { readonly name: string; readonly cpu: number }[],
  cases: number,
): ThreadCosts {
  const perCase = (isOfKind: (name: string) => boolean): number =>
    (threads.reduce((sum, { name, cpu }) => sum + (isOfKind(name) ? cpu : 0), 0) * 1e6) / cases;
  const workers: readonly string[] = Object.values(WORKERS);
  return {
    write: perCase((name) => name === WORKERS.write),
    read: perCase((name) => name === WORKERS.read),
    parse: perCase((name) => name === WORKERS.parse),
    others: perCase((name) => !workers.includes(name)),
  };
}
