/** Archives at fault (docs/faults.md, "Archives"): what is refused completely, and what is imported in part. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import {
  bagMembers,
  changeBytes,
  makeBagZip,
  makeVolumeZip,
  toLines,
  toXz,
  writeFolder,
} from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases, staticCase, staticCases } from "../support/records.ts";
import { importAt, only, readRejects, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { toXzOfBlocks } from "../support/xz-blocks.ts";

const UNIT = "Illinois-20190416-text.zip";

/** Imports a good archive together with the damaged one, which changes nothing. */
async function refusal(make: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = tempFolder();
  await make(folder);
  await makeBagZip(join(folder, "Zebra-20190416-text.zip"), {
    lines: [bulkCase(900, { jurisdiction: { id: 77, slug: "zebra", name: "Z.", name_long: "Zebra" } })],
  });
  const options = runOptions();
  const { archives, total } = await importAt([folder], options);
  expect(archives.map(({ status }) => status).toSorted()).toEqual(["failed", "imported"]);
  const failed = archives.find(({ status }) => status === "failed");
  expect(failed).toMatchObject({ read: 0, rejects: null, bytes: 0 });
  expect(total).toMatchObject({ failed: 1, read: 1, added: 1 });
  expect(contributedIds(options.corpusPath)).toEqual([900]);
  const error = failed?.error ?? "";
  expect(error).toMatch(/^Cannot .*: \S/);
  return error;
}

test("A2: importPaths refuses a zip with a flipped byte in an entry, and names the entry", async () => {
  const error = await refusal(async (folder) => {
    const path = await makeVolumeZip(
      join(folder, "1.zip"),
      { cases: staticCases(1, 2) },
      { compress: false },
    );
    changeBytes(path, (bytes) => {
      const at = bytes.indexOf("word2");
      bytes.write("w0rd2", at);
      return bytes;
    });
  });
  expect(error).toContain("json/0002-01.json");
});

test("A4: importPaths refuses a bag with a wrong hash, zipped and unpacked", async () => {
  const manifest = (_hash: string, path: string): string => `${"0".repeat(128)} ${path}`;
  const fixture = { lines: bulkCases(1, 3), manifest };
  await refusal((folder) => makeBagZip(join(folder, UNIT), fixture));
  await refusal(async (folder) =>
    writeFolder(join(folder, "Illinois-20190416-text"), await bagMembers({ ...fixture, top: "" })),
  );
});

test("A5: importPaths takes the complete cases of a volume with mismatches, reports each mismatch, and removes nothing", async () => {
  const folder = tempFolder();
  const options = runOptions();
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const [march, april] = [3, 4].map((month) => ({ mtime: new Date(Date.UTC(2024, month, 1)) }));
  await importAt(
    [await makeVolumeZip(join(folder, "1.zip"), { cases: staticCases(...ids) }, march)],
    options,
  );
  const { "0002-01": _gone, ...cases } = staticCases(...ids);
  const rows = Object.values(staticCases(...ids)).map((row) => ({ ...row, casebody: undefined }));
  const html = {
    ...Object.fromEntries(Object.keys(cases).map((name) => [name, "<p>x</p>"])),
    "0099-01": "<p>y</p>",
  };
  delete (html as Record<string, string>)["0003-01"];
  const holed = await makeVolumeZip(
    join(folder, "1.zip"),
    {
      cases: {
        ...cases,
        "0004-01": { ...staticCase(4, { file_name: "0004-01" }), docket_number: "other" },
        "0050-01": staticCase(50, { file_name: "0050-01" }),
      },
      rows,
      html: { ...html, "0050-01": "<p>z</p>" },
    },
    april,
  );
  const report = only(await importAt([holed], options));
  expect(report).toMatchObject({ status: "incomplete", read: 21, rejected: 1, added: 1, removed: 0 });
  expect(report.problems).toEqual([
    "0002-01: listed in CasesMetadata.json, but has no JSON file",
    "0050-01: not listed in CasesMetadata.json",
    "0099-01: has an HTML file, but no JSON file",
    "0003-01: has no HTML file",
    "json/0004-01.json: differs from its row in CasesMetadata.json",
  ]);
  expect(readRejects(report.rejects)).toEqual([
    expect.objectContaining({ file: holed, entry: "json/0002-01.json" }),
  ]);
  expect(contributedIds(options.corpusPath)).toEqual([...ids, 50]);
});

