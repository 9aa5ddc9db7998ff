/** The commands of docs/upgrade.md, "Install": the package made from this checkout, installed with its packages from the registry. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { childEnvironment } from "../support/child-environment.ts";
import { runChild } from "../support/children.ts";
import { keptFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const isReachable = spawnSync("npm", ["ping", "--fetch-retries=0"], { stdio: "ignore" }).status === 0;

describe.skipIf(!isReachable)("the package (skipped where npm cannot reach its registry)", () => {
  const folder = keptFolder();
  let archive = "";

  beforeAll(async () => {
    const packed = await runChild("npm", ["pack", "--pack-destination", folder], { folder: ROOT });
    expect(packed.code, packed.stderr).toBe(0);
    archive = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  });

  test("npm install -g gives a caselaw that runs, and its manual page", async () => {
    const prefix = join(folder, "prefix");
    const installed = await runChild("npm", ["install", "-g", "--prefix", prefix, archive], { folder });
    expect(installed.code, installed.stderr).toBe(0);
    // the command runs the Node of the PATH
    const environment = { PATH: `${dirname(process.execPath)}:${process.env.PATH}` };
    const shown = await runChild(join(prefix, "bin", "caselaw"), ["version", "--json"], {
      folder,
      environment: { ...childEnvironment(), ...environment },
    });
    expect(shown.code, shown.stderr).toBe(0);
    expect(JSON.parse(shown.stdout)).toMatchObject({ interface: "v1", schema: expect.any(Number) });
    expect(readdirSync(join(prefix, "share", "man", "man1"))).toEqual(["caselaw.1"]);
  });

  test("npx runs the demo, with a Node 24 of its own", async () => {
    const args = ["--yes", "--package=node@24", `--package=${archive}`, "caselaw", "demo"];
    const ran = await runChild("npx", args, { folder });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain('9 cases match "mill dam"');
  });
});
