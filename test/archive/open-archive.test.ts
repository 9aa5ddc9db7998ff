import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LIMITS, type Limits } from "../../src/archive/members.ts";
import { findArchives, openArchive } from "../../src/archive/open-archive.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { makeBagZip, makeVolumeZip, toLines, toXz, volumeMembers, writeZip } from "../support/archives.ts";
import { tempFolder } from "../support/temp-folder.ts";

const LINES = toLines([{ id: 1, name_abbreviation: "a" }, "", { id: 2, name_abbreviation: "b" }]);

function write(name: string, content: Buffer | string): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content);
  return path;
}

async function numbersOf(path: string): Promise<number[]> {
  await using archive = await openArchive(path);
  if (archive.layout !== "lines") throw new Error("not lines");
  await archive.validate();
  return (await Array.fromAsync(archive.records())).map(({ place }) => place.line ?? 0);
}

describe("a bare file", () => {
  test("is read plain and compressed, whatever its name", async () => {
    const xz = await toXz(LINES);
    for (const path of [
      write("data.jsonl", LINES),
      write("data.jsonl.xz", xz),
      write("x", xz),
      write("y", LINES),
    ]) {
      expect(await numbersOf(path)).toEqual([1, 3]);
    }
  });

  test("has no bag, and lines without an entry", async () => {
    await using archive = await openArchive(write("data.jsonl", `\ufeff${LINES}`));
    if (archive.layout !== "lines") throw new Error("not lines");
    expect(archive.bag).toBeNull();
    const [first] = await Array.fromAsync(archive.records());
    const bytes = LINES.subarray(0, LINES.indexOf("\n"));
    expect(first).toEqual({ place: { entry: null, line: 1 }, bytes, attached: null, problem: null });
  });

  test("is taken when its first line is broken, and when it is empty", async () => {
    expect(await numbersOf(write("data.jsonl", `no json\n${LINES}`))).toEqual([1, 2, 4]);
    expect(await numbersOf(write("data.jsonl", `[1]\n${LINES}`))).toEqual([1, 2, 4]);
    expect(await numbersOf(write("data.jsonl", ""))).toEqual([]);
  });
});

