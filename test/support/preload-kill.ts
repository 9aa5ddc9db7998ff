/**
 * Loaded before the program (`--import`): kills it at one call of those that `KILL_KINDS` names, the `KILL_AT`-th counted
 * from 1, or sends it the signals that `KILL_SIGNALS` names there, and writes a line for each call to `KILL_RECORD`. With
 * `KILL_HANGS` the main thread is then in a statement that never ends. Threads of the program load this too and are left
 * alone: only calls of the main thread count, which is the only one that writes.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import workerThreads, { isMainThread, setEnvironmentData, type WorkerOptions } from "node:worker_threads";
import { type CallPoint, watchCalls } from "./patch-calls.ts";

const { KILL_KINDS = "", KILL_AT = "0", KILL_RECORD, KILL_SIGNALS, KILL_HANGS } = process.env;
function watch(): void {
  const kinds = new Set(KILL_KINDS.split(","));
  // as they are before they are watched themselves
  const { openSync, writeSync } = fs;
  const record = KILL_RECORD === undefined ? null : openSync(KILL_RECORD, "a");
  const told = countTold();
  let count = 0;
  const isEnd = (point: CallPoint): boolean => {
    if (record !== null) writeSync(record, `${point.kind}\t${point.moment}\t${point.what}\n`);
    if (!kinds.has(point.kind) || ++count !== Number(KILL_AT)) return false;
    if (KILL_SIGNALS === undefined) return true;
    for (const signal of KILL_SIGNALS.split(",")) {
      const before = Atomics.load(told, 0);
      process.kill(process.pid, signal);
      Atomics.wait(told, 0, before);
    }
    if (KILL_HANGS !== undefined) hang();
    return false;
  };
  watchCalls({ isEnd, end: killSelf });
}

function killSelf(): never {
  for (;;) process.kill(process.pid, "SIGKILL");
}

/** Node's own driver, since the program's is watched. */
function hang(): void {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT 1 FROM n) SELECT count(*) FROM n";
  new DatabaseSync(":memory:").prepare(endless).get();
}

/** How often the thread that listens to signals has told of one; the first time says that it listens. */
function countTold(): Int32Array {
  const told = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(TOLD, told);
  const { Worker } = workerThreads;
  workerThreads.Worker = class extends Worker {
    constructor(source: string | URL, options: WorkerOptions = {}) {
      super(options.name === LISTENS ? COUNTING + source : source, options);
    }
  };
  syncBuiltinESMExports();
  return told;
}

const LISTENS = "signals";
const TOLD = "told";
const COUNTING = `
  const { getEnvironmentData, parentPort } = require("node:worker_threads");
  const [told, post] = [getEnvironmentData("${TOLD}"), parentPort.postMessage.bind(parentPort)];
  parentPort.postMessage = (message) => {
    post(message);
    Atomics.add(told, 0, 1);
    Atomics.notify(told, 0);
  };
`;

if (isMainThread) watch();
