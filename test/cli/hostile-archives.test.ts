/**
 * Archives made to use up memory or disk, or to write elsewhere (faults, X1 to X4 and X8): each ends by itself, within a
 * fixed bound of memory over a tiny import, named, and with the good archive beside it taken.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { encodeXz } from "../../src/archive/xz.ts";
import { makeBagZip, makeVolumeZip, renameInZip, writeZip } from "../support/archives.ts";
import { heldIds } from "../support/dump.ts";
import { bulkCase, bulkCases, staticCases } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { type Ended, runCli } from "./run-cli.ts";

const PRELOAD = new URL("../support/preload-peak.ts", import.meta.url).href;
/** What a hostile archive may take beyond a tiny one (faults, section 1). */
const BOUND_KB = 150 * 1024;
const MIB = 2 ** 20;
const SIZE = 200 * MIB;

interface Imported extends Ended {
  readonly peakKb: number;
  readonly ids: readonly number[];
}

/** Imports all archives in `in/`, among them a good one of case 900; nothing is left elsewhere. */
async function importBeside(make: (folder: string) => Promise<unknown>): Promise<Imported> {
  const folder = tempFolder();
  const [archives, peak] = [join(folder, "in"), join(folder, "peak")];
  mkdirSync(archives);
  await make(archives);
  await makeBagZip(join(archives, "Zebra-20190416-text.zip"), {
    lines: [bulkCase(900, { jurisdiction: { id: 77, slug: "zebra", name: "Z.", name_long: "Zebra" } })],
  });
  const before = readdirSync(archives);
  const environment = { NODE_OPTIONS: `--import ${PRELOAD}`, PEAK_FILE: peak };
  const ended = await runCli(["import", "in"], { folder, environment });
  expect(ended.stderr).not.toMatch(/^ {4}at /m);
  expect(readdirSync(folder).sort()).toEqual(["data", "in", "peak"]);
  expect(readdirSync(archives)).toEqual(before);
  const corpusPath = join(folder, "data", "caselaw.db");
  await expectWhole(corpusPath);
  expect(heldIds(corpusPath)).toContain(900);
  return { ...ended, peakKb: Number(readFileSync(peak, "utf8")), ids: heldIds(corpusPath) };
}

let tiny: Promise<number> | null = null;

/** Holds a run to the bound over a tiny one, which is made once. */
async function expectSmall({ peakKb }: Imported): Promise<void> {
  tiny ??= importBeside((folder) =>
    makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: bulkCases(1, 3) }),
  ).then((done) => done.peakKb);
  expect(peakKb).toBeLessThan((await tiny) + BOUND_KB);
}

/** 200 MB of one piece repeated, as a packed bag; nothing of it is ever whole. */
async function packedBag(folder: string, piece: Buffer, more: readonly unknown[] = []): Promise<string> {
  const payload = Buffer.concat(await Array.fromAsync(encodeXz(repeated(piece, more))));
  return makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: [], payload });
}

async function* repeated(piece: Buffer, more: readonly unknown[]): AsyncGenerator<Buffer> {
  const chunk = Buffer.alloc(Math.max(piece.length, MIB - (MIB % piece.length)), piece);
  for (let sent = 0; sent < SIZE; sent += chunk.length) yield chunk;
  yield Buffer.from(more.map((record) => `\n${JSON.stringify(record)}`).join(""));
}

test("X2: import of 200 MB of one byte rejects the line, takes the next, and stays small: exit 3", async () => {
  const done = await importBeside((folder) => packedBag(folder, Buffer.from("x"), [bulkCase(1)]));
  expect(done).toMatchObject({ code: 3, ids: [1, 900] });
  expect(done.stderr).toMatch(/1 record rejected/);
  await expectSmall(done);
});

test("X2: import of 200 MB of newlines is of blank lines, and stays small: exit 0", async () => {
  const done = await importBeside((folder) => packedBag(folder, Buffer.from("\n"), [bulkCase(1)]));
  expect(done).toMatchObject({ code: 0, ids: [1, 900] });
  await expectSmall(done);
});

