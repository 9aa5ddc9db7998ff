/** What is said of a citation that no case has, for each way in which a volume can be imported. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkText } from "../../src/v1/check.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, openTestWriter, type TestArchive } from "../support/corpus.ts";
import { bulkCase } from "../support/records.ts";
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

function verdictOf(cite: string, ...archives: TestArchive[]): string | undefined {
  const path = join(tempFolder(), "volumes.db");
  {
    using writer = openTestWriter(path);
    for (const archive of archives) importRecords(writer, archive);
  }
  using v1 = openV1(path);
  return checkText(v1, cite).citations[0]?.verdict;
}

const COMPLETE = "no such case in a volume that is imported";
const UNKNOWN = "volume not known to be complete";

test("a volume is complete by the bulk file of its reporter's only jurisdiction", () => {
  expect(verdictOf("1 Ill. 9", bulk("ill", caseOf(1, "ill", "1 Ill. 1")))).toBe(COMPLETE);
  expect(verdictOf("2 Ill. 9", bulk("ill", caseOf(1, "ill", "1 Ill. 1")))).toBe("volume not imported");
  expect(verdictOf("410 F.2d 9", bulk("us", caseOf(1, "us", "410 F.2d 1")))).toBe(COMPLETE);
});

test("lines on disk, and bags of documents, may have any part of a volume", () => {
  const records = [caseOf(1, "ill", "1 Ill. 1")];
  expect(verdictOf("1 Ill. 9", { source: "files", unit: "/ill.jsonl", records })).toBe(UNKNOWN);
  expect(verdictOf("1 Ill. 9", { source: "bulk", unit: "ill/mets", records })).toBe(UNKNOWN);
});

test("a volume of a regional reporter is never complete by bulk files", () => {
  const pa = bulk("pa", caseOf(1, "pa", "100 A.2d 1"));
  expect(verdictOf("100 A.2d 9", pa)).toBe(UNKNOWN);
  expect(verdictOf("100 A.2d 9", pa, bulk("ill", caseOf(2, "ill", "100 A.2d 2")))).toBe(UNKNOWN);
});

test("a case of another jurisdiction does not make the volume of a state's reporter complete", () => {
  const us = bulk("us", caseOf(1, "us", "1 Va. 1"));
  expect(verdictOf("1 Va. 9", us)).toBe(UNKNOWN);
  expect(verdictOf("1 Va. 9", us, bulk("va", caseOf(2, "va", "1 Va. 3")))).toBe(COMPLETE);
  // nor do the cases of one state complete a volume in which a case of another was seen
  const ill = bulk("ill", caseOf(1, "ill", "1 Ill. 1"));
  expect(verdictOf("1 Ill. 9", ill, { records: [caseOf(2, "us", "1 Ill. 3")] })).toBe(UNKNOWN);
});

test("the volumes of Dallas need Pennsylvania too", () => {
  const us = bulk("us", caseOf(1, "us", "2 U.S. 1"), caseOf(2, "us", "5 U.S. 1"));
  expect([verdictOf("2 U.S. 9", us), verdictOf("5 U.S. 9", us)]).toEqual([UNKNOWN, COMPLETE]);
  expect(verdictOf("2 U.S. 9", us, bulk("pa", caseOf(3, "pa", "2 U.S. 3")))).toBe(COMPLETE);
});

test("a volume of the static site is complete, also of a regional reporter", () => {
  const inVolume = (id: number, barcode: string) =>
    caseOf(id, "pa", `100 A.2d ${id}`, { volume: { barcode, volume_number: "100" } });
  const volume = { source: "static", unit: "32044", records: [inVolume(1, "32044")] };
  expect(verdictOf("100 A.2d 9", volume)).toBe(COMPLETE);
  expect(verdictOf("100 A.2d 9", bulk("pa", inVolume(1, "32044")))).toBe(UNKNOWN);
  // a second book has the same number
  expect(verdictOf("100 A.2d 9", volume, bulk("pa", inVolume(2, "32045")))).toBe(UNKNOWN);
});

test("a reporter is known by the citations of its cases, where the source gives only its full name", () => {
  const reporter = { id: 70, full_name: "Franklin Reports" };
  const ill = bulk("ill", caseOf(1, "ill", "61 Frankl. 30", { reporter }));
  expect(verdictOf("62 Frankl. 30", ill)).toBe("volume not imported");
  expect(verdictOf("62 Franklin Reports 30", ill)).toBe("volume not imported");
  expect(verdictOf("62 Quill. 30", ill)).toBe("not a reporter");
  expect(verdictOf("62 Frankl. at 30", ill)).toBe("refers to no citation before it");
  expect(verdictOf("62 Quill. at 30", ill)).toBeUndefined();
});

test("a case on any page shows that its volume is imported, one of another series does not", () => {
  expect(verdictOf("1 Ill. 9", bulk("ill", caseOf(1, "ill", "1 Ill. 2001")))).toBe(COMPLETE);
  expect(verdictOf("1 Ill. 9", bulk("ill", caseOf(1, "ill", "1 Ill. 2d 5")))).toBe("volume not imported");
  expect(verdictOf("1 Ill. 9", bulk("ill", caseOf(1, "ill", "11 Ill. 5")))).toBe("volume not imported");
});
