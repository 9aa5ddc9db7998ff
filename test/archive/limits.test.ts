/** Each limit on an archive is taken at its value and refused one beyond (docs/interface.md, "Limits"), turned down to be met. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LIMITS, type Limits } from "../../src/archive/limits.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { makeBagZip, makeVolumeZip, toLines, toXz, volumeMembers } from "../support/archives.ts";
import { tempFolder } from "../support/temp-folder.ts";

const FIXTURE = { cases: { "0001-01": { id: 1, text: "x".repeat(500) }, "0002-01": { id: 2 } } };
const MEMBERS = volumeMembers(FIXTURE);
const SIZES = [...MEMBERS.values()].map(({ length }) => length);
const LINES = [{ id: 1, name: "x".repeat(500) }, { id: 2 }];

/** What is read of an archive under a limit; the message when it is refused. */
async function read(path: string, limits: Partial<Limits>): Promise<number | string> {
  try {
    await using archive = await openArchive(path, { ...LIMITS, ...limits });
    await archive.validate();
    const all = archive.layout === "lines" ? archive.lines() : archive.cases();
    return (await Array.fromAsync<unknown>(all)).filter((one) => !JSON.stringify(one).includes('"problem"'))
      .length;
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
  writeFileSync(path, await toXz(toLines(LINES)));
  const { length } = toLines(LINES);
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
