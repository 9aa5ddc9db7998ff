/** The packed file, as npm would publish it: its form, the licences of what it contains, and its bill of materials. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { beforeAll, expect, test } from "vitest";
import { runChild } from "../support/children.ts";
import { keptFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const DIST = join(ROOT, "dist");
const folder = keptFolder();
let packed: Uint8Array<ArrayBuffer> = new Uint8Array();

async function npm(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runChild("npm", args, { folder: ROOT });
  expect(code, stderr).toBe(0);
  return stdout;
}

beforeAll(async () => {
  await npm("run", "-s", "setup");
  await npm("pack", "--ignore-scripts", "--pack-destination", folder);
  const [name = ""] = readdirSync(folder);
  packed = new Uint8Array(readFileSync(join(folder, name)));
});

test("publint has no remark on it", async () => {
  const { messages, pkg } = await publint({ pack: { tarball: packed.buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test("attw finds no fault in its types", async () => {
  const result = await checkPackage(createPackageFromTarballData(packed));
  if (result.types === false) throw new Error("it has no types");
  expect(Object.keys(result.entrypoints)).toEqual([".", "./package.json"]);
  // an ES module for Node 24: what attw calls the profile "esm-only"
  const ignored = ["node10", "node16-cjs"];
  const faults = result.problems.filter(
    (problem) => !("resolutionKind" in problem && ignored.includes(problem.resolutionKind)),
  );
  expect(faults).toEqual([]);
});

test("its LICENSES.txt has packages of the bundle, the binaries, the table of reporters, and what else their licences ask for", () => {
  const text = readFileSync(join(DIST, "LICENSES.txt"), "utf8");
  const titles = [...text.matchAll(/^=+\n(.+)\n=+\n\n(?=\S)/gm)].map(([, title = ""]) => title.split(" ")[0]);
  const some = ["commander", "htmlparser2", "p-limit", "rolldown", "node-liblzma", "GNU", "reporters-db"];
  expect(titles).toEqual(expect.arrayContaining(some));
  // these are loaded from where npm puts them
  expect(titles).not.toContain("better-sqlite3");
  expect(text).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
  expect(text).toContain("Copyright (c) 2014, Free Law Project");
});

test("its bill of materials has every package that is installed with it, and what it contains besides", async () => {
  const bom = JSON.parse(await npm("run", "-s", "sbom"));
  const { name, version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name, version } } });
  const listed = new Set(
    bom.components.map((part: { name: string; version: string }) => `${part.name}@${part.version}`),
  );
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const installed = Object.entries<Record<string, unknown>>(packages)
    .filter(([path, { dev, devOptional, optional }]) => path !== "" && !dev && !devOptional && !optional)
    .map(([path, locked]) => `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${locked.version}`);
  expect(installed.length).toBeGreaterThan(50);
  expect(installed.filter((one) => !listed.has(one))).toEqual([]);
  expect([...listed].filter((one) => /^(?:node-liblzma|reporters-db)@\d/.test(String(one)))).toHaveLength(2);
  const references = new Set([...bom.components, bom.metadata.component].map((part) => part["bom-ref"]));
  for (const { ref, dependsOn } of bom.dependencies) {
    for (const one of [ref, ...dependsOn]) expect(references).toContain(one);
    expect(new Set(dependsOn).size).toBe(dependsOn.length);
  }
});
