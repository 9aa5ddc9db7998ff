/** Increments: applied to the export before them, they give what a fresh export gives. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { STEP, take } from "./steps.ts";

/** Records by id, as the rule of `caselaw export --help` brings them up to date. */
class Kept {
  readonly #lines = new Map<number, string>();

  apply(folder: string): void {
    const removed = join(folder, "removed.jsonl");
    for (const line of existsSync(removed) ? linesOf(removed) : []) this.#lines.delete(JSON.parse(line).id);
    for (const line of linesOf(join(folder, "cases.jsonl"))) this.#lines.set(JSON.parse(line).id, line);
  }

  get records(): string[] {
    return [...this.#lines].sort(([a], [b]) => a - b).map(([, line]) => line);
  }
}

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").filter(Boolean);
}

test.each([
  ["every case", {}],
  ["a filter that cases come into and leave", { docket_number: "Docket 1" }],
  ["a search", { search: '"variant 2"' }],
])("a chain of increments gives what a fresh export gives: %s", async (_what, filter) => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 7 }), async (steps) => {
      const folder = tempFolder();
      const path = join(folder, "test.db");
      const kept = new Kept();
      const question = { ...filter, full_case: true };
      const exportTo = (name: string, since?: number) => {
        const target = join(folder, name);
        return runExport(path, {
          format: "jsonl",
          target,
          question,
          ...(since === undefined ? {} : { since }),
        });
      };
      using writer = openTestWriter(path);
      writer.beginRun("test");
      let since = (await exportTo("first")).corpus.last_change;
      kept.apply(join(folder, "first"));
      for (const [at, step] of steps.entries()) {
        take(writer, step, at);
        if (!step.exported && at < steps.length - 1) continue;
        const manifest = await exportTo(`${at}`, since);
        expect(manifest.since).toBe(since);
        since = manifest.until ?? -1;
        kept.apply(join(folder, `${at}`));
      }
      await exportTo("fresh");
      expect(kept.records).toEqual(linesOf(join(folder, "fresh", "cases.jsonl")));
      // and nothing changed since
      const last = await exportTo("last", since);
      expect(last.files.map(({ path, rows }) => [path, rows])).toEqual([
        ["cases.jsonl", 0],
        ["dictionary.json", 0],
      ]);
    }),
    { numRuns: 8, seed: 6 },
  );
});

describe("export since", () => {
  function changedCorpus(): string {
    const path = makeCorpus(bulkCases(1, 5));
    using writer = openTestWriter(path);
    const records = [...bulkCases(1, 3), bulkCase(4, { docket_number: "No. 4a" }), bulkCase(6)];
    importRecords(writer, { records, release: "2020-02-01" });
    return path;
  }

  test("has the changed cases, the ids of the removed ones, and both ends in the manifest", async () => {
    const target = join(tempFolder(), "out");
    const manifest = await runExport(changedCorpus(), { format: "jsonl", target, since: 5 });
    expect(manifest).toMatchObject({ since: 5, until: 8, corpus: { last_change: 8 }, cases: 2 });
    expect(manifest.files.map(({ path, rows }) => [path, rows])).toEqual([
      ["cases.jsonl", 2],
      ["removed.jsonl", 1],
      ["dictionary.json", 0],
    ]);
    expect(linesOf(join(target, "cases.jsonl")).map((line) => JSON.parse(line).id)).toEqual([4, 6]);
    expect(readFileSync(join(target, "removed.jsonl"), "utf8")).toBe('{"id":5}\n');
  });

  test.each(["csv", "parquet", "sqlite"] as const)("is for %s too", async (format) => {
    const target = join(tempFolder(), "out");
    const manifest = await runExport(changedCorpus(), { format, target, since: 5 });
    expect(manifest.cases).toBe(2);
    expect(linesOf(join(target, "removed.jsonl"))).toHaveLength(1);
  });

  test("of a date goes on from the number before its first change", async () => {
    const target = join(tempFolder(), "out");
    const manifest = await runExport(changedCorpus(), { format: "jsonl", target, since: "2000-01-01" });
    expect(manifest).toMatchObject({ since: 0, until: 8, cases: 5 });
    expect(existsSync(join(target, "removed.jsonl"))).toBe(false);
    expect(readFileSync(join(target, "dictionary.json"), "utf8")).not.toContain("removed");
  });

  test.each([
    [{ format: "jsonl", since: 9 }, "since: Cannot use since"],
    [{ format: "jsonl", since: "soon" }, "Enter a change number"],
    [{ format: "files", since: 5 }, "Cannot export files with `since`"],
    [{ format: "parquet", since: 5, options: { partition: true } }, "Cannot use `since` with `partition`"],
  ] as const)("%j is refused, and nothing is made", async (request, message) => {
    const target = join(tempFolder(), "out");
    const failing = runExport(changedCorpus(), { ...request, target });
    await expect(failing).rejects.toThrow(message.replace("since: ", ""));
    expect(existsSync(target)).toBe(false);
  });
});
