/** Exports as a whole: of one moment, whole or not there, and told of in a manifest. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { EXPORT_FORMATS } from "../../src/export/formats.ts";
import { foreignIn } from "../../src/export/publish.ts";
import { runExport } from "../../src/export/run-export.ts";
import { damageBody, importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { jsonLines } from "../support/json-lines.ts";
import { limitFileBytes, limitNewDatabases } from "../support/no-space.ts";
import { bulkCases } from "../support/records.ts";
import { listing } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { exported, filesIn, ODD_CASES, textIn } from "./exporting.ts";

function idsIn(folder: string): number[] {
  return jsonLines(textIn(folder, "cases.jsonl")).map(({ id }) => Number(id));
}

async function expectNoSpace(running: Promise<unknown>, target: string): Promise<void> {
  await expect(running).rejects.toMatchObject({
    code: "unavailable",
    message: `Cannot write export "${target}": no space is left`,
  });
  expect(listing(dirname(target))).toEqual([]);
}

describe("runExport", () => {
  test.each(EXPORT_FORMATS)("%s: the manifest names every file with its length and hash", async (format) => {
    const { folder, manifest } = await exported({ format });
    expect(JSON.parse(textIn(folder, "manifest.json"))).toEqual(manifest);
    expect(manifest).toMatchObject({
      format,
      filter: {},
      cases: ODD_CASES.length,
      corpus: { last_change: 5 },
    });
    expect(manifest.corpus.state).toMatch(/\S/);
    const named = manifest.files.map(({ path }) => path);
    if (format === "files") for (const { path } of jsonLines(textIn(folder, "index.jsonl"))) named.push(path);
    expect(manifest.file_count).toBe(named.length);
    expect(filesIn(folder)).toEqual([...named, "manifest.json"].sort());
    for (const { path, bytes, sha256 } of manifest.files) {
      const held = readFileSync(join(folder, path));
      expect({ bytes: held.length, sha256: createHash("sha256").update(held).digest("hex") }).toEqual({
        bytes,
        sha256,
      });
    }
    expect(listing(dirname(folder)).filter((name) => !name.startsWith("out"))).toEqual([]);
    expect(await foreignIn(folder)).toBeNull();
  });

  test.each(EXPORT_FORMATS)("%s: a case with a damaged body is left out and listed", async (format) => {
    const path = makeCorpus(ODD_CASES);
    damageBody(path, 2);
    const target = join(tempFolder(), "out");
    const question = format === "bulk" ? {} : { full_case: "true" };
    const manifest = await runExport(path, { format, target, question });
    expect(manifest).toMatchObject({ cases: ODD_CASES.length - 1, damaged: [2] });
    if (format === "jsonl") expect(idsIn(target)).toEqual([1, 3, 4, 5]);
  });

  test.each(EXPORT_FORMATS)("%s: the same corpus gives the same files", async (format) => {
    const path = makeCorpus(ODD_CASES);
    const root = tempFolder();
    const [one, two] = [
      await runExport(path, { format, target: join(root, "a") }),
      await runExport(path, { format, target: join(root, "b") }),
    ];
    expect(one.files).toEqual(two.files);
  });

  test.each(EXPORT_FORMATS)("%s: no match is an export too", async (format) => {
    const { folder, manifest } = await exported({ format, question: { search: "nothing like this" } });
    expect(await foreignIn(folder)).toBeNull();
    expect(manifest).toMatchObject({ cases: 0, filter: { search: ["nothing like this"] } });
  });

  test("filters as a list does, in ascending id", async () => {
    const path = makeCorpus(bulkCases(1, 30));
    const target = join(tempFolder(), "out");
    const question = { search: "word3 | word20 | word11", decision_date_min: 1900 };
    const manifest = await runExport(path, { format: "jsonl", target, question });
    expect(idsIn(target)).toEqual([3, 11, 20]);
    expect(manifest.filter).toEqual({ search: ["word3 | word20 | word11"], decision_date_min: ["1900"] });
  });

  test("is of one moment while a writer goes on", async () => {
    const path = makeCorpus(bulkCases(1, 1_200));
    const target = join(tempFolder(), "out");
    using writer = openTestWriter(path);
    let batch = 0;
    const onProgress = (): void => {
      batch++;
      const from = batch * 10_000;
      importRecords(writer, { records: bulkCases(from, from + 5), unit: `unit ${batch}` });
    };
    const manifest = await runExport(path, { format: "jsonl", target }, { onProgress });
    expect(batch).toBeGreaterThan(2);
    expect(idsIn(target)).toEqual(bulkCases(1, 1_200).map(({ id }) => id));
    expect(manifest.corpus.last_change).toBe(1_200);
  });

  test("never replaces a folder that is no export, nor a file", async () => {
    const path = makeCorpus(bulkCases(1, 3));
    const request = { format: "jsonl", existing: "replaced" } as const;
    const other = tempFolder();
    await expect(runExport(path, { ...request, target: other })).rejects.toThrow(
      /it is not an export, because it has no manifest\.json;/,
    );
    writeFileSync(join(dirname(path), "manifest.json"), "{}");
    await expect(runExport(path, { ...request, target: dirname(path) })).rejects.toThrow(
      /it contains the corpus;/,
    );
    await expect(runExport(path, { ...request, target: path })).rejects.toThrow(/it is not a folder;/);
    expect(existsSync(path)).toBe(true);
  });

  test("stopped, nothing is left and what was there stays", async () => {
    const path = makeCorpus(bulkCases(1, 600));
    const target = join(tempFolder(), "out");
    await runExport(path, { format: "csv", target });
    for (const format of EXPORT_FORMATS) {
      const stop = new AbortController();
      const onProgress = ({ cases }: { cases: number }): void => {
        if (cases > 0) stop.abort(new Error("enough"));
      };
      const request = { format, target, existing: "replaced" } as const;
      await expect(runExport(path, request, { signal: stop.signal, onProgress })).rejects.toThrow("enough");
      expect(filesIn(dirname(target))).toEqual([
        "out/README.md",
        "out/cases.csv",
        "out/dictionary.json",
        "out/manifest.json",
      ]);
    }
  });

  // the lists of what bulk packs go to the encoder first: little of it is left to be written
  test.each([
    ...(["jsonl", "csv", "parquet", "files"] as const).flatMap((format) => [
      [format, 0] as const,
      [format, 100] as const,
      [format, 3_000] as const,
    ]),
    ["bulk", 0] as const,
    ["bulk", 40] as const,
  ])(
    "%s: a disk that is full after %i bytes is told in one line and leaves nothing",
    async (format, bytes) => {
      const path = makeCorpus(bulkCases(1, 50));
      const target = join(tempFolder(), "out");
      using _full = limitFileBytes(bytes);
      await expectNoSpace(runExport(path, { format, target }), target);
    },
  );

  test("sqlite: a disk that is full after any number of pages is told in one line and leaves nothing", async () => {
    const path = makeCorpus(bulkCases(1, 50));
    const root = tempFolder();
    await runExport(path, { format: "sqlite", target: join(root, "whole") });
    const whole = new Database(join(root, "whole", "caselaw.db"), { readonly: true });
    const pages = Number(whole.pragma("page_count", { simple: true }));
    const empty = Number(
      whole.prepare("SELECT count(*) FROM sqlite_schema WHERE rootpage > 0").pluck().get(),
    );
    whole.close();
    for (let some = empty; some < pages; some += 5) {
      using _full = limitNewDatabases(some);
      const target = join(tempFolder(), "out");
      await expectNoSpace(runExport(path, { format: "sqlite", target }), target);
    }
  });
});
