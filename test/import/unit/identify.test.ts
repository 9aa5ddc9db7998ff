import { join } from "node:path";
import { expect, test } from "vitest";
import { openArchive } from "../../../src/archive/open-archive.ts";
import { type Identity, identify, readContents } from "../../../src/import/unit/identify.ts";
import type { KnownReferences } from "../../../src/store/references/reference-reader.ts";
import { makeBagZip, makeVolumeZip, type VolumeFixture } from "../../support/archives.ts";
import { bulkCase, staticCase, xmlBody } from "../../support/records.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const BASE = { startYear: null, endYear: null, jurisdictions: null };
const KNOWN: KnownReferences = {
  reporters: [
    { id: 10, slug: "a2d", fullName: "Atlantic Reporter", shortName: "A.2d", ...BASE },
    { id: 11, slug: "us-ct-cl", fullName: "Court of Claims Reports", shortName: "Ct. Cl.", ...BASE },
    { id: 12, slug: "wv-ct-cl", fullName: "Court of Claims Reports", shortName: "Ct. Cl.", ...BASE },
  ],
  jurisdictions: [{ slug: "ill", name: "Ill.", nameLong: "Illinois" }],
  listedVolumes: new Map([["listed", 12]]),
};

async function identifyBag(name: string, lines: readonly unknown[]): Promise<Identity> {
  return identifyAt(await makeBagZip(join(tempFolder(), name), { lines }), KNOWN);
}

async function identifyZip(below: string, fixture: VolumeFixture): Promise<Identity> {
  return identifyAt(await makeVolumeZip(join(tempFolder(), below), fixture), KNOWN);
}

async function identifyAt(path: string, known: KnownReferences): Promise<Identity> {
  await using archive = await openArchive(path);
  return identify(await readContents(archive), { path, listed: null, known });
}

function citing(cite: string): VolumeFixture["cases"] {
  return { "0001-01": staticCase(1, { citations: [{ type: "official", cite }], file_name: "0001-01" }) };
}

test.each([
  ["Illinois-20190416-text.zip", "ill/text", "2019-04-16"],
  ["ill_text_20210921.zip", "ill/text", "2021-09-21"],
  ["wrong name.zip", "ill/text", "2020-05-01"],
  ["Nebraska-20190416-xml.zip", "ill/text", "2019-04-16"],
])(
  "identify finds a bag's unit by its records and its release by its name, then its date: %s",
  async (name, unit, release) => {
    expect(await identifyBag(name, ["{", bulkCase(1)])).toMatchObject({ source: "bulk", unit, release });
  },
);

test("identify finds the format by the records", async () => {
  const line = bulkCase(1, { casebody: xmlBody("x") });
  expect((await identifyBag("Illinois-20190416-text.zip", [line])).unit).toBe("ill/xml");
});

test("identify gives a bag without a case the unit of its name", async () => {
  expect((await identifyBag("Illinois-20190416-text.zip", [])).unit).toBe("ill/text");
  expect((await identifyBag("Ruritania-20190416-xml.zip", [])).unit).toBe("ruritania/xml");
});

test("identify distinguishes a reporter's file from that of a jurisdiction of the same name", async () => {
  const ohio = {
    jurisdiction: { id: 1, slug: "ohio", name: "Ohio", name_long: "Ohio" },
    citations: [{ type: "official", cite: "1 Ohio 5" }],
  };
  expect((await identifyBag("Ohio-20190416-text.zip", [bulkCase(1, ohio)])).unit).toBe("ohio/text");
  const second = { citations: [{ type: "official", cite: "1 Ill. App. 2d 5" }] };
  expect((await identifyBag("Ill. App. 2d-20190418-text.zip", [bulkCase(1, second)])).unit).toBe(
    "reporter-ill-app-2d/text",
  );
});

test("identify finds a volume's reporter by a listing, its metadata, its path, its citations, in this order", async () => {
  const [cases, b] = [citing("1 A.2d 1"), { id: "b" }];
  const reporterOf = async (below: string, fixture: VolumeFixture) =>
    (await identifyZip(below, fixture)).volume?.reporter?.id;
  expect(await reporterOf("x/1.zip", { cases, volume: b })).toBe(10);
  expect(await reporterOf("us-ct-cl/1.zip", { cases, volume: b })).toBe(11);
  expect(await reporterOf("us-ct-cl/1.zip", { cases, volume: { id: "b", reporter_slug: "a2d" } })).toBe(10);
  expect(await reporterOf("us-ct-cl/1.zip", { cases, volume: { id: "listed" } })).toBe(12);
});

test("identify finds a volume's reporter by a citation of each case, however punctuated and among others", async () => {
  const cases = {
    ...citing("1 A. 2d 1"),
    "0002-01": staticCase(2, {
      citations: [
        { type: "official", cite: "Bee, 399; 2 Dall. 36" },
        { type: "official", cite: "1 A.2d 2" },
      ],
    }),
    "0003-01": staticCase(3, { citations: [] }),
  };
  const { volume } = await identifyZip("x/1.zip", { cases, volume: { id: "b" } });
  expect(volume?.reporter?.id).toBe(10);
});

test.each([
  ["a name of two reporters", citing("1 Ct. Cl. 5")],
  [
    "citations of several",
    {
      ...citing("1 A.2d 1"),
      "0002-01": staticCase(2, { citations: [{ type: "official", cite: "1 B.2d 2" }] }),
    },
  ],
  ["an unknown one", citing("1 Z. 5")],
])("identify leaves the reporter unknown with %s", async (_name, cases) => {
  const { volume, unit } = await identifyZip("x/1.zip", { cases, volume: { id: "b" } });
  expect(volume?.reporter).toBeNull();
  expect(unit).toBe("b");
});
