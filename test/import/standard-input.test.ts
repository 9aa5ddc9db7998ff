import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importPaths } from "../../src/import/import.ts";
import { UnfinishedOutput } from "../../src/store/database/unfinished.ts";
import { runCli } from "../cli/run-cli.ts";
import { chunksOf, makeBagZip, toLines, toXz } from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { readRejects, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const importStream = (bytes: Uint8Array, folder: string, paths: readonly string[] = ["-"]) =>
  importPaths(paths, runOptions(folder), () => chunksOf(bytes, 1000));

test("import - gives the corpus and the rejects that a file of the same lines gives, and nothing changes the second time", async () => {
  const lines = toLines([...bulkCases(1, 20), "no JSON", ...bulkCases(21, 30)]);
  const [piped, filed] = [tempFolder(), tempFolder()];
  const path = join(filed, "some.jsonl");
  writeFileSync(path, lines);
  await importPaths([path], runOptions(filed));
  const first = await importStream(lines, piped);
  const rejects = readRejects(first.archives[0]?.rejects ?? null);
  expect(rejects).toMatchObject([{ file: "-", line: 21, reason: expect.stringMatching(/not JSON/) }]);
  expect(first.archives).toMatchObject([{ path: "-", source: "files", status: "imported", added: 30 }]);
  expect(first.archives[0]?.unit).toMatch(/^stdin\/[0-9a-f]{16}$/);
  const again = await importStream(lines, piped);
  expect(again.archives).toMatchObject([{ status: "unchanged", added: 0, unchanged: 30 }]);
  expect(dumpCorpus(runOptions(piped).corpusPath)).toEqual(dumpCorpus(runOptions(filed).corpusPath));
});

test("import - keeps the lines in the data folder only while it runs, and sweeps what a killed run left", async () => {
  const folder = tempFolder();
  const { dataFolder } = runOptions(folder);
  mkdirSync(dataFolder);
  writeFileSync(new UnfinishedOutput(join(dataFolder, "stdin")).path, "left");
  await importPaths([await makeBagZip(join(folder, "x.zip"), { lines: [bulkCase(1)] })], runOptions(folder));
  expect(readdirSync(dataFolder)).toEqual([]);
  await importStream(toLines([bulkCase(2)]), folder);
  expect(readdirSync(dataFolder)).toEqual([]);
});

test("import - takes lines packed by xz, and validates them before the first row", async () => {
  const xz = await toXz(toLines(bulkCases(1, 50)));
  const [folder, other] = [tempFolder(), tempFolder()];
  expect((await importStream(xz, folder)).total).toMatchObject({ added: 50 });
  const report = await importStream(xz.subarray(0, -20), other);
  expect(report.archives).toMatchObject([{ path: "-", status: "failed", added: 0 }]);
  expect(report.archives[0]?.error).toMatch(/^Cannot read "-": .*ends in the middle$/);
  expect(existsSync(runOptions(other).corpusPath)).toBe(false);
});

test.each([
  [
    "a zip",
    async () => readFileSync(await makeBagZip(join(tempFolder(), "a.zip"), { lines: [bulkCase(1)] })),
  ],
  ["a page", async () => Buffer.from("<!DOCTYPE html><p>Not found")],
])("import - refuses %s and writes nothing", async (_name, bytes) => {
  const folder = tempFolder();
  const { archives } = await importStream(await bytes(), folder);
  expect(archives).toMatchObject([{ path: "-", status: "failed" }]);
  expect(archives[0]?.error).toMatch(/^Cannot read "-": /);
  expect(existsSync(runOptions(folder).corpusPath)).toBe(false);
});

test("two streams are two units: neither takes away the other's cases, and their order does not matter", async () => {
  const [one, two] = [toLines(bulkCases(1, 5)), toLines([bulkCase(5, { name: "Other" }), bulkCase(6)])];
  const [forth, back] = [tempFolder(), tempFolder()];
  for (const lines of [one, two]) await importStream(lines, forth);
  for (const lines of [two, one]) await importStream(lines, back);
  const { changes: _, ...dump } = dumpCorpus(runOptions(forth).corpusPath);
  expect(dumpCorpus(runOptions(back).corpusPath)).toMatchObject(dump);
  expect(contributedIds(runOptions(forth).corpusPath)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("import - may be one of several paths, and a path that is no archive is reported before it is read", async () => {
  const folder = tempFolder();
  const zip = await makeBagZip(join(folder, "x.zip"), { lines: [bulkCase(1)] });
  const report = await importStream(toLines([bulkCase(2)]), folder, ["-", zip]);
  expect(report.archives.map(({ path }) => path)).toEqual([zip, "-"]);
  let isRead = false;
  const wrong = importPaths(["-", join(folder, "no.zip")], runOptions(folder), () => {
    isRead = true;
    return chunksOf(Buffer.from(""));
  });
  await expect(wrong).rejects.toMatchObject({ code: "invalid" });
  expect(isRead).toBe(false);
});

test("import - stopped while it reads leaves no file", async () => {
  const folder = tempFolder();
  const stop = new AbortController();
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let count = 0; ; count++) {
      if (count === 10) stop.abort(new Error("stopped"));
      yield Buffer.alloc(1000, " ");
    }
  }
  const run = importPaths(["-"], { ...runOptions(folder), signal: stop.signal }, endless);
  await expect(run).rejects.toThrow("stopped");
  expect(readdirSync(folder)).toEqual([]);
});

test("import - --dry-run judges the lines and writes nothing", async () => {
  const folder = tempFolder();
  const run = (...args: readonly string[]) =>
    runCli(["import", "-", ...args], { folder, input: toLines(bulkCases(1, 3)) });
  const dry = await run("--dry-run");
  expect(dry.stdout).toMatch(/^Dry run: nothing was written\nArchives: 1 to import\nCases: 3 read: 3 added/);
  expect(readdirSync(folder)).toEqual([]);
  const real = await run();
  expect(real.code, real.stderr).toBe(0);
  expect(real.stdout).toMatch(/^Archives: 1 imported\nCases: 3 read: 3 added/);
  expect(real.stderr).toMatch(/^-: imported/);
});
