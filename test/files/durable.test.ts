import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishFile } from "../../src/files/durable.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("publishFile replaces the file of that name", async () => {
  const folder = tempFolder();
  const [part, final] = [join(folder, "x.part"), join(folder, "x")];
  writeFileSync(part, "new");
  writeFileSync(final, "old");
  await publishFile(part, final);
  expect([readFileSync(final, "utf8"), readdirSync(folder)]).toEqual(["new", ["x"]]);
});

test("publishFile leaves both files as they are when the check throws", async () => {
  const folder = tempFolder();
  const [part, final] = [join(folder, "x.part"), join(folder, "x")];
  writeFileSync(part, "new");
  const refuse = () => {
    throw new Error("refused");
  };
  await expect(publishFile(part, final, refuse)).rejects.toThrow("refused");
  expect([existsSync(part), existsSync(final)]).toEqual([true, false]);
});
