/** Increments, as a request and its manifest see them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").filter(Boolean);
}

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
