/**
 * Faults, A7: the same decisions where an archive does not fit into the shrink buffer, so that its ids are read separately (600
 * records are two chunks), and where ids are repeated.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBagZip } from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases, textBody } from "../support/records.ts";
import { importAt, only, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** So little that the first chunk of a release fits into the shrink buffer and the second does not. */
const MEMORY = 12 * 200_000;

const CASES = bulkCases(1, 1_200);
const CHANGED = CASES.map((one) => (Number(one.id) % 3 === 0 ? { ...one, casebody: textBody("new") } : one));

async function releases(lines: readonly unknown[]) {
  const folder = tempFolder();
  const options = { ...runOptions(folder), memory: MEMORY };
  const make = (date: string, given: readonly unknown[]): Promise<string> =>
    makeBagZip(join(folder, `Illinois-${date}-text.zip`), { lines: given });
  await importAt([await make("20190416", CASES)], options);
  return { options, next: await make("20200604", lines) };
}

test("A7: importPaths refuses a shrunk release of many records, and leaves the corpus as it was", async () => {
  const { options, next } = await releases(CHANGED.slice(0, 1_000));
  const before = dumpCorpus(options.corpusPath);
  const refused = only(await importAt([next], options));
  expect(refused).toMatchObject({ status: "failed", read: 0 });
  expect(refused.error).toContain("lacks 200 of its 1200 cases");
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
});

test("A7: importPaths takes a release of many records of which some changed and some are gone", async () => {
  const { options, next } = await releases(CHANGED.slice(0, 1_150));
  expect(only(await importAt([next], options))).toMatchObject({
    status: "imported",
    read: 1_150,
    changed: 383,
    unchanged: 767,
    removed: 50,
  });
  expect(contributedIds(options.corpusPath)).toHaveLength(1_150);
});

test("R4: importPaths takes the last of a repeated id in a newer release, whatever was buffered before it", async () => {
  const again = bulkCase(7, { casebody: textBody("again") });
  const short = await releases([...CASES.slice(0, 400), again, CASES[6], ...CASES.slice(400)]);
  const { options, next } = short;
  const before = dumpCorpus(options.corpusPath);
  const report = only(await importAt([next], options));
  expect(report).toMatchObject({ status: "imported", read: 1_202, removed: 0 });
  const after = dumpCorpus(options.corpusPath);
  expect([after.records.cases, after.bodies, after.words]).toEqual([
    before.records.cases,
    before.bodies,
    before.words,
  ]);
});
