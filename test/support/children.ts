/**
 * Processes that tests start. Each leads a process group, so that what it starts itself (npm, a shell, readers) ends with it.
 *
 * A group is killed when the test that started it has ended, or the test file (`end-children.ts`); and when the whole run
 * was killed (`run-folder.ts`), by the file that names it.
 */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { HAS_GROUPS, STARTED } from "./run-folder.ts";

/** By the id of the group, which is that of its leader. */
const groups = new Map<number, ChildProcess>();

export interface ChildOptions {
  /** Where it runs; the folder of the tests when absent. */
  readonly folder?: string;
  /** Instead of the tests' own. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Another account, where the tests run as root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** What stands on its standard input, which then ends; null: it stays open. */
  readonly input?: string | Uint8Array | null;
}

/** Starts a program, whose output is to be read. */
export function startChild(
  command: string,
  args: readonly string[],
  { folder, environment, user, input = "" }: ChildOptions = {},
): ChildProcessWithoutNullStreams {
  const child = spawn(command, args, { ...user, cwd: folder, env: environment, detached: true });
  // a program may end before it has read all
  child.stdin.on("error", () => {});
  if (input !== null) child.stdin.end(input);
  const { pid } = child;
  if (pid === undefined) return child;
  groups.set(pid, child);
  writeFileSync(noteOf(pid), "");
  child.once("exit", () => {
    if (!signalGroup(pid, 0)) forget(pid);
  });
  return child;
}

/** Sends a signal to a child and all that it started, as a terminal does; false when none of them runs. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(HAS_GROUPS ? -pid : pid, signal);
  } catch {
    return false;
  }
}

/** Whether a process runs; one that has ended runs no more, also where nobody has asked how it ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !existsSync("/proc/self") || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** The groups that run now. */
export function runningChildren(): readonly number[] {
  return [...groups.keys()];
}

/** Kills all groups but these, and waits until their leaders have ended. */
export async function endChildren(but: readonly number[]): Promise<void> {
  for (const [pid, child] of groups) {
    if (but.includes(pid)) continue;
    signalGroup(pid, "SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    forget(pid);
  }
}

function forget(pid: number): void {
  groups.delete(pid);
  rmSync(noteOf(pid), { force: true });
}

/** Named as `kill` wants it. */
function noteOf(pid: number): string {
  return join(tmpdir(), STARTED, `-${pid}`);
}

export interface Ended {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** That signal. */
  readonly signal?: NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions extends ChildOptions {
  /** Told the process once it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** Runs a program to its end. */
export async function runChild(
  command: string,
  args: readonly string[],
  { onStart, ...options }: RunOptions = {},
): Promise<Ended> {
  const child = startChild(command, args, options);
  onStart?.(child);
  const ended = new Promise<Pick<Ended, "code" | "signal">>((resolve, reject) => {
    child
      .once("error", reject)
      .once("close", (code, signal) => resolve(signal === null ? { code } : { code, signal }));
  });
  const [stdout, stderr, how] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { ...how, stdout, stderr };
}
