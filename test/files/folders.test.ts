import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFolderOf, makeFolder } from "../../src/files/folders.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("makeFolder makes a folder and those above it, and takes one that is there", () => {
  const folder = join(tempFolder(), "a", "b");
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

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

test("checkFolderOf refuses an output in no folder", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "file"), "");
  checkFolderOf(join(folder, "x"), "it");
  expect(() => checkFolderOf(join(folder, "none", "x"), 'report "x"')).toThrow(
    expect.objectContaining({
      code: "invalid",
      message: `Cannot write report "x": there is no folder "${join(folder, "none")}"`,
    }),
  );
  expect(() => checkFolderOf(join(folder, "file", "x"), "it")).toThrow(
    expect.objectContaining({ code: "unavailable" }),
  );
});