describe("openArchive refuses", () => {
  test.each([
    ["x.zip", "<!DOCTYPE html>\n<title>404\u001b[31m</title>", '"<!DOCTYPE html> <title>404 [31m</title>"'],
    ["x.zip", '{"detail": "Not found."}', '"{"detail": "Not found."}"'],
    [
      "x.zip",
      "version https://git-lfs.github.com/spec/v1\noid sha256:00",
      '"version https://git-lfs.github.com',
    ],
    ["data.jsonl", "version https://git-lfs.github.com/spec/v1\noid sha256:00", '"version https://git-lfs'],
    ["data.jsonl.xz", "placeholder", '"placeholder"'],
    ["x.zip", "", "an empty file"],
    ["x.zip", Buffer.from("#!/bin/sh\nPK\x03\x04"), "10 bytes before the first entry of a zip"],
    ["x.bin", Buffer.from([0x1f, 0x8b, 8, 0, 1]), "the bytes 1f8b080001"],
    ["VolumesMetadata.json", '[{"id": "1", "decision_date": null}]', '"[{"id"'],
    ["CasesMetadata.jsonl", LINES, "not an archive"],
    ["VolumeMetadata.json", '{"id": "1", "citations": []}', "not an archive"],
  ])("%s with %j, quoting its beginning", async (name, content, message) => {
    const path = write(name, content);
    await expect(openArchive(path)).rejects.toThrow(message);
    await expect(openArchive(path)).rejects.toMatchObject({ code: "corrupt", at: { file: path } });
  });

  test("a zip of other things, naming some", async () => {
    const path = await writeZip(write("x.zip", ""), new Map([["a.txt", Buffer.from("a")]]));
    await expect(openArchive(path)).rejects.toThrow('neither a bag nor a volume; it contains "a.txt"');
    const nested = await writeZip(write("y.zip", ""), new Map([["inner.zip", LINES]]));
    await expect(openArchive(nested)).rejects.toThrow('it contains "inner.zip"');
    await expect(openArchive(await writeZip(write("z.zip", ""), new Map()))).rejects.toThrow("it is empty");
  });

  test("what is not there", async () => {
    await expect(openArchive("/nowhere/at/all.zip")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("findArchives", () => {
  async function found(path: string): Promise<string[]> {
    return (await Array.fromAsync(findArchives(path))).map((name) => name.slice(path.length + 1));
  }

  function mirror(files: Readonly<Record<string, string | Buffer>>): string {
    const root = tempFolder();
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(root, name, ".."), { recursive: true });
      writeFileSync(join(root, name), content);
    }
    return root;
  }

  test("yields the archives of a mirror in order and nothing else", async () => {
    const root = mirror({
      "ReportersMetadata.json": "[]",
      "a2d/100.zip": "cut or not",
      "a2d/100/VolumeMetadata.json": "{}",
      "a2d/100/CasesMetadata.json": "[]",
      "a2d/99.zip.part": "x",
      "a2d/index.html": "<html>",
      "a2d/VolumesMetadata.json": "[]",
      "a2d/101/cases/0001-01.json": "{}",
      "a2d/101/html/0001-01.html": "",
      "a2d/102/json/0001-01.json": "{}",
      "a2d/102/metadata/VolumeMetadata.json": "{}",
      "a2d/103.tar": "x",
      "__MACOSX/a2d/100.zip": "x",
      ".DS_Store": "x",
      "bags/Ill/bagit.txt": "x",
      "bags/Ill/manifest-sha512.txt": "x",
      "bags/Ill/data/data.jsonl.xz": "x",
      "bags/more.jsonl": LINES,
      "bags/list.jsonl": '{"entry": "x", "reason": "y"}\n',
      "bags/CasesMetadata.jsonl": LINES,
      "bags/data.jsonl.xz": "x",
    });
    expect(await found(root)).toEqual([
      "a2d/100.zip",
      "a2d/101",
      "a2d/102",
      "bags/Ill",
      "bags/data.jsonl.xz",
      "bags/more.jsonl",
    ]);
  });

  test("yields the path itself when it is an archive", async () => {
    const root = mirror({ "1/cases/0001-01.json": "{}", "x.zip": "broken", "y.jsonl": LINES });
    for (const name of ["1", "x.zip", "y.jsonl"]) {
      expect(await Array.fromAsync(findArchives(join(root, name)))).toEqual([join(root, name)]);
    }
  });

  test("refuses a file that is none, a folder without any, and what is not there", async () => {
    const root = mirror({ "VolumesMetadata.json": "[]", "a/index.html": "<html>" });
    const [list, folder] = [join(root, "VolumesMetadata.json"), join(root, "a")];
    await expect(found(list)).rejects.toMatchObject({ code: "corrupt", at: { file: list } });
    await expect(found(folder)).rejects.toMatchObject({ code: "not_found", at: { file: folder } });
    await expect(found(join(root, "none"))).rejects.toMatchObject({ code: "not_found" });
  });
});

/** Each limit on an archive is taken at its value and refused one beyond (docs/interface.md, "Limits"), turned down to be met. */
const FIXTURE = { cases: { "0001-01": { id: 1, text: "x".repeat(500) }, "0002-01": { id: 2 } } };
const MEMBERS = volumeMembers(FIXTURE);
const SIZES = [...MEMBERS.values()].map(({ length }) => length);
const ROWS = [{ id: 1, name: "x".repeat(500) }, { id: 2 }];

/** What is read of an archive under a limit; the message when it is refused. */
async function read(path: string, limits: Partial<Limits>): Promise<number | string> {
  try {
    await using archive = await openArchive(path, { ...LIMITS, ...limits });
    await archive.validate();
    return (await Array.fromAsync(archive.records())).filter(({ problem }) => problem === null).length;
  } catch (error) {
    expect(error).toBeInstanceOf(CaselawError);
    return String(error);
  }
}

function sizeOf(name: string): number {
  return MEMBERS.get(name)?.length ?? 0;
}

test.each<[string, (value: number) => Partial<Limits>, number]>([
  ["entries", (maxEntries) => ({ maxEntries }), SIZES.length],
  ["bytes of a name", (maxNameBytes) => ({ maxNameBytes }), "metadata/VolumeMetadata.json".length],
  ["bytes of a case", (maxCaseBytes) => ({ maxCaseBytes }), sizeOf("json/0001-01.json")],
  ["bytes of a list", (maxMetadataBytes) => ({ maxMetadataBytes }), sizeOf("metadata/CasesMetadata.json")],
  [
    "bytes unpacked",
    (maxUnpackedBytes) => ({ maxUnpackedBytes }),
    SIZES.reduce((sum, size) => sum + size, 0),
  ],
])("X1: a volume with as many %s as the limit is read, with one more refused", async (_, limited, value) => {
  const path = await makeVolumeZip(join(tempFolder(), "1.zip"), FIXTURE);
  expect(await read(path, limited(value))).toBe(2);
  expect(await read(path, limited(value - 1))).toContain(`limit of ${value - 1}`);
});

test("X2: a bare file that unpacks to the limit is read, one byte more refused", async () => {
  const path = join(tempFolder(), "data.jsonl.xz");
  writeFileSync(path, await toXz(toLines(ROWS)));
  const { length } = toLines(ROWS);
  expect(await read(path, { maxUnpackedBytes: length })).toBe(2);
  expect(await read(path, { maxUnpackedBytes: length - 1 })).toContain("over the limit of");
});

test("X2: the ratio counts only once so much is unpacked", async () => {
  const path = await makeBagZip(join(tempFolder(), "x.zip"), {
    lines: [{ id: 1, name: "x".repeat(500_000) }],
  });
  expect(await read(path, { maxRatio: 2, ratioFromBytes: 1_000_000 })).toBe(1);
  expect(await read(path, { maxRatio: 2, ratioFromBytes: 400_000 })).toContain(
    "limit of 2 unpacked bytes for each",
  );
});