test("X2: import of 200 MB of one valid line takes its case once, and stays small: exit 0", async () => {
  const line = Buffer.from(`${JSON.stringify(bulkCase(1, { unknown: "x".repeat(100_000) }))}\n`);
  const done = await importBeside((folder) => packedBag(folder, line));
  expect(done).toMatchObject({ code: 0, ids: [1, 900] });
  await expectSmall(done);
});

test("X4: import of a record of 200 MB rejects its line, takes the neighbours, and stays small: exit 3", async () => {
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${JSON.stringify(bulkCase(1))}\n{"id": 2, "name": "`);
    yield* repeated(Buffer.from("long "), []);
    yield Buffer.from(`"}\n${JSON.stringify(bulkCase(3))}\n`);
  }
  const done = await importBeside(async (folder) => {
    const payload = Buffer.concat(await Array.fromAsync(encodeXz(lines())));
    await makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: [], payload });
  });
  expect(done).toMatchObject({ code: 3, ids: [1, 3, 900] });
  await expectSmall(done);
});

test("X1: import of a volume whose case unpacks 1,000 times refuses it at the limit, and stays small: exit 3", async () => {
  const done = await importBeside(async (folder) => {
    const members = new Map([
      ["json/0001-01.json", Buffer.alloc(SIZE, " ")],
      ["metadata/VolumeMetadata.json", Buffer.from('{"id": "1"}')],
      ["metadata/CasesMetadata.json", Buffer.from("[]")],
    ]);
    await writeZip(join(folder, "1.zip"), members);
  });
  expect(done).toMatchObject({ code: 3, ids: [900] });
  expect(done.stderr).toMatch(/1\.zip.*over the limit of \d+/);
  await expectSmall(done);
});

test("X1: import of a zip in a zip, and of one of a million entries, refuses both: exit 3", async () => {
  const done = await importBeside(async (folder) => {
    const inner = readFileSync(await makeBagZip(join(tempFolder(), "x.zip"), { lines: bulkCases(1, 2) }));
    await writeZip(join(folder, "1.zip"), new Map([["x.zip", inner]]));
    writeFileSync(join(folder, "2.zip"), manyEntries(1_000_000));
  });
  expect(done).toMatchObject({ code: 3, ids: [900] });
  expect(done.stderr).toMatch(/1\.zip.*neither a bag nor a volume/);
  expect(done.stderr).toMatch(/2\.zip.*over the limit of 500000/);
  await expectSmall(done);
});

test.each([
  ["climbs", "json/../../../x.js"],
  ["is absolute", "/home/evil/x.json1"],
  ["has a drive", "C:\\json\\0001-01.j"],
  ["holds NUL", "json/00\u00001-01.json"],
  ["stands twice", "json/0002-01.json"],
])(
  "X3: import of a volume with a name that %s refuses it whole, and nothing is outside: exit 3",
  async (_, name) => {
    const done = await importBeside(async (folder) => {
      const zip = await makeVolumeZip(join(folder, "1.zip"), { cases: staticCases(1, 2) });
      renameInZip(zip, "json/0001-01.json", name.padEnd("json/0001-01.json".length, "1").slice(0, 17));
    });
    expect(done).toMatchObject({ code: 3, ids: [900] });
  },
);

/** A zip of empty entries, as small as it can be: its directory alone is 50 MB. */
function manyEntries(count: number): Buffer {
  const local = Buffer.from("504b03040a00000000000000000000000000000000000000000001000000", "hex");
  const header = Buffer.concat([local, Buffer.from("a")]);
  const record = Buffer.alloc(47);
  record.write("504b01020a000a0000000000", 0, "hex");
  record.writeUInt16LE(1, 28);
  record.write("a", 46);
  const directory = Buffer.alloc(47 * count, record);
  const locator = Buffer.alloc(20);
  const end64 = Buffer.alloc(56);
  end64.write("504b0606", 0, "hex");
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(directory.length), 40);
  end64.writeBigUInt64LE(BigInt(header.length), 48);
  locator.write("504b0607", 0, "hex");
  locator.writeBigUInt64LE(BigInt(header.length + directory.length), 8);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.from("504b050600000000ffffffffffffffffffffffff0000", "hex");
  return Buffer.concat([header, directory, end64, locator, end]);
}
