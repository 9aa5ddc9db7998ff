/** Dry runs say what would be done and write nothing (docs/interface.md, "sync and download"). */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { ProgressEvent } from "../../src/import/run.ts";
import { makeBagZip } from "../support/archives.ts";
import { bulkCase, bulkCases, xmlBody } from "../support/records.ts";
import { importAt, listing, runOptions, syncAt, syncOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openSite } from "../support/two-releases.ts";

test("importPaths in a dry run counts a case once that both formats hold, as the run itself does", async () => {
  const folder = tempFolder();
  const paths = [
    await makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: [...bulkCases(1, 3), "{"] }),
    await makeBagZip(join(folder, "Illinois-20190416-xml.zip"), {
      lines: bulkCases(1, 3).map((one) => ({ ...one, casebody: xmlBody("word") })),
    }),
  ];
  const counts = { read: 7, added: 3, changed: 3, unchanged: 0, rejected: 1 };
  const { total, archives } = await importAt(paths, { ...runOptions(folder), mode: "dry run" });
  expect(total).toMatchObject(counts);
  expect(archives.map(({ rejects }) => rejects)).toEqual([null, null]);
  expect(listing(folder)).toEqual(paths.map((path) => basename(path)).sort());
  expect((await importAt(paths, runOptions(folder))).total).toMatchObject(counts);
});

test("importPaths in a dry run reports what a release would change, and leaves the corpus's bytes alone", async () => {
  const folder = tempFolder();
  const options = runOptions(folder);
  const make = (date: string, lines: readonly unknown[]) =>
    makeBagZip(join(folder, `Illinois-${date}-text.zip`), { lines });
  await importAt([await make("20190416", bulkCases(1, 20))], options);
  const newer = await make("20200416", [
    ...bulkCases(2, 19),
    bulkCase(20, { docket_number: "new" }),
    bulkCase(21),
  ]);
  const shrunk = await make("20210416", bulkCases(1, 2));
  const [names, bytes] = [listing(folder), readFileSync(options.corpusPath)];
  const report = await importAt([newer, shrunk], { ...options, mode: "dry run" });
  expect(report.archives).toEqual([
    expect.objectContaining({ status: "imported", added: 1, changed: 1, unchanged: 18, removed: 1 }),
    expect.objectContaining({ status: "failed", unit: "ill/text" }),
  ]);
  expect(listing(folder)).toEqual(names);
  expect(readFileSync(options.corpusPath)).toEqual(bytes);
});

test("sync in a dry run reports the plan for what is missing, and downloads nothing", async () => {
  const { site } = await openSite();
  const folder = tempFolder();
  const plans: unknown[] = [];
  const onProgress = (event: ProgressEvent): void => {
    if (event.kind === "plan") plans.push(event.units);
  };
  const options = syncOptions("static", site.url, folder);
  const dry = { ...options, mode: "dry run", onProgress } as const;
  await syncAt(dry);
  expect(listing(folder)).toEqual([]);
  expect(site.requests.filter(({ url }) => url.endsWith(".zip"))).toEqual([]);
  await syncAt({ ...options, keep: "none" });
  const before = listing(folder);
  await syncAt(dry);
  expect(listing(folder)).toEqual(before);
  expect(plans).toEqual([2, 0]);
});
