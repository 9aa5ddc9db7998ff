/** Faults, O3: `export --force` and `backup --force` killed at every call that changes the disk. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foreignIn } from "../../src/export/publish.ts";
import { runExport } from "../../src/export/run-export.ts";
import { runCli } from "../cli/run-cli.ts";
import { makeCorpus } from "../support/corpus.ts";
import { dumpCorpus } from "../support/dump.ts";
import { bulkCases } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PRELOAD = new URL("../support/preload-kill.ts", import.meta.url).href;

/** Runs a command that is killed at one call after another until it ends by itself; returns how many were killed. */
async function killAtEvery(args: readonly string[], check: () => Promise<void>): Promise<number> {
  const compiled = tempFolder();
  for (let at = 1; ; at++) {
    const environment = {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      NODE_COMPILE_CACHE: compiled,
      KILL_KINDS: "rename,fsync,write",
      KILL_AT: String(at),
    };
    const { code, stderr } = await runCli(args, { environment });
    expect([null, 0], stderr).toContain(code);
    await check();
    if (code === 0) return at - 1;
  }
}

test("O3: export --force killed at every call leaves the old export or the new one, and the next run sweeps", async () => {
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
  expect(await killAtEvery(args, check)).toBeGreaterThanOrEqual(10);
});

test("O3: backup --force killed at every call leaves the old copy or the new one, and the next run sweeps", async () => {
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
  expect(await killAtEvery(args, check)).toBeGreaterThanOrEqual(4);
});
