import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { makeBagZip } from "../../support/archives.ts";
import { runHere } from "../../support/run-here.ts";
import { keptFolder } from "../../support/temp-folder.ts";
import { SMALL_CASES } from "../small-corpus.ts";

const folder = keptFolder();

beforeAll(async () => {
  const zip = await makeBagZip(join(folder, "Georgia-20200302-text.zip"), { lines: SMALL_CASES });
  await runHere(["import", zip], { folder });
});

const exportBulk = (...args: readonly string[]) =>
  runHere(["export", "--format", "bulk", "--register", ...args], { folder });

test("export --format bulk --register enters the archives into the bulk collection", async () => {
  const { code, stdout, stderr } = await exportBulk("--to", "data/release");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^5 cases exported to data\/release: 2 files, /);
  const listed = JSON.parse((await runHere(["list", "bulk", "--with-old", "true"], { folder })).stdout);
  expect(listed.results).toContainEqual(
    expect.objectContaining({
      file_name: expect.stringMatching(/^ga_text_\d{8}\.zip$/),
      body_format: "text",
    }),
  );
});

test.each([
  [["--to", "elsewhere"], 'Cannot use --register: "elsewhere" is not below the data folder "data"'],
  [["--to", "data/x", "--cite", "1 A 1"], "Cannot use --register: --cite selects a part of a jurisdiction"],
  [["--to", "data/x", "--format", "jsonl"], "Cannot use --register: it needs --format bulk"],
])("export --register refuses %j with 2, and writes nothing", async (args, found) => {
  const { code, stdout, stderr } = await exportBulk(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(found);
  expect(existsSync(join(folder, "data/x")) || existsSync(join(folder, "elsewhere"))).toBe(false);
});
