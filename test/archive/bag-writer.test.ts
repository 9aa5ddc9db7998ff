import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { BagWriter } from "../../src/archive/bag-writer.ts";
import { LIMITS } from "../../src/archive/members.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { openZip } from "../../src/archive/zip.ts";
import { keptLines } from "../support/kept.ts";
import { HAS_PYTHON, runPython } from "../support/other-programs.ts";
import { tempFolder } from "../support/temp-folder.ts";

const NAME = "ill_xml_20200501";

async function writeBag(folder: string, lines: readonly string[]): Promise<string> {
  await using bag = new BagWriter({
    folder,
    name: NAME,
    description: "Cases for Illinois",
    baggingDate: "2020-05-01",
  });
  for (const line of lines) await bag.write(line);
  expect(bag.rows).toBe(lines.length);
  return join(folder, await bag.finish());
}

test("BagWriter makes a bag that is validated and read back, and leaves no other file", async () => {
  const folder = tempFolder();
  const lines = Array.from({ length: 20_000 }, (_, index) => `{"id": ${index}, "name": "Case ${index}"}`);
  await using archive = await openArchive(await writeBag(folder, lines));
  if (archive.layout !== "lines") throw new Error(archive.layout);
  await archive.validate();
  expect(archive.bag).toEqual({ name: NAME, baggingDate: "2020-05-01" });
  expect(await keptLines(archive.records())).toEqual(lines);
  expect(readdirSync(folder)).toEqual([`${NAME}.zip`]);
});

test('BagWriter writes tag files and manifest to the letter (docs/formats.md, "Layout of a bulk archive")', async () => {
  const path = await writeBag(tempFolder(), ["{}"]);
  await using zip = await openZip(path, LIMITS);
  const contents = new Map<string, Buffer>();
  for (const member of zip.list)
    contents.set(member.name.slice(NAME.length + 1), await member.readBytes(2 ** 20));
  const payload = contents.get("data/data.jsonl.xz") ?? Buffer.alloc(0);
  expect(contents.get("bagit.txt")?.toString()).toBe(
    "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
  );
  expect(
    contents
      .get("bag-info.txt")
      ?.toString()
      .split("\n")
      .map((line) => line.replace(/:.*/, "")),
  ).toEqual([
    "Source-Organization",
    "Organization-Address",
    "Contact-Name",
    "Contact-Email",
    "External-Description",
    "Bagging-Date",
    "",
  ]);
  const sha512 = createHash("sha512").update(payload).digest("hex");
  expect(contents.get("manifest-sha512.txt")?.toString()).toBe(`${sha512} data/data.jsonl.xz`);
});

test("BagWriter left half-way leaves nothing", async () => {
  const folder = tempFolder();
  {
    await using bag = new BagWriter({ folder, name: NAME, description: "", baggingDate: "2020-05-01" });
    for (let line = 0; line < 1000; line++) await bag.write("x".repeat(1000));
  }
  expect(readdirSync(folder)).toEqual([]);
});

test("BagWriter reports to the caller that the disk is full", async () => {
  const folder = join(tempFolder(), "gone");
  await using bag = new BagWriter({ folder, name: NAME, description: "", baggingDate: "2020-05-01" });
  const writeAll = async (): Promise<void> => {
    for (let line = 0; line < 1000; line++) await bag.write("x".repeat(1000));
  };
  await expect(writeAll()).rejects.toMatchObject({ code: "ENOENT" });
  await expect(bag.finish()).rejects.toMatchObject({ code: "ENOENT" });
});

test.skipIf(!HAS_PYTHON)(
  "BagWriter's payload is one xz stream of one block with CRC64, for Python too",
  async () => {
    const script = `
import lzma, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
d = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
text = d.decompress(z.read(z.infolist()[0]))
assert d.eof and d.unused_data == b"" and d.check == lzma.CHECK_CRC64
print([i.filename for i in z.infolist()], text)`;
    const path = await writeBag(tempFolder(), ['{"id": 1}', '{"id": 2}']);
    expect(runPython(script, path).trim()).toBe(
      `['${NAME}/data/data.jsonl.xz', '${NAME}/bagit.txt', '${NAME}/bag-info.txt', '${NAME}/manifest-sha512.txt'] b'{"id": 1}\\n{"id": 2}\\n'`,
    );
  },
);
