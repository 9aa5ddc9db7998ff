/** What tests start ends: with the test, and when the run of the tests is killed. */
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { childEnvironment } from "./child-environment.ts";
import { endChildren, isAlive, runChild, runningChildren, startChild } from "./children.ts";

/** A program that starts another one and tells its id; both go on for ever. */
const ENDLESS = ["-c", "sleep 1000000 & echo $!; wait"];
const RUN = `
  const { setup } = await import(${JSON.stringify(join(import.meta.dirname, "run-folder.ts"))});
  const { startChild } = await import(${JSON.stringify(join(import.meta.dirname, "children.ts"))});
  setup();
  startChild("sh", ${JSON.stringify(ENDLESS)}).stdout.once("data", (id) => console.log(process.env.TMPDIR, String(id)));
`;

async function firstNumber({ stdout }: ChildProcessWithoutNullStreams): Promise<number> {
  const [line] = await once(createInterface(stdout), "line");
  return Number(line);
}

test("endChildren kills a child and what it started, and leaves those that it is to leave", async () => {
  const [kept, ended] = [startChild("sh", ENDLESS), startChild("sh", ENDLESS)];
  const [keptsOwn, endedsOwn] = await Promise.all([kept, ended].map(firstNumber));
  await endChildren([kept.pid ?? 0]);
  await expect.poll(() => isAlive(endedsOwn ?? 0)).toBe(false);
  expect(isAlive(keptsOwn ?? 0)).toBe(true);
  expect(runningChildren()).toEqual([kept.pid]);
});

test("a child of another test has ended", () => {
  expect(runningChildren()).toEqual([]);
});

test("a child that has ended by itself is forgotten", async () => {
  const ended = await runChild("sh", ["-c", "cat; echo told >&2; exit 3"], { input: "printed" });
  expect(ended).toEqual({ code: 3, stdout: "printed", stderr: "told\n" });
  expect(runningChildren()).toEqual([]);
});

test("a run that is killed leaves neither children nor files", async () => {
  const run = startChild(process.execPath, ["--input-type=module", "-e", RUN], {
    environment: childEnvironment(),
  });
  const [line] = await once(createInterface(run.stdout), "line");
  const [folder = "", pid = ""] = String(line).split(" ");
  expect([existsSync(folder), isAlive(Number(pid))]).toEqual([true, true]);
  run.kill("SIGKILL");
  await expect.poll(() => [existsSync(folder), isAlive(Number(pid))]).toEqual([false, false]);
});
