/** Runs the program `caselaw` as a child process, as a user would. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { childEnvironment } from "./child-environment.ts";

const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs with the terminal of this process; comes to the exit code. */
export async function runProgram(
  args: readonly string[],
  options: { readonly cwd: string; readonly stdio: "inherit" },
): Promise<number> {
  const child = spawn(process.execPath, [MAIN, ...args], options);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Runs aside and keeps what is printed. `environment` replaces the caller's, but for the search path. */
export async function captureProgram(
  args: readonly string[],
  options: { readonly cwd: string; readonly environment?: Readonly<Record<string, string>> },
): Promise<Ended> {
  const env = { ...childEnvironment(), ...options.environment };
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: options.cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => resolve(status ?? 1));
  });
  return { code, stdout: await stdout, stderr: await stderr };
}

async function collect(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
