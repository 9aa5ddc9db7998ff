import { cpSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importPaths } from "../../src/import/import.ts";
import { hasFaults } from "../../src/import/report.ts";
import { lockRun } from "../../src/import/run.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip, makeVolumeZip, volumeMembers, writeFolder } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import {
  bulkCase,
  bulkCases,
  staticCase,
  staticCases,
  staticHtml,
  textBody,
  xmlBody,
} from "../support/records.ts";
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

test("importPaths keeps cites_to that only one format gives, and no address of the publisher", async () => {
  const folder = tempFolder();
  const cites = { cites_to: [{ cite: "1 Mass. 1" }] };
  const old = {
    url: "https://api.capapi.org/v1/cases/1/",
    court: { id: 9, jurisdiction_url: null, slug: "ill-1" },
  };
  const paths = [
    await makeBagZip(join(folder, "Illinois-20210921-text.zip"), {
      lines: [bulkCase(1, { cites_to: [], ...old })],
    }),
    await makeBagZip(join(folder, "Illinois-20210921-xml.zip"), {
      lines: [bulkCase(1, { ...cites, casebody: xmlBody("word1") })],
    }),
  ];
  const dumps = [];
  for (const order of [paths, paths.toReversed()]) {
    const options = runOptions();
    await importAt(order, options);
    const { changes: _, ...dump } = dumpCorpus(options.corpusPath);
    expect(dump.records.cases).toEqual([expect.objectContaining(cites)]);
    expect(JSON.stringify(dump)).not.toContain("capapi");
    dumps.push(dump);
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

test("importPaths stops at the signal and goes on in the next run to the same corpus", async () => {
  const folder = tempFolder();
  const first = await makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: bulkCases(1, 800) });
  const second = await makeBagZip(join(folder, "Illinois-20200416-text.zip"), {
    lines: [...bulkCases(2, 800), bulkCase(801), bulkCase(800, { casebody: textBody("other") })].filter(
      ({ id, casebody }) => id !== 800 || JSON.stringify(casebody).includes("other"),
    ),
  });
  const complete = runOptions();
  await importAt([first, second], complete);
  const stopped = runOptions();
  for (const limit of [1, 300, 900]) {
    const stop = new AbortController();
    let seen = 0;
    const run = importPaths([first, second], {
      ...stopped,
      signal: stop.signal,
      onProgress: (event) => {
        if (event.kind === "archive" && ++seen * 250 > limit) stop.abort(new Error("stopped by the test"));
      },
    });
    await expect(run).rejects.toThrow("stopped by the test");
    expect(listing(stopped.dataFolder).filter((name) => /\.part|lock/.test(name))).toEqual([]);
  }
  await importAt([first, second], stopped);
  expect(dumpCorpus(stopped.corpusPath)).toEqual(dumpCorpus(complete.corpusPath));
});

test("importPaths refuses to run during another run, naming it, and changes nothing", async () => {
  const zip = await makeBagZip(join(tempFolder(), "Illinois-20190416-text.zip"), { lines: bulkCases(1, 2) });
  const options = runOptions();
  await importAt([zip], options);
  const before = dumpCorpus(options.corpusPath);
  const elsewhere = { ...runOptions(), dataFolder: options.dataFolder };
  using _lock = lockRun({ ...options, command: "import A" });
  for (const other of [options, elsewhere]) {
    await expect(importPaths([zip], { ...other, command: "import B" })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringMatching(/locked by caselaw import A, process \d+, since \d/),
    });
  }
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
  expect(listing(dirname(elsewhere.corpusPath))).toEqual([]);
});

test("importPaths refuses a path that is no archive or is not there, and makes nothing", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "letter.txt"), "Dear Sir");
  const before = listing(folder);
  for (const path of [join(folder, "letter.txt"), join(folder, "nowhere"), folder]) {
    const options = runOptions(folder);
    await expect(importPaths([path], options)).rejects.toMatchObject({
      name: "CaselawError",
      code: "invalid",
      message: expect.stringContaining(path),
    });
    expect(listing(folder)).toEqual(before);
  }
});

test("importPaths takes nothing when one of several paths is wrong, and names all that are", async () => {
  const folder = tempFolder();
  const zip = await makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: bulkCases(1, 2) });
  const before = listing(folder);
  const run = importPaths([join(folder, "a"), zip, join(folder, "b")], runOptions(folder));
  await expect(run).rejects.toMatchObject({ code: "invalid", message: expect.stringMatching(/\/a".*\/b"/) });
  expect(listing(folder)).toEqual(before);
});

test("importPaths leaves no corpus behind into which nothing came", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "cut.zip"), "PK\u0003\u0004");
  const before = listing(folder);
  expect(only(await importAt([join(folder, "cut.zip")], runOptions(folder))).status).toBe("failed");
  expect(listing(folder)).toEqual(before);
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

test("importPaths warns once of the volumes whose reporter no list names, however often they are imported", async () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "ReportersMetadata.json"), JSON.stringify(REPORTERS.slice(1)));
  const zips = [
    await makeVolumeZip(join(folder, "x", "1.zip"), { cases: staticCases(1), volume: { id: "v1" } }),
    await makeVolumeZip(join(folder, "x", "2.zip"), { cases: staticCases(2), volume: { id: "v2" } }),
    await makeVolumeZip(join(folder, "b2d", "3.zip"), { cases: staticCases(3), volume: { id: "v3" } }),
  ];
  const options = runOptions();
  const modes = ["dry run", "import", "import"] as const;
  for (const mode of modes) {
    const report = await importAt(zips, { ...options, mode });
    expect(report.warnings).toEqual([
      `the reporter of 2 volumes in "${join(folder, "x")}" is unknown: ` +
        "neither path nor citations name a reporter of the corpus or of a nearby list",
    ]);
    expect(report.archives.flatMap(({ problems }) => problems)).toEqual([]);
    expect(hasFaults(report)).toBe(false);
  }
  expect((await importAt(zips.slice(2), options)).warnings).toEqual([]);
});
