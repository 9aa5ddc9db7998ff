import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { LIMITS } from "../../src/archive/members.ts";
import { openZip } from "../../src/archive/zip.ts";
import {
  changeBytes,
  directoryRecord,
  type Members,
  writeZip,
  type ZipOptions,
} from "../support/archives.ts";
import { tempFolder } from "../support/temp-folder.ts";

const BIG = Buffer.from(Array.from({ length: 300_000 }, (_, i) => `${(i * 7919) % 100_003} `).join(""));

function members(): Members {
  return new Map([
    ["json/0001-01.json", Buffer.from('{"id": 1}')],
    ["json/0002-01.json", Buffer.alloc(0)],
    ["big.bin", BIG],
  ]);
}

function place(): string {
  return join(tempFolder(), "x.zip");
}

/** Opens, validates and reads everything; returns content by name. */
async function readAll(path: string): Promise<Map<string, Buffer>> {
  await using zip = await openZip(path, LIMITS);
  await zip.validate(zip.list, new Map());
  const all = new Map<string, Buffer>();
  for (const member of zip.list) {
    const streamed = Buffer.concat(await Array.fromAsync(member.read(), (chunk) => Buffer.from(chunk)));
    expect(streamed.equals(await member.readBytes(LIMITS.maxCaseBytes))).toBe(true);
    all.set(member.name, streamed);
  }
  return all;
}

test.each<[string, ZipOptions]>([
  ["deflated", {}],
  ["stored", { compress: false }],
  ["Zip64, with data descriptors", { descriptors: true, zip64: true, compress: false }],
])("A3: openZip reads a zip that is %s", async (_, options) => {
  const path = await writeZip(place(), members(), options);
  const all = await readAll(path);
  expect([...all.keys()]).toEqual(["big.bin", "json/0001-01.json", "json/0002-01.json"]);
  for (const [name, content] of members()) expect(all.get(name)?.equals(content)).toBe(true);
});

test("A3: openZip passes over folder entries and reads a zip of none", async () => {
  const path = await writeZip(place(), new Map([["json/", Buffer.alloc(0)], ...members()]));
  expect((await readAll(path)).size).toBe(3);
  expect((await readAll(await writeZip(place(), new Map()))).size).toBe(0);
});

test("openZip gives the day of change of each member", async () => {
  const path = await writeZip(place(), members(), { mtime: new Date("2024-02-29T23:59:00Z") });
  await using zip = await openZip(path, LIMITS);
  expect(zip.list.map(({ modifiedOn }) => modifiedOn)).toEqual(Array(3).fill("2024-02-29"));
});

test.each([["json/0001-01.json"], ["big.bin"]])(
  "A2: a flipped byte in %s is refused, naming it",
  async (name) => {
    for (const compress of [true, false]) {
      const path = await writeZip(place(), members(), { compress });
      changeBytes(path, (bytes) => {
        const record = directoryRecord(bytes, name);
        const content = bytes.readUInt32LE(record + 42) + 30 + name.length;
        const at = content + Math.floor(bytes.readUInt32LE(record + 20) / 2);
        bytes.writeUInt8((bytes[at] ?? 0) ^ 4, at);
        return bytes;
      });
      await expect(readAll(path)).rejects.toMatchObject({ code: "corrupt", at: { file: path, entry: name } });
    }
  },
);

test.each<[string, (bytes: Buffer, record: number) => void]>([
  ["more bytes than the directory says", (b, r) => b.writeUInt32LE(b.readUInt32LE(r + 24) - 1, r + 24)],
  ["fewer bytes than the directory says", (b, r) => b.writeUInt32LE(b.readUInt32LE(r + 24) + 1, r + 24)],
  ["another CRC-32", (b, r) => b.writeUInt32LE(7, r + 16)],
  ["a shorter packed size", (b, r) => b.writeUInt32LE(b.readUInt32LE(r + 20) - 2, r + 20)],
  ["a place where no entry begins", (b, r) => b.writeUInt32LE(b.readUInt32LE(r + 42) + 1, r + 42)],
])("A2: an entry with %s is refused", async (_, change) => {
  const path = await writeZip(place(), members());
  changeBytes(path, (bytes) => {
    change(bytes, directoryRecord(bytes, "json/0001-01.json"));
    return bytes;
  });
  await expect(readAll(path)).rejects.toMatchObject({ code: "corrupt", at: { file: path } });
});

test("a member over the limit asked for is refused, naming both sizes", async () => {
  await using zip = await openZip(await writeZip(place(), members()), LIMITS);
  const big = zip.list.find(({ name }) => name === "big.bin");
  if (big === undefined) throw new Error("no big.bin");
  await expect(big.readBytes(100)).rejects.toThrow(`${BIG.length} bytes, over the limit of 100`);
});

test("members can be read at once by several readers", async () => {
  await using zip = await openZip(await writeZip(place(), members()), LIMITS);
  const read = async (): Promise<number[]> =>
    Promise.all(zip.list.map(async (member) => crc32(await member.readBytes(LIMITS.maxCaseBytes))));
  const expected = zip.list.map(({ name }) => crc32(members().get(name) ?? Buffer.alloc(0)));
  expect(await Promise.all([read(), read(), read()])).toEqual([expected, expected, expected]);
});
