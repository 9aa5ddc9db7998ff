import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sweepParts } from "../../src/download/part.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("sweepParts removes what no listing names any more, and nothing else", async () => {
  const folder = tempFolder();
  await sweepParts(folder, []);
  await mkdir(join(folder, "bulk"));
  await mkdir(join(folder, "static", "us"), { recursive: true });
  const names = [
    "bulk/a.zip",
    "bulk/a.zip.part",
    "bulk/b.zip.part",
    "bulk/b.zip.part.json",
    "static/us/1.zip.part",
  ];
  for (const name of [...names, "c.zip.part"]) await writeFile(join(folder, name), "x");
  await sweepParts(folder, ["bulk/b.zip"]);
  expect(await readdir(join(folder, "static", "us"))).toEqual([]);
  expect((await readdir(join(folder, "bulk"))).toSorted()).toEqual([
    "a.zip",
    "b.zip.part",
    "b.zip.part.json",
  ]);
  expect(await readdir(folder)).toContain("c.zip.part");
});
