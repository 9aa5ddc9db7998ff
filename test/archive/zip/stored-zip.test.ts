import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { LIMITS } from "../../../src/archive/limits.ts";
import { type StoredEntry, writeStoredZip } from "../../../src/archive/zip/stored-zip.ts";
import { openZip } from "../../../src/archive/zip/zip.ts";
import { keptBytes } from "../../support/kept.ts";
import { HAS_PYTHON, HAS_UNZIP, runPython } from "../../support/other-programs.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const TEXTS = { "top/data/b.txt": "b".repeat(3000), "top/a.txt": "", "top/ü.txt": "x" };

function entriesOf(texts: Readonly<Record<string, string>>): StoredEntry[] {
  return Object.entries(texts).map(([name, text]) => {
    const bytes = Buffer.from(text);
    return { name, bytes: bytes.length, crc32: crc32(bytes), content: [bytes] };
  });
}

const FORMS = [
  ["as it is", undefined],
  ["with sizes and offsets in Zip64 fields", 2000],
] as const;

test.each(FORMS)("writeStoredZip %s is read by our own reader", async (_name, wideFrom) => {
  const path = join(tempFolder(), "a.zip");
  await writeStoredZip(path, entriesOf(TEXTS), "2020-05-01", wideFrom);
  await using zip = await openZip(path, LIMITS);
  await zip.validate([], new Map());
  const read = await Promise.all(
    zip.list.map(async (member) => [
      member.name,
      (await keptBytes(zip.read(member))).toString(),
      member.modifiedOn,
    ]),
  );
  expect(read).toEqual(
    Object.entries(TEXTS)
      .map(([name, text]) => [name, text, "2020-05-01"])
      .sort(),
  );
});

test.skipIf(!HAS_UNZIP).each(FORMS)("writeStoredZip %s passes unzip -t", async (_name, wideFrom) => {
  const path = join(tempFolder(), "a.zip");
  await writeStoredZip(path, entriesOf(TEXTS), "2020-05-01", wideFrom);
  // in the C locale it doubts names that are not ASCII where a Zip64 field follows
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  expect(spawnSync("unzip", ["-t", path], { encoding: "utf8", env }).stdout).toMatch(/No errors detected/);
});

test.skipIf(!HAS_PYTHON).each(FORMS)(
  "writeStoredZip %s keeps the order, for Python too",
  async (_name, wideFrom) => {
    const path = join(tempFolder(), "a.zip");
    await writeStoredZip(path, entriesOf(TEXTS), "2020-05-01", wideFrom);
    const script = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
print(json.dumps([[i.filename, i.compress_type, i.flag_bits & 8, z.read(i).decode()] for i in z.infolist()]))`;
    const expected = Object.entries(TEXTS).map(([name, text]) => [name, 0, 0, text]);
    expect(JSON.parse(runPython(script, path))).toEqual(expected);
  },
);

test("writeStoredZip writes the same bytes each time, and over no file that is there", async () => {
  const folder = tempFolder();
  const [one, two] = [join(folder, "1.zip"), join(folder, "2.zip")];
  for (const path of [one, two]) await writeStoredZip(path, entriesOf(TEXTS), "2020-05-01");
  expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
  await expect(writeStoredZip(one, [], "2020-05-01")).rejects.toMatchObject({ code: "EEXIST" });
});
