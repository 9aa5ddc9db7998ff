/** Programs of other makers that read back what is written here; a test without them skips itself. */
import { spawnSync } from "node:child_process";

/** Whether a program can be run. */
export function hasProgram(name: string, args: readonly string[]): boolean {
  return spawnSync(name, args, { stdio: "ignore" }).status === 0;
}

export const HAS_PYTHON = hasProgram("python3", ["-c", "import zipfile, lzma"]);

/** What a Python script prints. */
export function runPython(script: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("python3", ["-c", script, ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