const XZ_FAULTS: Record<string, (bytes: Buffer) => Buffer> = {
  "cut in its footer": (bytes) => bytes.subarray(0, bytes.length - 3),
  "with a flipped byte": (bytes) => {
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 0x10;
    return bytes;
  },
  "with bytes behind its end": (bytes) => Buffer.concat([bytes, Buffer.from("tail")]),
  "whose last block is damaged": (bytes) => {
    bytes[bytes.length - 80] = (bytes[bytes.length - 80] ?? 0) ^ 0x10;
    return bytes;
  },
};
test.each(Object.entries(XZ_FAULTS))("A6: importPaths refuses a bare .xz %s", async (_name, damage) => {
  const lines = toLines(bulkCases(1, 50));
  const packed = await toXzOfBlocks([lines.subarray(0, 2_000), lines.subarray(2_000)]);
  const error = await refusal(async (folder) => writeFileSync(join(folder, "data.jsonl.xz"), damage(packed)));
  expect(error).toMatch(/data\.jsonl\.xz.* at byte \d+/);
});

/** The lines in blocks and streams that end anywhere, within a line and within a letter, and zero padding. */
async function oddXz(lines: Buffer): Promise<Buffer> {
  const letter = lines.indexOf("𝒜", 3000) + 2;
  const ends = [0, 1, 1000, letter, letter + 1, lines.length];
  const parts = ends.slice(1).map((end, index) => lines.subarray(ends[index], end));
  const padding = Buffer.alloc(12);
  const first = await toXzOfBlocks(parts.slice(0, 3));
  return Buffer.concat([first, padding, await toXz(Buffer.concat(parts.slice(3))), padding]);
}

test("A6: importPaths reads every line of an xz of several blocks, streams and padding, bare and in a bag", async () => {
  // letters of two, three and four bytes, unescaped
  const name = "Müller v. Société “Ünïon” — 𝒜 §";
  const ids = Array.from({ length: 12 }, (_, index) => index + 1);
  const lines = ids.map((id) => bulkCase(id, { name }));
  const [folder, payload] = [tempFolder(), await oddXz(toLines(lines))];
  const bare = join(folder, "data.jsonl.xz");
  writeFileSync(bare, payload);
  const dumps = [];
  for (const path of [
    bare,
    await makeBagZip(join(folder, UNIT), { lines: [], payload }),
    await makeBagZip(join(folder, "plain", UNIT), { lines }),
  ]) {
    const options = runOptions();
    const report = await importAt([path], options);
    expect(hasFaults(report)).toBe(false);
    expect(only(report)).toMatchObject({ status: "imported", read: 12, added: 12, rejected: 0 });
    dumps.push(dumpCorpus(options.corpusPath));
  }
  const [ofLines, odd, plain] = dumps;
  expect(odd).toEqual(plain);
  expect(ofLines?.records.cases).toEqual(ids.map((id) => expect.objectContaining({ id, name })));
});

/** A bag whose hash is that of a payload which breaks off after its first stream. */
async function brokenBag(path: string, lines: readonly unknown[]): Promise<string> {
  const more = (await toXz(toLines(bulkCases(500, 600)))).subarray(0, 200);
  return makeBagZip(path, { lines: [], payload: Buffer.concat([await toXz(toLines(lines)), more]) });
}

test("A6: importPaths keeps the lines before the fault of a bag that fits its hash, and removes nothing", async () => {
  const folder = tempFolder();
  const options = runOptions();
  const first = await makeBagZip(join(folder, UNIT), { lines: bulkCases(1, 20) });
  await importAt([first], options);
  const broken = await brokenBag(join(folder, "Illinois-20200416-text.zip"), [
    ...bulkCases(1, 9),
    bulkCase(10, { docket_number: "new" }),
    bulkCase(21),
  ]);
  const report = await importAt([broken], options);
  expect(hasFaults(report)).toBe(true);
  expect(only(report)).toMatchObject({
    status: "incomplete",
    added: 1,
    changed: 1,
    unchanged: 9,
    removed: 0,
  });
  expect(only(report).error).toMatch(/data\.jsonl\.xz/);
  expect(contributedIds(options.corpusPath)).toHaveLength(21);
  const again = only(await importAt([broken], options));
  expect(again).toMatchObject({ status: "incomplete", unchanged: 11 });
  const repaired = await makeBagZip(join(folder, "Illinois-20200416-text.zip"), { lines: bulkCases(2, 21) });
  expect(only(await importAt([repaired], options))).toMatchObject({ status: "imported", removed: 1 });
});

test("A6: importPaths comes to the same corpus whether a bag was broken at first or not", async () => {
  const folder = tempFolder();
  const [met, not] = [runOptions(), runOptions()];
  const path = join(folder, UNIT);
  await importAt([await brokenBag(path, bulkCases(1, 5))], met);
  const complete = await makeBagZip(path, { lines: bulkCases(1, 20) });
  await importAt([complete], met);
  await importAt([complete], not);
  expect(dumpCorpus(met.corpusPath)).toEqual(dumpCorpus(not.corpusPath));
  expect(existsSync(join(met.dataFolder, ".lock"))).toBe(false);
});
