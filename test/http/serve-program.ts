/** A service in a process of its own, as its users run it: `caselaw serve` from the source, the package or npm. */

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { childEnvironment } from "../support/child-environment.ts";
import { signalGroup, startChild } from "../support/children.ts";
import { HANG_MS } from "../support/hang.ts";

/** Ended at the end of a block with `await using`, else with its test or test file (`support/children.ts`). */
export interface ServeProgram extends AsyncDisposable {
  readonly url: string;
  readonly child: ChildProcess;
  /** Sends a signal, and comes to how the process ended and what it told. */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }>;
}

export interface ServeOptions {
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Another account, where the tests run as root. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

/** Runs the source's `caselaw serve` on a free port. */
export function serveSource(
  args: readonly string[],
  { nodeFlags = [], ...options }: ServeOptions & { readonly nodeFlags?: readonly string[] } = {},
): Promise<ServeProgram> {
  return serveWith(process.execPath, [...nodeFlags, MAIN, "serve", "--port", "0", ...args], options);
}

/** Runs a command that serves, and waits for the line that tells where. */
export async function serveWith(
  command: string,
  args: readonly string[],
  { folder, environment = {}, user }: ServeOptions = {},
): Promise<ServeProgram> {
  const child = startChild(command, args, {
    ...(user === undefined ? {} : { user }),
    ...(folder === undefined ? {} : { folder }),
    // however slow the machine, no question is given up
    environment: { ...childEnvironment(), CASELAW_DEADLINE_MS: String(HANG_MS), ...environment },
  });
  // to the whole group, as a terminal does: npm keeps a signal to itself
  const send = (signal: NodeJS.Signals): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      signalGroup(child.pid, signal);
    }
  };
  const stderr = text(child.stderr);
  const lines = createInterface(child.stdout);
  const line = await Promise.race([
    once(lines, "line").then(([first]) => String(first)),
    once(child, "exit").then(async ([code]) => {
      throw new Error(`${command} ${args.join(" ")} ended with ${code}: ${await stderr}`);
    }),
  ]);
  const closed = once(child, "close");
  return {
    url: /^Listening on (http:\/\/\S+)$/.exec(line)?.[1] ?? "",
    child,
    stop: async (signal) => {
      send(signal);
      const [code] = await closed;
      return { code, stderr: await stderr };
    },
    [Symbol.asyncDispose]: async () => {
      send("SIGTERM");
      await closed;
    },
  };
}

/** The processes that a process started and that run now; only where there is `/proc`. */
export function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number),
  );
}

/** Bytes of memory that a process and its children hold, without what is swapped out; only where there is `/proc`. */
export function residentBytes(pid: number): number {
  const held = [pid, ...childrenOf(pid)].map((one) => readFileSync(`/proc/${one}/status`, "utf8"));
  return held.reduce((sum, status) => sum + 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0), 0);
}
