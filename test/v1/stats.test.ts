import { join } from "node:path";
import { expect, test } from "vitest";
import type { StatsQuery, V1Stats } from "../../src/v1/stats.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { makeBagZip } from "../support/archives.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

function statsOf(path: string, question: StatsQuery = {}): V1Stats {
  using corpus = openV1(path);
  return corpus.stats(question);
}

test("stats counts bodies, dates and differences as they are", () => {
  const wrong = { sha256: "0".repeat(64) };
  const path = makeCorpus([
    line(1, { casebody: textBody("Head.", "Text.") }),
    line(2, { casebody: textBody("", { type: "majority", author: null, text: "" }) }),
    line(3, { decision_date: "no date", casebody: textBody("Head."), analysis: wrong }),
    line(4, { decision_date: null, jurisdiction: { id: 6, slug: "me", name: "Me." } }),
  ]);
  const { totals, jurisdictions, reporters, change_number, sizes } = statsOf(path);
  expect(totals).toEqual({
    cases: 4,
    empty_bodies: 1,
    without_body: 1,
    bodies: { xml: 0, html: 0, text: 3 },
    undated: 2,
    hash_differences: 1,
    rejects: 0,
  });
  expect(jurisdictions).toEqual([
    { slug: "mass", name: "Mass.", cases: 3 },
    { slug: "me", name: "Me.", cases: 1 },
  ]);
  expect(reporters).toEqual([{ id: 70, name: "Massachusetts Reports", cases: 4 }]);
  expect(change_number).toBe(4);
  expect(sizes.file).toBeGreaterThan(sizes.bodies ?? 0);
  expect(sizes.index).toBeGreaterThan(0);
});

test("stats counts by volume when it is asked to", () => {
  const path = makeCorpus([line(1), line(2), line(3, { volume: { volume_number: "8", barcode: "V8" } })]);
  expect(statsOf(path).volumes).toBe(undefined);
  const reporter = "Massachusetts Reports";
  expect(statsOf(path, { volumes: "counted" }).volumes).toEqual([
    { barcode: "V7", reporter, volume_number: "7", cases: 2 },
    { barcode: "V8", reporter, volume_number: "8", cases: 1 },
  ]);
});

test("stats counts the rejects of each unit's last import, and tells the runs, the newest first", async () => {
  const [folder, options] = [tempFolder(), runOptions()];
  const bag = (date: string, lines: readonly unknown[]): Promise<string> =>
    makeBagZip(join(folder, `Illinois-${date}-text.zip`), { lines });
  const first = await bag("20190101", [...bulkCases(1, 20), "no", "none"]);
  await importAt([first], { ...options, command: "import A" });
  expect(statsOf(options.corpusPath).totals.rejects).toBe(2);
  // an unreadable line may be any case, so nothing is removed
  await importAt([await bag("20200101", [...bulkCases(1, 20), bulkCase(21), "no"])], options);
  await importAt([first], options);
  const { totals, runs, change_number } = statsOf(options.corpusPath);
  expect(totals).toMatchObject({ cases: 21, rejects: 1 });
  expect(runs).toMatchObject([
    { id: 3, command: "test", outcome: "done", archives: 1, added: 0 },
    { id: 2, command: "test", outcome: "faulty", added: 1, rejected: 1, error: null },
    { id: 1, command: "import A", outcome: "faulty", read: 22, added: 20, rejected: 2 },
  ]);
  expect(change_number).toBe(21);
});
