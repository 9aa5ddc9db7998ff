import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keptPath } from "../../src/import/register-bags.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("keptPath names a file below the data folder, and nothing else", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "data/release"), { recursive: true });
  for (const name of ["data/release/a.zip", "data2.zip"]) writeFileSync(join(folder, name), "");
  const kept = (name: string): string | null => keptPath(join(folder, name), join(folder, "data"));
  expect(kept("data/release/a.zip")).toBe("release/a.zip");
  expect(kept("data/../data/release/a.zip")).toBe("release/a.zip");
  expect([kept("data2.zip"), kept("data/release"), kept("data/../data2.zip")]).toEqual([null, null, null]);
});
