import { join } from "node:path";
import { expect, test } from "vitest";
import { LIMITS, type Limits } from "../../src/archive/members.ts";
import { openZip } from "../../src/archive/zip.ts";
import { changeBytes, directoryRecord, type Members, renameInZip, writeZip } from "../support/archives.ts";
import { tempFolder } from "../support/temp-folder.ts";

function members(): Members {
  return new Map([
    ["json/0001-01.json", Buffer.from('{"id": 1}')],
    ["json/0002-01.json", Buffer.alloc(0)],
    ["big.bin", Buffer.from(Array.from({ length: 300_000 }, (_, i) => `${(i * 7919) % 100_003} `).join(""))],
  ]);
}

function place(): string {
  return join(tempFolder(), "x.zip");
}

/** Opens and validates a zip; returns its names. */
async function readNames(path: string, limits: Limits = LIMITS): Promise<string[]> {
  await using zip = await openZip(path, limits);
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

test.each([
  ["../../x/a.json"],
  ["/son/0001.json"],
  ["C:\\n/0001.json"],
  ["a\\..\\b001.json"],
  ["json/../../x.j"],
  ["json/00\x001.json"],
])("X3: a zip with the name %j is refused", async (name) => {
  const path = await writeZip(place(), new Map([["json/0001.json", Buffer.from("{}")]]));
  renameInZip(path, "json/0001.json", name);
  await expect(readNames(path)).rejects.toMatchObject({ code: "corrupt", at: { file: path } });
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

test("X1: limits on entries, unpacked bytes and ratio are named", async () => {
  const path = await writeZip(place(), new Map([...members(), ["zeros", Buffer.alloc(5_000_000)]]));
  const entries: Limits = { ...LIMITS, maxEntries: 3 };
  await expect(readNames(path, entries)).rejects.toThrow("4 entries, over the limit of 3");
  const unpacked: Limits = { ...LIMITS, maxUnpackedBytes: 1_000_000 };
  await expect(readNames(path, unpacked)).rejects.toThrow("over the limit of 1000000 bytes unpacked");
  const ratio: Limits = { ...LIMITS, maxRatio: 3, ratioFromBytes: 1_000_000 };
  await expect(readNames(path, ratio)).rejects.toThrow(
    "over the limit of 3 unpacked bytes for each packed one",
  );
  expect((await readNames(path, { ...LIMITS, maxRatio: 3 })).length).toBe(4);
});
