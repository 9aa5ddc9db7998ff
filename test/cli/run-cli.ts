/** Runs the program as its users do: a child process, nothing of the tests' own environment but the path. */

import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { childEnvironment } from "../support/child-environment.ts";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** Of the shell that starts it, in octal digits. */
  readonly umask?: string;
  /** Another account, where the tests run as root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Told the process once it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;

export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<Ended> {
  const { umask } = options;
  const command = [process.execPath, MAIN, ...args];
  const [program = "", ...given] =
    umask === undefined ? command : ["/bin/sh", "-c", `umask ${umask}; exec "$@"`, "sh", ...command];
  const child = spawn(program, given, {
    cwd: options.folder,
    ...options.user,
    env: { ...childEnvironment(), ...options.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  options.onStart?.(child);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
