/** Each bench runs on a tiny size, and what it makes is what the publisher would have packed. How fast is not tested. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBag, USUAL_BAG } from "../../bench/make-corpus.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { chunksOf } from "../../src/import/threads/chunks.ts";
import { judgeChunk } from "../../src/import/threads/records.ts";
import { runChild } from "../support/children.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";

const MAIN = join(import.meta.dirname, "..", "..", "bench", "main.ts");
const folder = keptFolder();

async function bench(...args: readonly string[]): Promise<string> {
  const all = [MAIN, ...args, "--folder", folder];
  const { code, stdout, stderr } = await runChild(process.execPath, all);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

/** The kinds of the archive's records, each once, and how many there are. */
async function recordsAt(path: string): Promise<{ kinds: string[]; count: number }> {
  await using archive = await openArchive(path);
  await archive.validate();
  const judging = { volume: null, rows: new Map(), isKnown: () => false, dictionary: null };
  const pieces = await Array.fromAsync(chunksOf(archive));
  const records = pieces.flatMap((piece) => judgeChunk(piece, judging));
  return { kinds: [...new Set(records.map(({ kind }) => kind))], count: records.length };
}

test("makeBag packs cases that are all taken", async () => {
  const { path } = await makeBag(tempFolder(), { ...USUAL_BAG, cases: 30 });
  expect(await recordsAt(path)).toEqual({ kinds: ["prepared"], count: 30 });
});

test("makeBag makes the same bytes from the same seed, and others from another", async () => {
  const bytes = async (seed: number): Promise<Buffer> =>
    readFileSync((await makeBag(tempFolder(), { ...USUAL_BAG, cases: 5, seed })).path);
  const first = await bytes(1);
  expect(await bytes(1)).toEqual(first);
  expect(await bytes(2)).not.toEqual(first);
});

test("bench import prints ours, re-imports, peers and the size", async () => {
  const printed = await bench("import", "--cases", "20", "--runs", "1");
  for (const line of ["caselaw import", "1 % changed", "largest MB"]) expect(printed).toContain(line);
  expect(printed).toMatch(/^corpus .* of its JSON lines$/m);
  expect(printed.match(/sqlite-utils insert/g)).toHaveLength(1);
});

test("bench night makes a mirror that a sync finds complete", async () => {
  const printed = await bench("night", "--volumes", "10");
  expect(printed).toMatch(/^a night without changes .* 3$/m);
  expect(printed).toMatch(/^a night with 1 % changed .* 4$/m);
});

test("bench export prints a row for each format, and refuses what is none", async () => {
  const printed = await bench("export", "--cases", "30", "--only", "jsonl,parquet");
  expect(printed).toMatch(/^--format jsonl .*\n--format parquet /m);
  expect(printed).not.toContain("--format csv");
  expect(printed).toMatch(/the same rows by DuckDB|Without DuckDB/);
  await expect(bench("export", "--cases", "30", "--only=parket")).rejects.toThrow(/--only must be of/);
});

test("bench queries prints the kinds of question and the pages", async () => {
  const printed = await bench("queries", "--cases", "200", "--runs", "1");
  for (const line of ["rare word", "page of full cases", "all, by date, from the middle"]) {
    expect(printed).toContain(line);
  }
});

test("bench http and start print ratios", async () => {
  expect(await bench("http", "--cases", "200", "--runs", "1", "--skip", "build")).toContain("bare node:http");
  expect(await bench("start", "--cases", "200", "--runs", "1", "--skip", "build")).toContain("node -e 0");
});
