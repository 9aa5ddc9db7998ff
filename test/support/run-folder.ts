/**
 * Before the first test: a folder for all temporary files of the run, and a watcher that outlives it. However the run
 * ends, by itself, by Ctrl-C or killed, what it started is killed and the folder removed.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Name of the folder, within that of the run, with a file for each process group that runs (`children.ts`). */
export const STARTED = "started";

/** Windows has no groups of processes, and may have no `sh`: what a killed run started is not ended there. */
export const HAS_GROUPS = process.platform !== "win32";

/** Its standard input ends with the run. It has nothing to do when the run has ended all itself, and removed the folder. */
const WATCHER = `
cat > /dev/null
while [ -d "$1" ]; do
  for group in "$1/${STARTED}/"*; do kill -s KILL -- "\${group##*/}"; done
  sleep 1
  rm -rf -- "$1"
done`;

/** Comes to what is to be done after the last test. */
export function setup(): (() => Promise<void>) | undefined {
  // both parts of the suite call this
  if (process.env.CASELAW_TEST_RUN !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "caselaw-tests-"));
  // tests as another account look into it
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, STARTED));
  process.env.CASELAW_TEST_RUN = folder;
  process.env[HAS_GROUPS ? "TMPDIR" : "TEMP"] = folder;
  if (!HAS_GROUPS) return async () => rmSync(folder, { recursive: true, force: true });
  const watcher = spawn("sh", ["-c", WATCHER, "sh", folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  return async () => {
    if (readdirSync(join(folder, STARTED)).length === 0) rmSync(folder, { recursive: true, force: true });
    watcher.stdin.end();
    await once(watcher, "exit");
  };
}
