import { expect, test } from "vitest";
import { atExit } from "../../src/cli/stop.ts";

test("atExit takes its listener back", () => {
  const before = process.listenerCount("exit");
  const exit = atExit(() => undefined);
  expect(process.listenerCount("exit")).toBe(before + 1);
  exit[Symbol.dispose]();
  expect(process.listenerCount("exit")).toBe(before);
});
