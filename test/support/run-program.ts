/** Runs the program `caselaw` as a child process with the terminal of this one, as a user would. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "..", "..", "src", "cli", "main.ts");

/** Comes to the exit code. */
export async function runProgram(args: readonly string[], folder: string): Promise<number> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, stdio: "inherit" });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}
