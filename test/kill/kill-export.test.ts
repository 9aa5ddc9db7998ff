/** Faults, O3: `export --force` and `backup --force` killed after each kind of call that changes the disk. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foreignIn } from "../../src/export/publish.ts";
import { runExport } from "../../src/export/run-export.ts";
import { runCli } from "../cli/run-cli.ts";
import { makeCorpus } from "../support/corpus.ts";
import { dumpCorpus } from "../support/dump.ts";
import { callsOf, killPoints } from "../support/kill-points.ts";
import { CALL_KINDS } from "../support/patch-calls.ts";
import { bulkCases } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PRELOAD = new URL("../support/preload-kill.ts", import.meta.url).href;

/** Runs a command that is killed after one kind of call after another; returns how often. */
async function killAfterEachKind(args: readonly string[], check: () => Promise<void>): Promise<number> {
  const run = (environment: Record<string, string>) =>
    runCli(args, { environment: { NODE_OPTIONS: `--import=${PRELOAD}`, ...environment } });
  const points = killPoints(await callsOf(run), ["rename", "fsync", "write"]);
  for (const at of points) {
    const { code, stderr } = await run({ KILL_KINDS: CALL_KINDS.join(), KILL_AT: String(at) });
    expect(code, stderr).toBeNull();
    await check();
  }
  return points.length;
}

test("O3: export --force killed after each kind of call leaves the old export or the new one, and the next run sweeps", async () => {
  const path = makeCorpus(bulkCases(1, 3));
  const folder = tempFolder();
  const target = join(folder, "out");
  await runExport(path, { format: "csv", target });
  mkdirSync(`${target}.part`);
  writeFileSync(join(`${target}.part`, "notes.txt"), "mine");
  const flags = ["--db", path, "--data-dir", join(folder, "data"), "--force"];
  const args = ["export", "--format", "jsonl", "--to", target, ...flags];
  const check = async (): Promise<void> => {
    if (existsSync(target)) expect(await foreignIn(target)).toBeNull();
    expect(await runHere(args)).toMatchObject({ code: 0 });
    expect(readdirSync(folder).sort()).toEqual(["out", "out.part"]);
    expect(await foreignIn(target)).toBeNull();
    expect(readdirSync(`${target}.part`)).toEqual(["notes.txt"]);
  };
  expect(await killAfterEachKind(args, check)).toBeGreaterThanOrEqual(10);
});

test("O3: backup --force killed after each kind of call leaves the old copy or the new one, and the next run sweeps", async () => {
  const [path, folder] = [makeCorpus(bulkCases(1, 3)), tempFolder()];
  const target = join(folder, "copy.db");
  const args = ["backup", target, "--force", "--db", path, "--data-dir", join(folder, "data")];
  expect(await runHere(args)).toMatchObject({ code: 0 });
  const whole = dumpCorpus(path);
  const check = async (): Promise<void> => {
    expect(dumpCorpus(target)).toEqual(whole);
    expect(await runHere(args)).toMatchObject({ code: 0 });
    expect(readdirSync(folder).sort()).toEqual(["copy.db"]);
  };
  expect(await killAfterEachKind(args, check)).toBeGreaterThanOrEqual(4);
});
