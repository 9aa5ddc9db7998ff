/**
 * Archives damaged by chance (docs/faults.md, "A1" to "A6", "X1" to "X4"): each is refused in our words or read with the
 * contents that it had; nothing hangs or ends in a bug.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openArchive } from "../../src/archive/open-archive.ts";
import { decodeXz } from "../../src/archive/xz.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import {
  bagMembers,
  chunksOf,
  type Members,
  toLines,
  toXz,
  volumeMembers,
  writeFolder,
  writeZip,
} from "../support/archives.ts";
import { damaged, fuzzing, wounds } from "../support/fuzz.ts";
import { keptBytes, keptLines } from "../support/kept.ts";
import { tempFolder } from "../support/temp-folder.ts";

const LINES = Array.from({ length: 40 }, (_, id) => ({ id: id + 1, name: `Case ${(id * 7919) % 997}` }));
const BAG = await bagMembers({ top: "Illinois-20200501-text", lines: LINES });
const PLAIN_BAG = await bagMembers({ top: "", lines: LINES, payloadName: "data.jsonl" });
const VOLUME = volumeMembers({ cases: { "0001-01": LINES[0], "0002-01": LINES[1], "0003-01": LINES[2] } });
const ALL_LINES = toLines(LINES).toString().trimEnd().split("\n");
const CASE_FILES = [...VOLUME]
  .filter(([name]) => name.startsWith("json/"))
  .map(([, file]) => file.toString());

test.each([
  ["a bag", BAG, false],
  ["a bag, deflated", BAG, true],
  ["a volume", VOLUME, true],
  ["a volume, stored", VOLUME, false],
])(
  "a zip of %s with bytes damaged anywhere is refused or read with its own content",
  async (_, members, compress) => {
    const folder = tempFolder();
    const complete = await bytesOfZip(folder, members, compress);
    const path = join(folder, "x.zip");
    await fc.assert(
      fc.asyncProperty(wounds, async (all) => {
        writeFileSync(path, damaged(complete, all));
        for (const one of await readOrRefusal(path)) expect([...ALL_LINES, ...CASE_FILES]).toContain(one);
      }),
      fuzzing(100),
    );
  },
);

test("a zip spliced of two is refused or read with their content", async () => {
  const folder = tempFolder();
  const [one, two] = [await bytesOfZip(folder, BAG, false), await bytesOfZip(folder, VOLUME, true)];
  const path = join(folder, "x.zip");
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(part, part, fc.boolean(), async (a, b, turned) => {
      const [head, tail] = turned ? [two, one] : [one, two];
      writeFileSync(path, Buffer.concat([head.subarray(0, a * head.length), tail.subarray(b * tail.length)]));
      for (const read of await readOrRefusal(path)) expect([...ALL_LINES, ...CASE_FILES]).toContain(read);
    }),
    fuzzing(80),
  );
});

test.each([
  ["zipped", BAG],
  ["unpacked", BAG],
  ["unpacked, its lines plain", PLAIN_BAG],
])(
  "a bag %s with a member damaged is refused, or the damage is not in its payload",
  async (form, members) => {
    const folder = tempFolder();
    const names = [...members.keys()];
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), wounds, async (name, all) => {
        const hurt = new Map(members);
        hurt.set(name, damaged(members.get(name) ?? Buffer.alloc(0), all));
        const path =
          form === "zipped"
            ? await writeZip(join(folder, `${turn++}.zip`), hurt, { compress: false })
            : writeFolder(join(folder, String(turn++)), hurt);
        const read = await readOrRefusal(path);
        if (read.length > 0) expect(read).toEqual(ALL_LINES);
      }),
      fuzzing(60),
    );
  },
);

test("an xz stream with bytes damaged anywhere is refused or decoded as it was", async () => {
  const plain = toLines(LINES);
  const packed = await toXz(plain);
  const twice = Buffer.concat([packed, Buffer.alloc(4), packed]);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(packed, twice),
      wounds,
      fc.integer({ min: 1, max: 999 }),
      (xz, all, size) =>
        decodeOrRefusal(damaged(xz, all), size).then((read) => {
          if (read !== null) expect([plain.toString(), plain.toString().repeat(2)]).toContain(read);
        }),
    ),
    fuzzing(200),
  );
});

async function bytesOfZip(folder: string, members: Members, compress: boolean): Promise<Buffer> {
  return readFileSync(await writeZip(join(folder, "complete.zip"), members, { compress }));
}

/** Every line or case file; nothing when the archive is refused. A file that is no archive counts as lines. */
async function readOrRefusal(path: string): Promise<string[]> {
  try {
    await using archive = await openArchive(path);
    await archive.validate();
    if (archive.layout === "lines" && archive.bag === null) return [];
    return await keptLines(archive.records());
  } catch (error) {
    expect(error).toBeInstanceOf(CaselawError);
    expect(error).toMatchObject({ code: "corrupt" });
    return [];
  }
}

async function decodeOrRefusal(xz: Buffer, size: number): Promise<string | null> {
  try {
    return (await keptBytes(decodeXz(chunksOf(xz, size)))).toString();
  } catch (error) {
    expect(error).toBeInstanceOf(CaselawError);
    expect(error).toMatchObject({ code: "corrupt" });
    return null;
  }
}
