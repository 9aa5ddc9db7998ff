import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/files/folders.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("makeFolder names what is in its way", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "file"), "");
  symlinkSync("nothing", join(folder, "link"));
  for (const name of ["file", "link"])
    expect(() => makeFolder(join(folder, name, "x"))).toThrow(`"${join(folder, name)}" is not a folder`);
});

test.skipIf(!existsSync("/proc/self"))("makeFolder ends where the system makes no folder", () => {
  expect(() => makeFolder("/proc/none/x")).toThrow("ENOENT");
});
