import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultMemory, shareMemory } from "../../src/import/memory.ts";
import { makeBagZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { bulkCases, textBody } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("shareMemory gives more parsers for more memory, up to what the writer keeps up with", () => {
  const parsers = [320, 399, 450, 500, 600, 10_000].map((mib) => shareMemory(mib * 2 ** 20).parsers);
  expect(parsers).toEqual([1, 1, 2, 3, 4, 4]);
  const GIB = 2 ** 30;
  expect(shareMemory(defaultMemory(4, 2 * GIB))).toMatchObject({ parsers: 4 });
  for (const few of [defaultMemory(3, 8 * GIB), defaultMemory(16, GIB)])
    expect(shareMemory(few)).toMatchObject({ parsers: 2 });
  expect(shareMemory(320 * 2 ** 20).indexBytes).toBeLessThan(
    shareMemory(defaultMemory(2, 2 ** 33)).indexBytes,
  );
});

test("an import comes to the same corpus with little memory and one thread as with much and several", async () => {
  const archive = await makeBagZip(join(tempFolder(), "Illinois-20200302-text.zip"), {
    lines: bulkCases(1, 2_500).map((record) => ({
      ...record,
      casebody: textBody("some words ".repeat(40)),
    })),
  });
  const dumps = [];
  for (const setting of [
    { memory: 320 * 2 ** 20, jobs: 1 },
    { memory: 2 ** 30, jobs: 4 },
  ]) {
    const options = { ...runOptions(), ...setting };
    await importAt([archive], options);
    dumps.push(dumpCorpus(options.corpusPath));
  }
  expect(dumps[0]).toEqual(dumps[1]);
});
