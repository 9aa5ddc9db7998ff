/**
 * Loaded before the program (`--import`): writes its peak resident size, in kB, to the file `PEAK_FILE` as it ends.
 *
 * `resourceUsage().maxRSS` counts what the parent was when it forked, and a test process is large; so Linux is asked for
 * the peak of this program's own memory.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const STATUS = "/proc/self/status";
const { PEAK_FILE } = process.env;

function peakKb(): number {
  const own = existsSync(STATUS) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(STATUS, "utf8"))?.[1] : undefined;
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}

if (isMainThread && PEAK_FILE !== undefined) {
  process.on("exit", () => writeFileSync(PEAK_FILE, String(peakKb())));
}
