import { join } from "node:path";
import { expect, test } from "vitest";
import { findArchives } from "../../../src/archive/find-archives.ts";
import { LIMITS } from "../../../src/archive/limits.ts";
import { openArchive } from "../../../src/archive/open-archive.ts";
import { type Members, writeFolder, writeZip } from "../../support/archives.ts";
import { metsBag, metsDocument } from "../../support/mets.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const DOCUMENT = metsDocument();

async function entriesOf(path: string): Promise<string[]> {
  await using archive = await openArchive(path);
  if (archive.layout !== "mets") throw new Error(archive.layout);
  await archive.validate();
  return (await Array.fromAsync(archive.cases())).map(({ entry, xml }) => `${entry} ${xml.length}`);
}

test.each(["zip", "folder"])(
  "openArchive gives the documents of a %s in the order of names",
  async (form) => {
    const bag = metsBag({ "1/b.xml": DOCUMENT, "1/a.xml": DOCUMENT, "readme.txt": "x", ".hidden.xml": "x" });
    const folder = tempFolder();
    if (form === "zip") await writeZip(join(folder, "bag.zip"), bag);
    else writeFolder(folder, bag);
    const [found] = await Array.fromAsync(findArchives(folder));
    const top = form === "zip" ? "Illinois-20180301-mets/" : "";
    expect(await entriesOf(found ?? "")).toEqual([
      `${top}data/1/a.xml ${Buffer.byteLength(DOCUMENT)}`,
      `${top}data/1/b.xml ${Buffer.byteLength(DOCUMENT)}`,
    ]);
  },
);

test("openArchive takes of a vendor's delivery the documents of cases alone, whatever else they are named", async () => {
  const bag = metsBag({
    "casemets/32044_redacted_CASEMETS_0001.xml": DOCUMENT,
    "alto/32044_redacted_ALTO_00009_0.xml": "<alto/>",
    "32044_redacted_METS.xml": "<mets/>",
    "METS.xml": "<mets/>",
    "roe.xml": DOCUMENT,
  });
  const path = await writeZip(join(tempFolder(), "v.zip"), bag);
  expect(await entriesOf(path)).toHaveLength(2);
});

test("a bag with lines is one of lines, whatever XML is next to them", async () => {
  const bag = metsBag({ "a.xml": DOCUMENT, "data.jsonl": "" });
  await using archive = await openArchive(await writeZip(join(tempFolder(), "v.zip"), bag));
  expect(archive.layout).toBe("lines");
});

const changed = (change: (members: Members) => void): Members => {
  const bag = metsBag({ "a.xml": DOCUMENT, "b.xml": DOCUMENT });
  change(bag);
  return bag;
};
const TOP = "Illinois-20180301-mets";

test.each<[string, Members, string]>([
  [
    "another content",
    changed((bag) => bag.set(`${TOP}/data/a.xml`, Buffer.from("<mets/>"))),
    "the manifest says",
  ],
  [
    "a lost document",
    changed((bag) => bag.delete(`${TOP}/data/a.xml`)),
    "listed in the manifest, but missing",
  ],
  ["an unlisted one", changed((bag) => bag.set(`${TOP}/data/c.xml`, Buffer.from("x"))), "not listed"],
  ["no bagit.txt", changed((bag) => bag.delete(`${TOP}/bagit.txt`)), "a bag without bagit.txt"],
])("A4: a METS bag with %s is refused before any case is read", async (_name, members, found) => {
  await using archive = await openArchive(await writeZip(join(tempFolder(), "v.zip"), members));
  await expect(archive.validate()).rejects.toThrow(found);
});

test("X1: a METS document over the limit of a case refuses its bag", async () => {
  const path = await writeZip(join(tempFolder(), "v.zip"), metsBag({ "a.xml": DOCUMENT }));
  await using archive = await openArchive(path, { ...LIMITS, maxCaseBytes: 100 });
  await expect(archive.validate()).rejects.toThrow("over the limit of 100 for a case");
});
