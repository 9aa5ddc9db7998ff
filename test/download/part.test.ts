import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sweepParts } from "../../src/download/part.ts";
import { openTestFolder } from "../support/web.ts";

test("sweepParts removes what no listing names any more, and nothing else", async () => {
  await using folder = await openTestFolder();
  await sweepParts(folder.path, []);
  await mkdir(join(folder.path, "bulk"));
  await mkdir(join(folder.path, "static", "us"), { recursive: true });
  const names = [
    "bulk/a.zip",
    "bulk/a.zip.part",
    "bulk/b.zip.part",
    "bulk/b.zip.part.json",
    "static/us/1.zip.part",
  ];
  for (const name of [...names, "c.zip.part"]) await writeFile(join(folder.path, name), "x");
  await sweepParts(folder.path, ["bulk/b.zip"]);
  expect(await readdir(join(folder.path, "static", "us"))).toEqual([]);
  expect((await readdir(join(folder.path, "bulk"))).toSorted()).toEqual([
    "a.zip",
    "b.zip.part",
    "b.zip.part.json",
  ]);
  expect(await readdir(folder.path)).toContain("c.zip.part");
});
