/** `caselaw sync` without arguments: asks on a terminal, which `script` of util-linux makes here, and nowhere else. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { childEnvironment } from "../../support/child-environment.ts";
import { startChild } from "../../support/children.ts";
import { HANG_MS } from "../../support/hang.ts";
import { startSampleSite } from "../../support/sample-site.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const MAIN = new URL("../../../src/cli/main.ts", import.meta.url).pathname;
const hasTerminal =
  spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") === true;

const NUMBER = "Number (Enter: nothing): ";
const REPORTER = "such as us? (Enter: nothing) ";
const START = "Start? (y, Enter: nothing) ";
const CTRL_C = "\u0003";

interface Talked {
  readonly code: number;
  readonly shown: string;
  /** What it made. */
  readonly files: readonly string[];
}

/** @param answers after each prompt what is typed */
async function talk(
  command: string,
  answers: readonly (readonly [prompt: string, typed: string])[] = [],
): Promise<Talked> {
  const site = await startSampleSite();
  const folder = tempFolder();
  const environment = { ...childEnvironment(), CASELAW_SOURCE_URL: site.url, TERM: "xterm" };
  const program = `${process.execPath} ${MAIN}`;
  const args = ["-qec", command.replace("caselaw", program), "/dev/null"];
  const child = startChild("script", args, { folder, environment, input: null });
  let shown = "";
  child.stdout.on("data", (text) => {
    shown += text;
  });
  const ended = once(child, "close");
  for (const [at, [prompt, typed]] of answers.entries()) {
    const count = answers.slice(0, at + 1).filter(([other]) => other === prompt).length;
    await vi.waitFor(() => expect(shown.split(prompt).length).toBeGreaterThan(count), { timeout: HANG_MS });
    child.stdin.write(typed);
  }
  const [code] = await ended;
  return { code, shown, files: readdirSync(folder) };
}

test.skipIf(!hasTerminal)(
  "sync asks what is wanted, with sizes, and syncs it (skipped without script of util-linux)",
  async () => {
    const { code, shown, files } = await talk("caselaw sync", [
      [NUMBER, "2\r"],
      [REPORTER, "sarat-cd\r"],
      [REPORTER, "Sarat-CC\r"],
      [START, "y\r"],
    ]);
    expect(shown).toMatch(
      /It has 2 volumes of 1 reporters?, .*cases\. What do you want\?\r\nSizes are estimated from 2 of the volumes, and times from their speed, [\d.]+ [kMG]?B\/s\./,
    );
    expect(shown).toMatch(
      /1 {2}a volume +1 +[\d.]+ kB +[\d.]+ kB +under a minute\r\n2 {2}a reporter +2 +[\d.]+ kB/,
    );
    expect(shown).toContain('The list does not have "sarat-cd". Did you mean sarat-cc?');
    expect(shown).toMatch(
      /To download: 2 volumes, about [\d.]+ kB, under a minute\r\nOn the disk afterwards: about [\d.]+ kB; [\d.]+ .B are free\r\nThe same in a script: caselaw sync --reporter 'sarat-cc'/,
    );
    expect(shown).toContain("21 read: 21 added");
    expect({ code, files }).toEqual({ code: 0, files: ["data"] });
  },
);

test.skipIf(!hasTerminal).each([
  ["an empty answer", [[NUMBER, "\r"]], 0],
  [
    "no name",
    [
      [NUMBER, "2\r"],
      [REPORTER, "\r"],
    ],
    0,
  ],
  ["a number that is not there", [[NUMBER, "7\r"]], 0],
  [
    "no start",
    [
      [NUMBER, "4\r"],
      [START, "\r"],
    ],
    0,
  ],
  ["the end of the input", [[NUMBER, "\u0004"]], 0],
  ["Ctrl-C", [[NUMBER, CTRL_C]], 130],
  [
    "a late Ctrl-C",
    [
      [NUMBER, "4\r"],
      [START, CTRL_C],
    ],
    130,
  ],
] as const)(
  "sync that is answered by %s changes nothing (skipped without script of util-linux)",
  async (_, answers, code) => {
    const talked = await talk("caselaw sync", answers);
    expect(talked).toMatchObject({ code, files: [] });
    expect(talked.shown).toContain(code === 0 ? "Nothing was changed." : "caselaw: stopped");
  },
);

test.skipIf(!hasTerminal).each([
  ["an option", "caselaw sync --keep all"],
  ["CI", "CI=1 caselaw sync"],
  ["no terminal for input", "caselaw sync < /dev/null"],
  ["no terminal for output", "caselaw sync | cat"],
  ["--quiet", "caselaw sync --quiet"],
])("sync with %s asks nothing (skipped without script of util-linux)", async (_, command) => {
  const { code, shown, files } = await talk(command);
  expect({ code, files }).toEqual({ code: 0, files: ["data"] });
  expect(shown).not.toContain("What do you want?");
});
