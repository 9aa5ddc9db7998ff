import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { writeManifest } from "../../src/export/manifest.ts";
import { foreignIn, type Publication, publish } from "../../src/export/publish.ts";
import { runExport } from "../../src/export/run-export.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { listing } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { exported, ODD_CASES } from "./exporting.ts";

function publication(existing: Publication["existing"] = "refused"): Publication {
  const folder = tempFolder();
  const corpusPath = join(folder, "c.db");
  writeFileSync(corpusPath, "");
  return { target: join(folder, "out"), existing, corpusPath };
}

/** A folder with a manifest and one file, `name`. */
async function fill(folder: string, name: string): Promise<void> {
  writeFileSync(join(folder, name), name);
  await writeManifest(folder, HEAD, [{ path: name, rows: 1 }], undefined);
}

const HEAD: Parameters<typeof writeManifest>[1] = {
  caselaw: "0.1.0",
  format: "csv",
  filter: {},
  options: {
    full_case: false,
    body_format: null,
    flat: false,
    partition: false,
    splits: false,
    columns: null,
    edges: null,
  },
  blocked: "none",
  corpus: { last_change: 1, state: "x", text_root: null },
  exported_at: "2026-01-01T00:00:00.000Z",
  cases: 1,
};

test("O2: publish looks again before it replaces: what came into the old export meanwhile stays", async () => {
  const to = publication("replaced");
  await publish(to, (folder) => fill(folder, "a"));
  const published = publish(to, async (folder) => {
    await fill(folder, "b");
    writeFileSync(join(to.target, "notes.txt"), "mine");
  });
  await expect(published).rejects.toThrow(
    '"notes.txt" in it is not a file that the export wrote; move it away, or choose another folder',
  );
  expect(listing(dirname(to.target))).toEqual(["c.db", "out", "out/a", "out/manifest.json", "out/notes.txt"]);
});

test("O3: publish lets stand what others keep under the names of unfinished exports", async () => {
  const to = publication();
  const names = [".part", ".part.old", ".0123456789abcdef.part", ".new"].map((end) => `out${end}`);
  for (const name of names) {
    mkdirSync(join(dirname(to.target), name));
    writeFileSync(join(dirname(to.target), name, "notes.txt"), "mine");
  }
  symlinkSync("out.part", join(dirname(to.target), "out.fedcba9876543210.part"));
  const before = listing(dirname(to.target));
  await publish(to, (folder) => fill(folder, "a"));
  expect(listing(dirname(to.target)).filter((name) => !/^out($|\/)/.test(name))).toEqual(before);
});

test.each(["", ".holder"])(
  "O3: publish refuses a target whose lock%s has the name of another file",
  async (end) => {
    const to = publication();
    writeFileSync(`${to.target}.part.lock${end}`, "mine");
    await expect(publish(to, (folder) => fill(folder, "a"))).rejects.toMatchObject({
      code: "invalid",
      message: `Cannot use export "${to.target}": "${to.target}.part.lock${end}" has the name of its lock and is not a lock; move that file away`,
    });
    expect(readFileSync(`${to.target}.part.lock${end}`, "utf8")).toBe("mine");
  },
);

test("O3: publish writes to the folder that a link names", async () => {
  const to = publication("replaced");
  const far = join(dirname(to.target), "far");
  await publish({ ...to, target: far }, (folder) => fill(folder, "a"));
  symlinkSync("far", to.target);
  await publish(to, (folder) => fill(folder, "b"));
  expect(lstatSync(to.target).isSymbolicLink()).toBe(true);
  expect(listing(dirname(to.target))).toEqual([
    ...["c.db", "far", "far/b", "far/manifest.json"],
    ...["out", "out/b", "out/manifest.json"],
  ]);
});

async function exportedFolder(): Promise<string> {
  return (await exported({ format: "csv" })).folder;
}

test("O2: partitions and increments hold nothing foreign", async () => {
  const partitioned = await exported({ format: "parquet", options: { partition: true } });
  expect(await foreignIn(partitioned.folder)).toBeNull();
  const increment = await exported({ format: "jsonl", since: ODD_CASES.length });
  expect(await foreignIn(increment.folder)).toBeNull();
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
