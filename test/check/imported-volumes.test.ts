/** What is said of a citation that no case has, for each way in which a volume can be imported. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkText } from "../../src/v1/check/check.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, openTestWriter, type TestArchive } from "../support/corpus.ts";
import { bulkCase } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { startSampleSite } from "../support/sample-site.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PLACES = {
  ill: { id: 29, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: true },
  pa: { id: 6, slug: "pa", name: "Pa.", name_long: "Pennsylvania", whitelisted: true },
  us: { id: 39, slug: "us", name: "U.S.", name_long: "United States", whitelisted: true },
  va: { id: 14, slug: "va", name: "Va.", name_long: "Virginia", whitelisted: true },
} as const;

const caseOf = (id: number, slug: keyof typeof PLACES, cite: string, more = {}) =>
  bulkCase(id, { jurisdiction: PLACES[slug], citations: [{ type: "official", cite }], ...more });
const bulk = (slug: string, ...records: unknown[]): TestArchive => ({
  ...{ source: "bulk", unit: `${slug}/text`, records },
});

/** Of each citation that is seen. */
function verdictsOf(text: string, ...archives: TestArchive[]): string[] {
  const path = join(tempFolder(), "volumes.db");
  {
    using writer = openTestWriter(path);
    for (const archive of archives) importRecords(writer, archive);
  }
  using v1 = openV1(path);
  return checkText(v1, text).citations.map(({ verdict }) => verdict);
}

const COMPLETE = "no such case in a volume that is imported";
const UNKNOWN = "volume not known to be complete";

const COMES_FIRST = "refers to no citation before it";
const NOT_IMPORTED = "volume not imported";

test("a volume is complete by the bulk file of its reporter's only jurisdiction", () => {
  const archives = [bulk("ill", caseOf(1, "ill", "1 Ill. 1")), bulk("us", caseOf(2, "us", "410 F.2d 1"))];
  expect(verdictsOf("1 Ill. 9; 2 Ill. 9; 410 F.2d 9", ...archives)).toEqual([
    COMPLETE,
    NOT_IMPORTED,
    COMPLETE,
  ]);
});

test("lines on disk, and bags of documents, may have any part of a volume", () => {
  const files = { source: "files", unit: "/ill.jsonl", records: [caseOf(1, "ill", "1 Ill. 1")] };
  const documents = { source: "bulk", unit: "ill/mets", records: [caseOf(2, "ill", "2 Ill. 1")] };
  expect(verdictsOf("1 Ill. 9; 2 Ill. 9", files, documents)).toEqual([UNKNOWN, UNKNOWN]);
});

test("a volume of a regional reporter is never complete by bulk files", () => {
  const pa = bulk("pa", caseOf(1, "pa", "100 A.2d 1"), caseOf(3, "pa", "101 A.2d 1"));
  const found = verdictsOf("100 A.2d 9; 101 A.2d 9", pa, bulk("ill", caseOf(2, "ill", "100 A.2d 2")));
  expect(found).toEqual([UNKNOWN, UNKNOWN]);
});

test("a case of another jurisdiction does not make the volume of a state's reporter complete", () => {
  const us = bulk("us", caseOf(1, "us", "1 Va. 1"));
  expect(verdictsOf("1 Va. 9", us)).toEqual([UNKNOWN]);
  expect(verdictsOf("1 Va. 9", us, bulk("va", caseOf(2, "va", "1 Va. 3")))).toEqual([COMPLETE]);
  // nor do the cases of one state complete a volume in which a case of another was seen
  const ill = bulk("ill", caseOf(1, "ill", "1 Ill. 1"));
  expect(verdictsOf("1 Ill. 9", ill, { records: [caseOf(2, "us", "1 Ill. 3")] })).toEqual([UNKNOWN]);
});

test("the volumes of Dallas need Pennsylvania too", () => {
  const us = bulk("us", caseOf(1, "us", "2 U.S. 1"), caseOf(2, "us", "5 U.S. 1"));
  expect(verdictsOf("2 U.S. 9; 5 U.S. 9", us)).toEqual([UNKNOWN, COMPLETE]);
  expect(verdictsOf("2 U.S. 9", us, bulk("pa", caseOf(3, "pa", "2 U.S. 3")))).toEqual([COMPLETE]);
});

test("a volume of the static site is complete, also of a regional reporter", () => {
  const inVolume = (id: number, barcode: string) =>
    caseOf(id, "pa", `100 A.2d ${id}`, { volume: { barcode, volume_number: "100" } });
  const volume = { source: "static", unit: "32044", records: [inVolume(1, "32044")] };
  expect(verdictsOf("100 A.2d 9", volume)).toEqual([COMPLETE]);
  expect(verdictsOf("100 A.2d 9", bulk("pa", inVolume(1, "32044")))).toEqual([UNKNOWN]);
  // a second book has the same number
  expect(verdictsOf("100 A.2d 9", volume, bulk("pa", inVolume(2, "32045")))).toEqual([UNKNOWN]);
});

test("a volume that was synced is complete, which the site lists by its folder", async () => {
  const site = await startSampleSite();
  const folder = tempFolder();
  const asked = ["sync", "--volume", "sarat-cc/1", "--source-url", site.url];
  expect(await runHere(asked, { folder })).toMatchObject({ code: 0 });
  using v1 = openV1(join(folder, "data", "caselaw.db"));
  const [{ volume, citations } = { volume: null, citations: [] }] = v1.list("cases", {
    page_size: 1,
  }).results;
  expect(volume).toMatchObject({ volume_number: "1" });
  const unknown = citations[0]?.cite.replace(/\d+$/, "99999") ?? "";
  expect(checkText(v1, unknown).citations.map(({ verdict }) => verdict)).toEqual([COMPLETE]);
});

test("a reporter is known by the citations of its cases, where the source gives only its full name", () => {
  const reporter = { id: 70, full_name: "Franklin Reports" };
  const ill = bulk("ill", caseOf(1, "ill", "61 Frankl. 30", { reporter }));
  const text = "62 Frankl. 30; 62 Franklin Reports 30; 62 Quill. 30; 63 Frankl. at 30; 63 Quill. at 30";
  expect(verdictsOf(text, ill)).toEqual([NOT_IMPORTED, NOT_IMPORTED, "not a reporter", COMES_FIRST]);
});

test("a case on any page shows that its volume is imported, one of another series does not", () => {
  const cites = ["1 Ill. 2001", "2 Ill. 2d 5", "13 Ill. 5"];
  const ill = bulk("ill", ...cites.map((cite, at) => caseOf(at + 1, "ill", cite)));
  expect(verdictsOf("1 Ill. 9; 2 Ill. 9; 3 Ill. 9", ill)).toEqual([COMPLETE, NOT_IMPORTED, NOT_IMPORTED]);
});
