/**
 * Loaded before the program (`--import`): kills it at one call of those that `KILL_KINDS` names, the `KILL_AT`-th counted
 * from 1, or sends it the signals that `KILL_SIGNALS` names there, and writes a line for each call to `KILL_RECORD`. Threads of the program load this too and are left alone:
 * only calls of the main thread count, which is the only one that writes.
 */
import fs from "node:fs";
import { isMainThread } from "node:worker_threads";
import { type CallPoint, watchCalls } from "./patch-calls.ts";

const { KILL_KINDS = "", KILL_AT = "0", KILL_RECORD, KILL_SIGNALS } = process.env;

function watch(): void {
  const kinds = new Set(KILL_KINDS.split(","));
  // as they are before they are watched themselves
  const { openSync, writeSync } = fs;
  const record = KILL_RECORD === undefined ? null : openSync(KILL_RECORD, "a");
  let count = 0;
  const isEnd = (point: CallPoint): boolean => {
    if (record !== null) writeSync(record, `${point.kind}\t${point.moment}\t${point.what}\n`);
    if (!kinds.has(point.kind) || ++count !== Number(KILL_AT)) return false;
    if (KILL_SIGNALS === undefined) return true;
    for (const signal of KILL_SIGNALS.split(",")) process.kill(process.pid, signal);
    return false;
  };
  watchCalls({ isEnd, end: killSelf });
}

function killSelf(): never {
  for (;;) process.kill(process.pid, "SIGKILL");
}

if (isMainThread) watch();
