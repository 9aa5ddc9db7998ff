import { join } from "node:path";
import { expect, test } from "vitest";
import { LIMITS, type LineArchive } from "../../src/archive/members.ts";
import { findArchives, openArchive } from "../../src/archive/open-archive.ts";
import type { Checksum } from "../../src/domain/bulk-file.ts";
import {
  type BagFixture,
  bagMembers,
  type Members,
  makeBagZip,
  writeFolder,
  writeZip,
} from "../support/archives.ts";
import { metsBag, metsDocument } from "../support/mets.ts";
import { tempFolder } from "../support/temp-folder.ts";

const LINES = [{ id: 1, name: "a" }, { id: 2, name: "b" }, "", { id: 3, name: "c" }];

function place(name: string): string {
  return join(tempFolder(), name);
}

async function openLines(path: string): Promise<LineArchive> {
  const archive = await openArchive(path);
  if (archive.layout !== "lines") throw new Error("not an archive of lines");
  return archive;
}

async function validate(path: string): Promise<Checksum> {
  await using archive = await openArchive(path);
  return await archive.validate();
}

async function numbersOf(archive: LineArchive): Promise<number[]> {
  return (await Array.fromAsync(archive.records())).map(({ place }) => place.line ?? 0);
}

/** The same bag zipped and unpacked. */
async function bothForms(fixture: BagFixture): Promise<string[]> {
  const zip = await makeBagZip(place("Illinois-20200501-xml.zip"), fixture);
  return [zip, writeFolder(place("Illinois-20200501-xml"), await bagMembers(fixture))];
}

test("openBag gives name, Bagging-Date and every line with its number and entry", async () => {
  const path = await makeBagZip(place("New Mexico-20190416-text.zip"), { lines: LINES });
  await using archive = await openLines(path);
  expect(archive.bag).toEqual({ name: "New Mexico-20190416-text", baggingDate: "2020-05-01" });
  expect(archive.path).toBe(path);
  const lines = await Array.fromAsync(archive.records());
  expect(lines.map(({ place }) => `${place.line} ${place.entry}`)).toEqual(
    [1, 2, 4].map((number) => `${number} New Mexico-20190416-text/data/data.jsonl.xz`),
  );
  // It can be read again, from the beginning.
  expect(await numbersOf(archive)).toEqual([1, 2, 4]);
});

test.each<[string, Partial<BagFixture>]>([
  ["two spaces", { manifest: (hash, path) => `${hash}  ${path}` }],
  ["a star", { manifest: (hash, path) => `${hash} *${path}` }],
  ["a final newline", { manifest: (hash, path) => `${hash} ${path}\n` }],
  ["CRLF", { manifest: (hash, path) => `${hash} ${path}\r\n` }],
  ["upper-case hex", { manifest: (hash, path) => `${hash.toUpperCase()} ${path}` }],
  ["a byte order mark", { manifest: (hash, path) => `\ufeff${hash} ${path}` }],
  ["SHA-256 instead", { algorithm: "sha256" }],
  ["a tag manifest", { change: { "tagmanifest-sha512.txt": `${"0".repeat(128)} bagit.txt\n` } }],
  ["no bag-info.txt", { change: { "bag-info.txt": null } }],
  ["a stray .DS_Store", { change: { "data/.DS_Store": "x" } }],
  ["a plain payload", { payloadName: "data.jsonl" }],
])("a bag with %s is validated and read", async (_, fault) => {
  for (const path of await bothForms({ top: "", lines: LINES, ...fault })) {
    await using archive = await openLines(path);
    await archive.validate();
    expect(await numbersOf(archive)).toEqual([1, 2, 4]);
  }
});

test("a bag with a second manifest is validated by both", async () => {
  const members = await bagMembers({ top: "", lines: LINES });
  members.set("manifest-sha256.txt", Buffer.from(`${"0".repeat(64)} data/data.jsonl.xz`));
  await expect(validate(writeFolder(place("b"), members))).rejects.toThrow(`sha256 ${"0".repeat(64)}, found`);
});

test.each<[string, Partial<BagFixture>, string | RegExp]>([
  [
    "another hash",
    { manifest: (_, path) => `${"a".repeat(128)} ${path}` },
    /data\.jsonl\.xz" of .*sha512 a{128}, found [0-9a-f]{128}$/,
  ],
  [
    "a missing file listed",
    { manifest: (h, p) => `${h} ${p}\n${h} data/more.jsonl.xz` },
    'data/more.jsonl.xz" of',
  ],
  ["an unlisted file", { change: { "data/more.jsonl": "{}" } }, "not listed in any manifest"],
  ["no bagit.txt", { change: { "bagit.txt": null } }, "a bag without bagit.txt"],
  ["no manifest", { manifest: null }, "a bag without manifest-sha512.txt"],
  ["a path that climbs", { manifest: (h, p) => `${h} ${p}\n${h} data/../../x` }, "line 2 names"],
  ["an absolute path", { manifest: (h, p) => `${h} ${p}\n${h} /etc/passwd` }, "line 2 names"],
  ["a hash of another length", { manifest: (h, p) => `${h.slice(1)} ${p}` }, "line 1 is no sha512"],
  ["an empty manifest", { manifest: () => "", change: { "manifest-sha512.txt": "" } }, "not listed"],
])("A4: a bag with %s is refused, naming it", async (_, fault, message) => {
  for (const path of await bothForms({ top: "", lines: LINES, ...fault })) {
    const error: unknown = await validate(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "corrupt", message: expect.stringMatching(message) });
    expect(error).toMatchObject({ at: { file: path } });
  }
});

test("the checksum of an unpacked bag depends on its content alone", async () => {
  const [first, second] = [place("one"), place("two")];
  const members = await bagMembers({ top: "", lines: LINES });
  writeFolder(first, members);
  writeFolder(second, new Map([...members].reverse()));
  expect(await validate(first)).toEqual(await validate(second));
  writeFolder(second, await bagMembers({ top: "", lines: [] }));
  expect((await validate(first)).sha256).not.toBe((await validate(second)).sha256);
});

test("a zip of several bags is refused", async () => {
  const both = new Map([
    ...(await bagMembers({ top: "a", lines: LINES })),
    ...(await bagMembers({ top: "b", lines: LINES })),
  ]);
  await expect(openArchive(await writeZip(place("ab.zip"), both))).rejects.toThrow(
    'several archives in one zip: "a/", "b/"',
  );
});

const DOCUMENT = metsDocument();

async function entriesOf(path: string): Promise<string[]> {
  await using archive = await openArchive(path);
  if (archive.layout !== "mets") throw new Error(archive.layout);
  await archive.validate();
  return (await Array.fromAsync(archive.records())).map(
    ({ place, bytes }) => `${place.entry} ${bytes.length}`,
  );
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
