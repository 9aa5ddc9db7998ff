import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { atExit, listenToSignals, Stopped } from "../../src/cli/stop.ts";

test("listenToSignals aborts at the first signal and exits at the second", () => {
  const process = new EventEmitter();
  const exits: number[] = [];
  const signal = listenToSignals(process, (code) => exits.push(code));
  process.emit("SIGTERM");
  expect(signal.reason).toBeInstanceOf(Stopped);
  expect(signal.reason).toMatchObject({ exitCode: 143 });
  expect(exits).toEqual([]);
  process.emit("SIGINT");
  expect(exits).toEqual([130]);
});

test("atExit takes its listener back", () => {
  const before = process.listenerCount("exit");
  const exit = atExit(() => undefined);
  expect(process.listenerCount("exit")).toBe(before + 1);
  exit[Symbol.dispose]();
  expect(process.listenerCount("exit")).toBe(before);
});
