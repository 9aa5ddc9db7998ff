/** Which folders `export --force` may replace: those that hold an export, and nothing else. */
import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { EXPORT_FORMATS } from "../../src/export/export-writer.ts";
import { foreignIn } from "../../src/export/own-export.ts";
import { runExport } from "../../src/export/run-export.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { exported, ODD_CASES } from "./exporting.ts";

async function exportedFolder(): Promise<string> {
  return (await exported({ format: "csv" })).folder;
}

test.each(EXPORT_FORMATS)(
  "O2: a %s export holds nothing foreign, nor does one of no case",
  async (format) => {
    expect(await foreignIn((await exported({ format })).folder)).toBeNull();
    const none = await exported({ format, question: { search: "nothing like this" } });
    expect(await foreignIn(none.folder)).toBeNull();
  },
);

test("O2: partitions and increments hold nothing foreign", async () => {
  const partitioned = await exported({ format: "parquet", options: { partition: true } });
  expect(await foreignIn(partitioned.folder)).toBeNull();
  const increment = await exported({ format: "jsonl", since: ODD_CASES.length });
  expect(await foreignIn(increment.folder)).toBeNull();
});

test("O2: a manifest as earlier versions wrote it, its list last, is one of ours", async () => {
  const folder = await exportedFolder();
  const path = join(folder, "manifest.json");
  const { file_count: _count, bytes: _bytes, options, ...rest } = JSON.parse(readFileSync(path, "utf8"));
  const { columns: _columns, ...older } = options;
  writeFileSync(path, `${JSON.stringify({ ...rest, options: older }, null, 2)}\n`);
  expect(await foreignIn(folder)).toBeNull();
});

test.each<[string, (folder: string) => void, string]>([
  ["a file", (folder) => writeFileSync(join(folder, "notes.txt"), "mine"), '"notes.txt"'],
  ["a hidden file", (folder) => writeFileSync(join(folder, ".htaccess"), "mine"), '".htaccess"'],
  ["a file that was altered", (folder) => writeFileSync(join(folder, "cases.csv"), "x"), '"cases.csv"'],
  ["an empty folder", (folder) => mkdirSync(join(folder, "mine")), '"mine/"'],
  [
    "a file in a folder",
    (folder) => {
      mkdirSync(join(folder, "a/b"), { recursive: true });
      renameSync(join(folder, "cases.csv"), join(folder, "a/b/cases.csv"));
    },
    '"a/b/cases.csv"',
  ],
  [
    "an export in the export",
    (folder) => {
      mkdirSync(join(folder, "sub"));
      linkSync(join(folder, "manifest.json"), join(folder, "sub/manifest.json"));
    },
    '"sub/manifest.json"',
  ],
  ["a link", (folder) => symlinkSync("cases.csv", join(folder, "latest.csv")), '"latest.csv"'],
  ["a link to nothing", (folder) => symlinkSync("nowhere", join(folder, "x")), '"x"'],
  ["a link to a folder", (folder) => symlinkSync("/", join(folder, "root")), '"root"'],
  [
    "a link in the place of a file",
    (folder) => {
      renameSync(join(folder, "cases.csv"), `${folder}.csv`);
      symlinkSync(`${folder}.csv`, join(folder, "cases.csv"));
    },
    '"cases.csv"',
  ],
])("O2: %s that no export wrote is named", async (_what, change, named) => {
  const folder = await exportedFolder();
  change(folder);
  expect(await foreignIn(folder)).toBe(`${named} in it is not a file that the export wrote`);
});

test("O2: a file of the export that is gone is no reason to keep the rest", async () => {
  const folder = await exportedFolder();
  rmSync(join(folder, "cases.csv"));
  expect(await foreignIn(folder)).toBeNull();
});

test.each([
  "",
  "{}",
  '{ "name": "My page", "start_url": "/" }',
  '{\n  "manifest_version": 3,\n  "files": [\n    {\n      "path": "a",\n      "bytes": 4\n    }\n  ]\n}\n',
  '{\n  "caselaw": "0.1.0",\n  "files": []\n}\n',
  "[".repeat(100_000),
  "\0".repeat(1_000),
])("O2: a folder whose manifest is not ours is no export (%#)", async (text) => {
  const folder = tempFolder();
  writeFileSync(join(folder, "manifest.json"), text);
  writeFileSync(join(folder, "a"), "mine");
  expect(await foreignIn(folder)).toBe("its manifest.json is not the manifest of an export");
});

test("O2: a manifest that is a link is not ours", async () => {
  const folder = await exportedFolder();
  renameSync(join(folder, "manifest.json"), `${folder}.json`);
  symlinkSync(`${folder}.json`, join(folder, "manifest.json"));
  expect(await foreignIn(folder)).toMatch(/^its manifest/);
  unlinkSync(`${folder}.json`);
});

test("O2: runExport replaces no export with something foreign in it, and touches nothing then", async () => {
  const path = makeCorpus(bulkCases(1, 3));
  const target = join(tempFolder(), "out");
  const request = { format: "csv", target, existing: "replaced" } as const;
  await runExport(path, request);
  writeFileSync(join(target, "notes.txt"), "mine");
  await expect(runExport(path, request)).rejects.toMatchObject({
    code: "invalid",
    message: `Cannot write export "${target}": "notes.txt" in it is not a file that the export wrote; move it away, or choose another folder`,
  });
  expect(readFileSync(join(target, "notes.txt"), "utf8")).toBe("mine");
  rmSync(join(target, "notes.txt"));
  await runExport(path, request);
  expect(await foreignIn(target)).toBeNull();
});
