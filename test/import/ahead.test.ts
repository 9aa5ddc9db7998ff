/** One archive is read while another one is written: the result is as if each was imported alone. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { registerBags } from "../../src/import/import.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip } from "../support/archives.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const STATES = ["Illinois", "Washington", "Ohio", "Texas", "Utah"] as const;

/** Records of a state. */
function of(
  state: (typeof STATES)[number],
  ...records: Record<string, unknown>[]
): Record<string, unknown>[] {
  const id = 30 + STATES.indexOf(state);
  const jurisdiction = { id, slug: state.toLowerCase(), name: `${state.slice(0, 4)}.`, name_long: state };
  return records.map((record) => ({ ...record, jurisdiction }));
}

const bag = (folder: string, name: string, lines: readonly unknown[], payload?: Buffer): Promise<string> =>
  makeBagZip(join(folder, `${name}.zip`), { lines, ...(payload === undefined ? {} : { payload }) });

test("archives between refused and damaged ones are imported completely", async () => {
  const folder = tempFolder();
  const options = runOptions();
  const many = of("Washington", ...bulkCases(1, 40));
  await importAt([await bag(folder, "Washington-20190416-text", many)], options);
  const paths = [
    await bag(folder, "Illinois-20200416-text", of("Illinois", bulkCase(101))),
    await bag(folder, "Washington-20200416-text", many.slice(0, 2)),
    await bag(folder, "Ohio-20200416-text", of("Ohio", bulkCase(102))),
    await bag(folder, "Texas-20200416-text", of("Texas", bulkCase(103)), Buffer.from("no xz")),
    await bag(folder, "Utah-20200416-text", of("Utah", bulkCase(104))),
  ];
  const { archives, total } = await importAt(paths, options);
  expect(archives.map(({ status }) => status)).toEqual([
    "imported",
    "failed",
    "imported",
    expect.stringMatching(/failed|incomplete/),
    "imported",
  ]);
  expect(total.added).toBe(3);
  using corpus = openV1(options.corpusPath);
  expect(corpus.list("cases").count).toBe(43);
});

test("C4: a record is not skipped as known when the archive before it contributed another one of its case", async () => {
  const options = runOptions();
  const folder = options.dataFolder;
  const illinois = of("Illinois", bulkCase(1, { name: "From Illinois" }));
  await importAt([await bag(folder, "Illinois-20200416-text", illinois)], options);
  const paths = [
    await bag(folder, "Ohio-20220416-text", of("Ohio", bulkCase(1, { name: "From Ohio" }))),
    await bag(folder, "Illinois-20230416-text", illinois),
  ];
  // a bag that is not known yet would be committed at once
  await registerBags(paths, options);
  await importAt(paths, options);
  using corpus = openV1(options.corpusPath);
  expect(corpus.record("cases", "1")?.name).toBe("From Illinois");
});
