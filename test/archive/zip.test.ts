import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { LIMITS } from "../../src/archive/members.ts";
import { openZip } from "../../src/archive/zip.ts";
import { changeBytes, directoryRecord, type Members, renameInZip, writeZip } from "../support/archives.ts";
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

test("openZip gives the day of change of each member", async () => {
  const path = await writeZip(place(), members(), { mtime: new Date("2024-02-29T23:59:00Z") });
  await using zip = await openZip(path, LIMITS);
  expect(zip.list.map(({ modifiedOn }) => modifiedOn)).toEqual(Array(3).fill("2024-02-29"));
});

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

/** Opens and validates a zip; returns its names. */
async function readNames(path: string): Promise<string[]> {
  await using zip = await openZip(path, LIMITS);
  await zip.validate(zip.list, new Map());
  return zip.list.map(({ name }) => name);
}

test("A3: a zip with an end record that hides an entry is refused", async () => {
  const path = changeBytes(await writeZip(place(), members()), (bytes) => {
    for (const at of [8, 10]) bytes.writeUInt16LE(2, bytes.length - 22 + at);
    return bytes;
  });
  await expect(readNames(path)).rejects.toThrow("the directory ends at byte");
});

test("A3: bytes before the first entry are refused when all offsets count from the file's start", async () => {
  const path = changeBytes(await writeZip(place(), members()), (bytes) => {
    const moved = Buffer.concat([Buffer.from("PK\x03\x04 a stub "), bytes]);
    const shift = moved.length - bytes.length;
    for (const name of members().keys()) {
      const record = directoryRecord(moved, name);
      moved.writeUInt32LE(moved.readUInt32LE(record + 42) + shift, record + 42);
    }
    moved.writeUInt32LE(moved.readUInt32LE(moved.length - 6) + shift, moved.length - 6);
    return moved;
  });
  await expect(readNames(path)).rejects.toThrow("12 bytes before the first entry");
});

test("X3: a zip with a name that is not UTF-8, though it says so, is refused", async () => {
  const path = await writeZip(place(), new Map([["json/0001.json", Buffer.from("{}")]]));
  renameInZip(
    path,
    "json/0001.json",
    Buffer.from([...Buffer.from("json/000"), 0xff, ...Buffer.from(".json")]),
  );
  await expect(readNames(path)).rejects.toThrow("a name that is not UTF-8");
});

test("a backslash in a name is read as a slash", async () => {
  const path = await writeZip(place(), new Map([["json/0001.json", Buffer.from("{}")]]));
  renameInZip(path, "json/0001.json", "json\\0001.json");
  expect(await readNames(path)).toEqual(["json/0001.json"]);
});

test("X3: a symbolic link and a name over the limit are refused", async () => {
  const link = await writeZip(place(), new Map([["json/a.json", Buffer.from("/etc/passwd")]]), {
    mode: 0o120777,
  });
  await expect(readNames(link)).rejects.toThrow("a symbolic link");
  const long = await writeZip(place(), new Map([[`json/${"a".repeat(60_000)}.json`, Buffer.from("{}")]]));
  await expect(readNames(long)).rejects.toThrow("a name of 60010 bytes, over the limit of 1024");
});
