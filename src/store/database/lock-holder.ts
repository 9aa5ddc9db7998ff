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
 * The run that has the lock of a corpus, which need not exist, as `readHolder`; null if its process has ended, or is not one of this
 * machine.
 */
export function runningHolder(corpusPath: string): string | null {
  if (!existsSync(dirname(corpusPath))) return null;
  const holder = readHolder(lockOf(realCorpusPath(corpusPath)));
  const [, id] = /^caselaw .*, process (\d+), since /.exec(holder) ?? [];
  return id !== undefined && isRunning(Number(id)) ? holder : null;
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // a process of another account
    return systemCodeOf(error) === "EPERM";
  }
}
