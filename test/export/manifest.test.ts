import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { syncWritten } from "../../src/export/manifest.ts";
import { programVersion } from "../../src/files/program.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("syncWritten tells length and hash of a file as it lies there", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "a"), "abc");
  expect(await syncWritten(folder, { path: "a", rows: 2 })).toEqual({
    path: "a",
    rows: 2,
    bytes: 3,
    sha256: hash("sha256", "abc"),
  });
});

test("programVersion is the package's", () => {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  expect(programVersion()).toBe(JSON.parse(text).version);
});
