/** Archives at fault (docs/faults.md, "Archives"): what is refused completely, and what is imported in part. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import {
  bagMembers,
  changeBytes,
  makeBagZip,
  makeVolumeZip,
  toLines,
  toXz,
  writeFolder,
} from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases, staticCase, staticCases } from "../support/records.ts";
import { importAt, only, readRejects, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const UNIT = "Illinois-20190416-text.zip";

/** Imports a good archive together with the damaged one, which changes nothing. */
async function refusal(make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = tempFolder();
  await make(folder);
  await makeBagZip(join(folder, "Zebra-20190416-text.zip"), {
    lines: [bulkCase(900, { jurisdiction: { id: 77, slug: "zebra", name: "Z.", name_long: "Zebra" } })],
  });
  const options = runOptions();
  const { archives, total } = await importAt([folder], options);
  expect(archives.map(({ status }) => status).toSorted()).toEqual(["failed", "imported"]);
  const failed = archives.find(({ status }) => status === "failed");
  expect(failed).toMatchObject({ read: 0, rejects: null, bytes: 0 });
  expect(total).toMatchObject({ failed: 1, read: 1, added: 1 });
  expect(contributedIds(options.corpusPath)).toEqual([900]);
  const error = failed?.error ?? "";
  expect(error).toMatch(/^Cannot .*: \S/);
  return error;
}

test("A2: importPaths refuses a zip with a flipped byte in an entry, and names the entry", async () => {
  const error = await refusal(async (folder) => {
    const path = await makeVolumeZip(
      join(folder, "1.zip"),
      { cases: staticCases(1, 2) },
      { compress: false },
    );
    changeBytes(path, (bytes) => {
      const at = bytes.indexOf("word2");
      bytes.write("w0rd2", at);
      return bytes;
    });
  });
  expect(error).toContain("json/0002-01.json");
});

test("A4: importPaths refuses a bag with a wrong hash, zipped and unpacked", async () => {
  const manifest = (_hash: string, path: string): string => `${"0".repeat(128)} ${path}`;
  const fixture = { lines: bulkCases(1, 3), manifest };
  await refusal((folder) => makeBagZip(join(folder, UNIT), fixture));
  await refusal(async (folder) =>
    writeFolder(join(folder, "Illinois-20190416-text"), await bagMembers({ ...fixture, top: "" })),
  );
});

test("A5: importPaths takes the complete cases of a volume with mismatches, reports each mismatch, and removes nothing", async () => {
  const folder = tempFolder();
  const options = runOptions();
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const [march, april] = [3, 4].map((month) => ({ mtime: new Date(Date.UTC(2024, month, 1)) }));
  await importAt(
    [await makeVolumeZip(join(folder, "1.zip"), { cases: staticCases(...ids) }, march)],
    options,
  );
  const { "0002-01": _gone, ...cases } = staticCases(...ids);
  const rows = Object.values(staticCases(...ids)).map((row) => ({ ...row, casebody: undefined }));
  const html = {
    ...Object.fromEntries(Object.keys(cases).map((name) => [name, "<p>x</p>"])),
    "0099-01": "<p>y</p>",
  };
  delete (html as Record<string, string>)["0003-01"];
  const holed = await makeVolumeZip(
    join(folder, "1.zip"),
    {
      cases: {
        ...cases,
        "0004-01": { ...staticCase(4, { file_name: "0004-01" }), docket_number: "other" },
        "0050-01": staticCase(50, { file_name: "0050-01" }),
      },
      rows,
      html: { ...html, "0050-01": "<p>z</p>" },
    },
    april,
  );
  const report = only(await importAt([holed], options));
  expect(report).toMatchObject({ status: "incomplete", read: 21, rejected: 1, added: 1, removed: 0 });
  expect(report.problems).toEqual([
    "0002-01: listed in CasesMetadata.json, but has no JSON file",
    "0050-01: not listed in CasesMetadata.json",
    "0099-01: has an HTML file, but no JSON file",
    "0003-01: has no HTML file",
    "json/0004-01.json: differs from its row in CasesMetadata.json",
  ]);
  expect(readRejects(report.rejects)).toEqual([
    expect.objectContaining({ file: holed, entry: "json/0002-01.json" }),
  ]);
  expect(contributedIds(options.corpusPath)).toEqual([...ids, 50]);
});

/** A bag whose hash is that of a payload which breaks off after its first stream. */
async function brokenBag(path: string, lines: readonly unknown[]): Promise<string> {
  const more = (await toXz(toLines(bulkCases(500, 600)))).subarray(0, 200);
  return makeBagZip(path, { lines: [], payload: Buffer.concat([await toXz(toLines(lines)), more]) });
}

test("A6: importPaths keeps the lines before the fault of a bag that fits its hash, and removes nothing", async () => {
  const folder = tempFolder();
  const options = runOptions();
  const first = await makeBagZip(join(folder, UNIT), { lines: bulkCases(1, 20) });
  await importAt([first], options);
  const broken = await brokenBag(join(folder, "Illinois-20200416-text.zip"), [
    ...bulkCases(1, 9),
    bulkCase(10, { docket_number: "new" }),
    bulkCase(21),
  ]);
  const report = await importAt([broken], options);
  expect(hasFaults(report)).toBe(true);
  expect(only(report)).toMatchObject({
    status: "incomplete",
    added: 1,
    changed: 1,
    unchanged: 9,
    removed: 0,
  });
  expect(only(report).error).toMatch(/data\.jsonl\.xz/);
  expect(contributedIds(options.corpusPath)).toHaveLength(21);
  const again = only(await importAt([broken], options));
  expect(again).toMatchObject({ status: "incomplete", unchanged: 11 });
  const repaired = await makeBagZip(join(folder, "Illinois-20200416-text.zip"), { lines: bulkCases(2, 21) });
  expect(only(await importAt([repaired], options))).toMatchObject({ status: "imported", removed: 1 });
});

test("A6: importPaths comes to the same corpus whether a bag was broken at first or not", async () => {
  const folder = tempFolder();
  const [met, not] = [runOptions(), runOptions()];
  const path = join(folder, UNIT);
  await importAt([await brokenBag(path, bulkCases(1, 5))], met);
  const complete = await makeBagZip(path, { lines: bulkCases(1, 20) });
  await importAt([complete], met);
  await importAt([complete], not);
  expect(dumpCorpus(met.corpusPath)).toEqual(dumpCorpus(not.corpusPath));
  expect(existsSync(join(met.dataFolder, ".lock"))).toBe(false);
});
