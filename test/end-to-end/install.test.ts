/** The commands of docs/upgrade.md, "Install": the package made from this checkout, installed with its packages from the registry. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { storeVersions } from "../../src/maintenance/store-versions.ts";
import { runChild } from "../support/children.ts";
import { keptFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const isReachable = spawnSync("npm", ["ping", "--fetch-retries=0"], { stdio: "ignore" }).status === 0;

const folder = keptFolder();

/** A folder with what npm needs. */
function programs(): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const [npm = "", sh = "", env = ""] = ["npm", "sh", "env"].map((name) =>
    spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(),
  );
  for (const [name, path] of Object.entries({ npm, sh, env, node: process.execPath }))
    symlinkSync(path, join(bin, name));
  return bin;
}

describe.skipIf(!isReachable)("the package (skipped where npm cannot reach its registry)", () => {
  let archive = "";

  beforeAll(async () => {
    const packed = await runChild("npm", ["pack", "--pack-destination", folder], { folder: ROOT });
    expect(packed.code, packed.stderr).toBe(0);
    archive = join(folder, readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "");
  });

  test("npm install -g without a compiler gives a caselaw with the native decoder, and its manual page", async () => {
    const prefix = join(folder, "prefix");
    // the command runs the Node of the PATH, on which are no compiler, make and Python
    const environment = { ...process.env, PATH: programs(), CC: "/bin/false", CXX: "/bin/false" };
    const options = { folder, environment };
    const installed = await runChild("npm", ["install", "-g", "--prefix", prefix, archive], options);
    expect(installed.code, installed.stderr).toBe(0);
    const shown = await runChild(join(prefix, "bin", "caselaw"), ["version", "--json"], options);
    expect(shown.code, shown.stderr).toBe(0);
    expect(JSON.parse(shown.stdout)).toMatchObject({ interface: "v1", ...storeVersions() });
    expect(readdirSync(join(prefix, "share", "man", "man1"))).toEqual(["caselaw.1"]);
  });

  test("npx runs the demo, with a Node 24 of its own", async () => {
    const args = ["--yes", "--package=node@24", `--package=${archive}`, "caselaw", "demo"];
    const ran = await runChild("npx", args, { folder });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain('9 cases match "mill dam"');
  });
});
