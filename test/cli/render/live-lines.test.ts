import { expect, test } from "vitest";
import { type Clock, ExportProgress } from "../../../src/cli/render/live-lines.ts";
import { readSettings } from "../../../src/cli/settings/settings.ts";

/** What is printed after one turn of the clock and at the end. */
function printed(isTerminal: boolean, given: Readonly<Record<string, unknown>> = {}): string {
  let text = "";
  let now = 0;
  let tick = (): void => {};
  const clock: Clock = {
    now: () => now,
    every: (_milliseconds, work) => {
      tick = work;
      return { [Symbol.dispose]: () => {} };
    },
  };
  const write = async (more: string): Promise<void> => {
    text += more;
  };
  const stderr = { isTerminal, columns: 80, write };
  const settings = readSettings(given, {});
  {
    using progress = new ExportProgress({ settings, stderr, environment: {} }, clock);
    tick();
    progress.note({ cases: 1_200, total: 30_000 });
    now = 9_000;
    tick();
  }
  return text;
}

test("ExportProgress draws one line on a terminal and clears it", () => {
  expect(printed(true)).toBe("1,200 of 30,000 cases, 9 s\r\u001b[2K");
});

test("ExportProgress writes lines elsewhere, objects as JSON, and nothing when quiet", () => {
  expect(printed(false)).toBe("1,200 of 30,000 cases, 9 s\n");
  expect(JSON.parse(printed(true, { logFormat: "json" }))).toMatchObject({
    event: "progress",
    cases: 1_200,
    total: 30_000,
    seconds: 9,
  });
  expect(printed(true, { quiet: true })).toBe("");
});
