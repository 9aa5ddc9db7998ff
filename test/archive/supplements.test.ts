import { createHash } from "node:crypto";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { RecordPlace } from "../../src/archive/members.ts";
import { findArchives, openArchive } from "../../src/archive/open-archive.ts";
import { compareRelease } from "../../src/domain/decision-date.ts";
import { makeVolumeZip, type VolumeFixture, writeFolder } from "../support/archives.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ROWS = [1, 2].map((id) => ({ id, file_name: `000${id}-01` }));
const MISMATCHED: VolumeFixture = { cases: { "0001-01": { id: 1 } }, rows: ROWS };

/** A zip with these files in the folder next to it. */
async function place(
  supplements: Record<string, string>,
  fixture: VolumeFixture = MISMATCHED,
): Promise<{ readonly folder: string; readonly zip: string }> {
  const folder = tempFolder();
  const zip = await makeVolumeZip(join(folder, "410.zip"), fixture);
  const files = Object.entries(supplements).map(([name, text]): [string, Buffer] => [
    name,
    Buffer.from(text),
  ]);
  writeFolder(join(folder, "410.supplements"), new Map(files));
  return { folder, zip };
}

async function read(zip: string) {
  await using archive = await openArchive(zip);
  if (archive.layout !== "volume") throw new Error("no volume");
  const { sha256 } = await archive.validate();
  const cases = (await Array.fromAsync(archive.records())).map(({ place, bytes, attached: html }) =>
    [nameOf(place), bytes.toString().replace(/\s+/g, ""), html?.toString() ?? null].join(" "),
  );
  return { sha256, cases, mismatches: archive.mismatches, supplements: archive.supplements };
}

function nameOf({ entry }: RecordPlace): string {
  return basename(entry ?? "", ".json");
}

function hashOf(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}

const SECOND = { "json/0002-01.json": '{"id":2}', "html/0002-01.html": "<p>2</p>" };

test.each([
  ["", undefined],
  [" packed in a folder", "410"],
])("openArchive adds the supplements of a zip%s to its members", async (_, top) => {
  const { zip } = await place(SECOND, top === undefined ? MISMATCHED : { ...MISMATCHED, top });
  expect(await read(zip)).toMatchObject({
    cases: ['0001-01 {"id":1} <section>0001-01</section>', '0002-01 {"id":2} <p>2</p>'],
    mismatches: [],
    supplements: ["html/0002-01.html", "json/0002-01.json"],
  });
});

test("openArchive takes no single for what the zip has itself", async () => {
  const { zip } = await place({ "json/0001-01.json": '{"id":9}', "html/0001-01.html": "<p>9</p>" });
  const found = await read(zip);
  expect(found).toMatchObject({ cases: ['0001-01 {"id":1} <section>0001-01</section>'], supplements: [] });
  expect(found.sha256).toBe(hashOf(zip));
});

test("the hash of a zip is its file's without supplements, and another with each set of them", async () => {
  const sets: Record<string, string>[] = [
    SECOND,
    { "json/0002-01.json": SECOND["json/0002-01.json"] },
    { ...SECOND, "html/0002-01.html": "<p>3</p>" },
  ];
  const hashes = new Set<string>();
  for (const supplements of sets) hashes.add((await read((await place(supplements)).zip)).sha256);
  const alone = await place({});
  expect((await read(alone.zip)).sha256).toBe(hashOf(alone.zip));
  expect((await read((await place(SECOND)).zip)).sha256).toBe([...hashes][0]);
  expect(hashes.add(hashOf(alone.zip)).size).toBe(4);
});

test("a zip with more supplements is a later release than with fewer, and of the same day", async () => {
  const first = { "json/0002-01.json": SECOND["json/0002-01.json"] };
  const releases: (string | null)[] = [];
  for (const supplements of [{}, first, SECOND]) {
    await using archive = await openArchive((await place(supplements)).zip);
    releases.push(archive.layout === "volume" ? archive.release : null);
  }
  releases.push("2024-03-05");
  expect(releases[0]).toBe("2024-03-04");
  expect(releases.toSorted(() => -1).toSorted(compareRelease)).toEqual(releases);
  expect(new Set(releases).size).toBe(4);
});

test("openArchive passes over links and whatever else lies among supplements", async () => {
  const { folder, zip } = await place({
    "json/.0002-01.json": "{}",
    "json/0002-01.json.part": "{",
    "json/deep/0002-01.json": "{}",
    "html/index.html": "x",
    "metadata/CasesMetadata.json": "[]",
    "VolumeMetadata.json": "{}",
  });
  const outside = writeFolder(join(folder, "outside"), new Map([["0002-01.json", Buffer.from('{"id":2}')]]));
  const inside = join(folder, "410.supplements", "json");
  symlinkSync(join(outside, "0002-01.json"), join(inside, "0002-01.json"));
  expect(await read(zip)).toMatchObject({ supplements: [], sha256: hashOf(zip) });
  rmSync(inside, { recursive: true });
  symlinkSync(outside, inside);
  expect(await read(zip)).toMatchObject({ supplements: [], sha256: hashOf(zip) });
});

test("findArchives takes a folder of supplements for no archive, with or without its zip", async () => {
  const { folder, zip } = await place(SECOND);
  writeFolder(join(folder, "411.supplements"), new Map([["json/0002-01.json", Buffer.from("{}")]]));
  expect(await Array.fromAsync(findArchives(folder))).toEqual([zip]);
});
