/**
 * Who has a lock (lock.ts): a text next to it, for messages and for readers. A reader does not try the lock itself, because that would
 * stop a run which begins at that moment.
 */
import { constants, existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { systemCodeOf } from "../../domain/errors.ts";
import { realCorpusPath } from "./corpus-file.ts";

const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW;
/** Start of the text. */
export const HOLDER = "caselaw ";

/** @param lock the file of the lock */
export function holderFile(lock: string): string {
  return `${lock}.holder`;
}

export function lockOf(realPath: string): string {
  return `${realPath}.lock`;
}

export function holderText(command: string): string {
  return `${HOLDER}${command}, process ${process.pid}, since ${new Date().toISOString()}`;
}

/** `caselaw sync, process 12, since 2026-03-01T03:00:00.000Z`; `another run`, if it cannot be read. */
export function readHolder(lock: string): string {
  try {
    return readFileSync(holderFile(lock), { encoding: "utf8", flag: NO_LINK })
      .replace(/\s+/g, " ")
      .slice(0, 200);
  } catch {
    return "another run";
  }
}

/**
 * The run that has the lock of a corpus, which need not exist, as `readHolder`; null if its process has ended, or runs on another
 * machine.
 */
export function runningHolder(corpusPath: string): string | null {
  if (!existsSync(dirname(corpusPath))) return null;
  const holder = readHolder(lockOf(realCorpusPath(corpusPath)));
  const [, id, since = ""] = /^caselaw .*, process (\d+), since (\S+)/.exec(holder) ?? [];
  return id !== undefined && isRunning(Number(id), Date.parse(since)) ? holder : null;
}

/** Milliseconds by which the clocks of a process and of the system may differ. */
const SAME_TIME = 5_000;

/** Whether the process that noted this time still runs. Process ids are reused; each start of a container uses the same ids. */
function isRunning(id: number, since: number): boolean {
  const start = startOf(id);
  if (id === process.pid || (start !== null && start > since + SAME_TIME)) return false;
  try {
    return process.kill(id, 0);
  } catch (error) {
    // a process of another account
    return systemCodeOf(error) === "EPERM";
  }
}

/** When a process started, in milliseconds; null where the system does not say (proc(5): field 22, in hundredths of a second). */
function startOf(id: number): number | null {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    const ticks = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
    const [uptime] = readFileSync("/proc/uptime", "utf8").split(" ");
    return Date.now() - Number(uptime) * 1_000 + ticks * 10;
  } catch {
    return null;
  }
}
