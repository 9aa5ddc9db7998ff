import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { importPaths } from "../../src/import/import.ts";
import { hasFaults } from "../../src/import/report.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip, makeVolumeZip, volumeMembers, writeFolder } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { bulkCase, staticCase, staticCases, staticHtml, xmlBody } from "../support/records.ts";
import { importAt, listing, only, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const REPORTERS = [
  {
    id: 10,
    slug: "a2d",
    full_name: "Atlantic Reporter, Second Series",
    short_name: "A.2d",
    jurisdictions: [],
  },
  { id: 11, slug: "b2d", full_name: "Better Reporter", short_name: "B.2d", jurisdictions: [] },
];

function idsOf(corpusPath: string, question: Record<string, string>): number[] {
  using corpus = openV1(corpusPath);
  return corpus
    .list("cases", question)
    .results.map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

test("importPaths takes two jurisdictions in two formats in any order, each case once with all formats", async () => {
  const folder = tempFolder();
  const wash = { jurisdiction: { id: 38, slug: "wash", name: "Wash.", name_long: "Washington" } };
  const make = (name: string, record: unknown) =>
    makeBagZip(join(folder, `${name}.zip`), { lines: [record] });
  const paths = [
    await make("Illinois-20190416-text", bulkCase(1)),
    await make("Illinois-20190416-xml", bulkCase(1, { casebody: xmlBody("word1") })),
    await make("Washington-20190416-text", bulkCase(2, wash)),
    await make("Washington-20190416-xml", bulkCase(2, { ...wash, casebody: xmlBody("word2") })),
  ];
  const dumps = [];
  for (const order of [paths, paths.toReversed()]) {
    const options = runOptions();
    expect((await importAt(order, options)).total).toMatchObject({ read: 4, added: 2 });
    const dump = dumpCorpus(options.corpusPath);
    expect(Object.values(dump.bodies)).toEqual(Array(6).fill(expect.objectContaining({ status: "ok" })));
    expect((await importAt(order, options)).total).toMatchObject({ read: 4, unchanged: 4 });
    expect(dumpCorpus(options.corpusPath)).toEqual(dump);
    dumps.push({ ...dump, changes: [] });
  }
  expect(dumps[1]).toEqual(dumps[0]);
});

test("importPaths takes an unpacked volume, its zip and a folder of both as one set of cases", async () => {
  const folder = tempFolder();
  const fixture = {
    cases: staticCases(1, 2),
    html: { "0001-01": staticHtml("word1"), "0002-01": staticHtml("word2") },
    volume: { id: "32044000000009", volume_number: "1" },
  };
  writeFileSync(join(folder, "ReportersMetadata.json"), JSON.stringify(REPORTERS));
  const zip = await makeVolumeZip(join(folder, "a2d", "1.zip"), fixture);
  const unpacked = writeFolder(join(folder, "a2d", "1"), volumeMembers(fixture));
  const dumps = [];
  for (const paths of [[zip], [unpacked], [folder], [unpacked, zip], [zip, unpacked]]) {
    const options = runOptions();
    const report = await importAt(paths, options);
    expect(report.total.added).toBe(2);
    expect(report.total.unchanged).toBe(report.total.read - 2);
    expect(hasFaults(report)).toBe(false);
    dumps.push(dumpCorpus(options.corpusPath));
  }
  for (const dump of dumps) expect(dump).toEqual(dumps[0]);
});

test("importPaths lists a volume whose number was corrected under the new one only", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "ReportersMetadata.json"), JSON.stringify(REPORTERS));
  const options = runOptions();
  const make = (number: string, day: number) =>
    makeVolumeZip(
      join(folder, "a2d", "1.zip"),
      { cases: staticCases(1), volume: { id: "32044000000009", volume_number: number } },
      { mtime: new Date(Date.UTC(2024, 2, day)) },
    );
  await importAt([await make("100", 1)], options);
  expect(only(await importAt([await make("101", 2)], options))).toMatchObject({
    changed: 1,
    status: "imported",
  });
  const { records } = dumpCorpus(options.corpusPath);
  expect(records.volumes).toEqual([expect.objectContaining({ volume_number: "101" })]);
  expect(records.cases).toEqual([
    expect.objectContaining({ volume: expect.objectContaining({ volume_number: "101" }) }),
  ]);
});

test("importPaths puts a volume under another reporter when its very zip moves to that one's folder", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "ReportersMetadata.json"), JSON.stringify(REPORTERS));
  const zip = await makeVolumeZip(join(folder, "a2d", "1.zip"), { cases: staticCases(1) });
  const options = runOptions();
  await importAt([zip], options);
  expect(idsOf(options.corpusPath, { reporter: "10" })).toEqual([1]);
  const moved = join(folder, "b2d", "1.zip");
  cpSync(zip, moved);
  expect(only(await importAt([moved], options))).toMatchObject({ changed: 1 });
  expect(idsOf(options.corpusPath, { reporter: "10" })).toEqual([]);
  expect(idsOf(options.corpusPath, { reporter: "11" })).toEqual([1]);
  expect(only(await importAt([moved], options)).status).toBe("unchanged");
});

test("importPaths refuses paths that are no archives or are not there, names all, and makes nothing", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "letter.txt"), "Dear Sir");
  const before = listing(folder);
  for (const paths of [["letter.txt"], ["nowhere"], ["."], ["nowhere", "letter.txt"]]) {
    const wrong = paths.map((path) => join(folder, path));
    const run = importPaths(wrong, runOptions(folder));
    const message = expect.stringMatching(wrong.join('".*"'));
    await expect(run).rejects.toMatchObject({ name: "CaselawError", code: "invalid", message });
    expect(listing(folder)).toEqual(before);
  }
});

test("importPaths takes what a volume's list of December 2023 names by id only, and reports its mismatches", async () => {
  const folder = tempFolder();
  const rows = [1, 2].map((id) => ({ ...staticCase(id), casebody: undefined }));
  const zip = await makeVolumeZip(join(folder, "1.zip"), {
    cases: { "0001-01": staticCase(1), "0003-01": staticCase(3) },
    rows,
    list: "jsonl",
  });
  const report = only(await importAt([zip], runOptions()));
  expect(report).toMatchObject({ added: 2, rejected: 1, read: 3, status: "incomplete" });
  expect(report.problems).toEqual([
    "case 2: listed in CasesMetadata.json, but has no JSON file",
    "case 3: not listed in CasesMetadata.json",
  ]);
});
