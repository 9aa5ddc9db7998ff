import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { VolumeArchive } from "../../src/archive/members.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import {
  makeVolumeZip,
  renameInZip,
  type VolumeFixture,
  volumeMembers,
  writeFolder,
  writeZip,
} from "../support/archives.ts";
import { tempFolder } from "../support/temp-folder.ts";

const CASES = { "0002-01": { id: 2 }, "0001-01": { id: 1 }, "0xii-01": { id: 3 } };

function place(name: string): string {
  return join(tempFolder(), name);
}

async function openVolume(path: string): Promise<VolumeArchive> {
  const archive = await openArchive(path);
  if (archive.layout !== "volume") throw new Error("no volume");
  return archive;
}

/** The same volume zipped and unpacked. */
async function bothForms(fixture: VolumeFixture): Promise<string[]> {
  const folder = place("100");
  writeFolder(folder, volumeMembers(fixture));
  return [await makeVolumeZip(place("100.zip"), fixture), folder];
}

async function namesOf(archive: VolumeArchive): Promise<string[]> {
  return (await Array.fromAsync(archive.records())).map(({ place }) => basename(place.entry ?? "", ".json"));
}

test.each<[string, Partial<VolumeFixture>]>([
  ["as zipped", {}],
  ["copied from the site", { form: "site" }],
  ["in a folder of its own", { top: "100" }],
  ["with its list as lines", { list: "jsonl", rows: [{ id: 1 }, { id: 2 }, { id: 3 }] }],
])("a volume %s gives its cases in order, each with its HTML", async (_, form) => {
  const fixture = { cases: CASES, ...form };
  const paths =
    form.top === undefined ? await bothForms(fixture) : [await makeVolumeZip(place("100.zip"), fixture)];
  for (const path of paths) {
    await using archive = await openVolume(path);
    await archive.validate();
    const cases = await Array.fromAsync(archive.records());
    expect(
      cases.map(({ place, bytes, attached: html }) => [
        basename(place.entry ?? "", ".json"),
        JSON.parse(bytes.toString()),
        html?.toString(),
      ]),
    ).toEqual([
      ["0001-01", { id: 1 }, "<section>0001-01</section>"],
      ["0002-01", { id: 2 }, "<section>0002-01</section>"],
      ["0xii-01", { id: 3 }, "<section>0xii-01</section>"],
    ]);
    expect(archive.mismatches).toEqual([]);
    expect(archive.casesMetadata.length).toBe(3);
    expect(archive.volumeMetadata).toEqual({ id: "32044000000001" });
  }
});

test("a volume of JSON alone has no HTML and no mismatches", async () => {
  for (const path of await bothForms({ cases: CASES, html: null, rows: null })) {
    await using archive = await openVolume(path);
    const cases = await Array.fromAsync(archive.records());
    expect(cases.map(({ attached }) => attached)).toEqual([null, null, null]);
    expect([archive.mismatches, archive.casesMetadata]).toEqual([[], []]);
  }
});

test("rows without file_name make no mismatches, and a renamed file is a case like any other", async () => {
  const cases = { "0013-01": { id: 1 }, "0013-01 2": { id: 2 } };
  for (const path of await bothForms({ cases, rows: [{ id: 1 }, { id: 2 }] })) {
    await using archive = await openVolume(path);
    expect(archive.mismatches).toEqual([]);
    expect(await namesOf(archive)).toEqual(["0013-01", "0013-01 2"]);
  }
});

test("A5: stray files are passed over", async () => {
  const extra = {
    "index.html": "a",
    "html/index.html": "b",
    "json/.DS_Store": "c",
    "__MACOSX/json/._0001-01.json": "d",
    "case-pdfs/0001-01.pdf": "e",
    "json/._0001-01.json": "f",
  };
  for (const path of await bothForms({ cases: CASES, extra })) {
    await using archive = await openVolume(path);
    await archive.validate();
    expect(archive.mismatches).toEqual([]);
    expect((await namesOf(archive)).length).toBe(3);
  }
});

test("X3: a stray file twice is passed over, a case twice refuses the zip", async () => {
  const extra = { "index.html": "a", "indey.html": "b" };
  const strays = await makeVolumeZip(place("1.zip"), { cases: CASES, extra });
  renameInZip(strays, "indey.html", "index.html");
  await using archive = await openVolume(strays);
  await archive.validate();
  expect((await namesOf(archive)).length).toBe(3);
  const twice = await makeVolumeZip(place("1.zip"), { cases: CASES });
  renameInZip(twice, "json/0002-01", "json/0001-01");
  await expect(openArchive(twice)).rejects.toThrow('Cannot read "json/0001-01.json"');
  const folders = await makeVolumeZip(place("1.zip"), {
    cases: CASES,
    extra: { "cases/0001-01.json": "{}" },
  });
  await expect(openArchive(folders)).rejects.toThrow("the same case is there twice");
});

test("X3: names that differ in case are two cases", async () => {
  const path = await makeVolumeZip(place("1.zip"), { cases: { "0xii-01": { id: 1 }, "0XII-01": { id: 2 } } });
  await using archive = await openVolume(path);
  expect(await namesOf(archive)).toEqual(["0XII-01", "0xii-01"]);
});

test("a zip gives its newest day as release, a folder none; both give the last parts of the path as hint", async () => {
  const [zip = "", folder = ""] = await bothForms({ cases: CASES });
  await using zipped = await openVolume(zip);
  await using unpacked = await openVolume(folder);
  expect([zipped.release, unpacked.release]).toEqual(["2024-03-04", null]);
  expect(zipped.pathHint).toEqual({ reporter: basename(dirname(zip)), folder: "100" });
  expect(unpacked.pathHint).toEqual({ reporter: basename(dirname(folder)), folder: "100" });
});

test("a zip written without a clock has no release", async () => {
  const path = await makeVolumeZip(
    place("1.zip"),
    { cases: CASES },
    { mtime: new Date(Date.UTC(1980, 0, 1)) },
  );
  await using archive = await openVolume(path);
  expect(archive.release).toBeNull();
});

test("a list that is no JSON, no array or no UTF-8 is refused, naming it", async () => {
  const members = volumeMembers({ cases: CASES });
  for (const [content, found] of [
    [Buffer.from("{"), "JSON"],
    [Buffer.from("{}"), "a JSON value that is not an array"],
    [Buffer.from([0x5b, 0xff, 0x5d]), "text at byte 1: not UTF-8"],
  ] as const) {
    members.set("metadata/CasesMetadata.json", content);
    const path = await writeZip(place("1.zip"), members);
    await expect(openArchive(path)).rejects.toThrow(found);
    await expect(openArchive(path)).rejects.toMatchObject({ at: { entry: "metadata/CasesMetadata.json" } });
  }
});

test("the checksum of an unpacked volume does not depend on stray files", async () => {
  const [first, second] = [place("1"), place("1")];
  writeFolder(first, volumeMembers({ cases: CASES }));
  writeFolder(second, volumeMembers({ cases: CASES, extra: { "json/.DS_Store": "x" } }));
  await using left = await openVolume(first);
  await using right = await openVolume(second);
  expect(await left.validate()).toEqual(await right.validate());
});
