/** The notes on the data of a case, and the page that lists them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Case } from "../../src/domain/records.ts";
import { notesOn } from "../../src/notes/case-notes.ts";
import { LISTED, misreadYears, RULES } from "../../src/notes/known-faults.ts";

type Noted = Parameters<typeof notesOn>[0];

const SOUND: Noted = {
  id: 1,
  decisionDate: "1988-05-20",
  firstPage: "41",
  citations: [
    { type: "official", cite: "1 Mass. 41" },
    { type: "parallel", cite: "2 N.E.3d 5" },
  ],
  reporter: { id: 70, fullName: "Massachusetts Reports" },
  court: courtOf("Supreme Judicial Court"),
};

function courtOf(name: string, id = 500): Case["court"] {
  return { id, slug: "court", name, nameAbbreviation: null, jurisdiction: null };
}

function official(cite: string, more: Partial<Noted> = {}): Partial<Noted> {
  return { citations: [{ type: "official", cite }], firstPage: cite.split(" ").at(-1) ?? "", ...more };
}

const faultsOf = (more: Partial<Noted>): string[] => notesOn({ ...SOUND, ...more }).map(({ fault }) => fault);

test("a case without a known fault has no note", () => {
  expect(notesOn(SOUND)).toEqual([]);
});

const FEDERAL_CIRCUIT = courtOf("United States Court of Appeals for the Federal Circuit", 8955);
const SECOND_SERIES = { id: 980, fullName: "Federal Reporter 2d Series" };
const OREGON_CIRCUIT = courtOf("Multnomah County Circuit Court");

test.each<[string, Partial<Noted>]>([
  ["misread-year", { id: 4209439, decisionDate: "1641-12-01" }],
  ["no-such-date", { decisionDate: "1911-02-29" }],
  ["no-such-date", { decisionDate: "about 1790" }],
  ["no-such-date", { decisionDate: "1911-13" }],
  ["before-first-case", { decisionDate: "1657-12-31" }],
  ["court-not-founded", { decisionDate: "1781-01", court: FEDERAL_CIRCUIT }],
  ["page-differs", { firstPage: "42" }],
  ["another-series", official("978 F.3d 1502", { reporter: SECOND_SERIES })],
  [
    "another-series",
    official("41 N.Y.3d 7", { reporter: { id: 1, fullName: "New York Reports, Second Series" } }),
  ],
  ["alabama-terms", official("81 Ala. 577")],
  ["virginia-36-pages", official("36 Va. 66")],
  ["north-carolina-editions", official("60 N.C. 5")],
  ["tribal-reprints", official("3 Am. Tribal Law 101")],
  ["southwestern-160", official("160 S.W. 83")],
  ["new-york-3d-10", official("10 N.Y.3d 12")],
  ["oregon-appeals-courts", official("5 Or. App. 9", { court: OREGON_CIRCUIT })],
  ["federal-577-texts", official("577 F.2d 200")],
  ["bivens-pages", official("403 U.S. 388")],
  ["opinions-not-separated", { id: 5874681 }],
  ["twice-in-collection", { id: 943185 }],
])("%s is noted: %j", (fault, more) => {
  const found = faultsOf(more);
  expect(found.filter((one) => one !== "misread-year" || fault === one)).toContain(fault);
  const year = "before-first-case";
  expect(found.filter((one) => one !== fault && one !== year)).toEqual([]);
});

test.each<[string, Partial<Noted>]>([
  ["a corrected year", { id: 4209439, decisionDate: "1941-12-01" }],
  ["a leap day", { decisionDate: "1912-02-29" }],
  ["no date", { decisionDate: null }],
  ["a month", { decisionDate: "1911-02" }],
  ["the first year", { decisionDate: "1658" }],
  ["a young court", { decisionDate: "1982-11-01", court: FEDERAL_CIRCUIT }],
  ["a roman page", { firstPage: "xii" }],
  ["a letter in the citation", { citations: [{ type: "official", cite: "1 Mass. 41a" }] }],
  ["another page of a parallel citation", { citations: [{ type: "parallel", cite: "1 Mass. 42" }] }],
  [
    "one of two official citations",
    { citations: ["1 Mass. 40", "1 Mass. 41"].map((cite) => ({ type: "official", cite })) },
  ],
  ["citations that are none", { citations: [{ type: "official", cite: "Bee, 399; 2 Dall. 36" }] }],
  ["an empty citation", { citations: [{ type: "official", cite: "" }] }],
  ["the same series", official("978 F.2d 1502", { reporter: SECOND_SERIES })],
  ["a citation without a series", official("9 F. 2", { reporter: SECOND_SERIES })],
  ["a reporter without a name", official("9 F.3d 2", { reporter: { id: null, fullName: null } })],
  ["132 Ala.", official("132 Ala. 1")],
  ["144 Ala.", official("144 Ala. 1")],
  ["36 Va. App.", official("36 Va. App. 66")],
  ["the Court of Appeals", official("5 Or. App. 9", { court: courtOf("Oregon Court of Appeals") })],
  ["an unknown court", official("5 Or. App. 9", { court: null })],
  ["577 F.2d 97", official("577 F.2d 97")],
  ["403 U.S. 443", official("403 U.S. 443")],
])("%s is not noted", (_, more) => {
  expect(faultsOf(more)).toEqual([]);
});

test("a note says what is wrong with this case, and where that is known from", () => {
  const { source } = RULES["misread-year"];
  expect(notesOn({ ...SOUND, id: 2747110, decisionDate: "1771-10-12" })).toEqual([
    {
      fault: "misread-year",
      text: "The year 1771 was probably misread: the other cases of the volume were decided from 1971 to 1972.",
      source,
    },
  ]);
});

test("a misread year differs from the volume by ten years or more", () => {
  expect(misreadYears().size).toBe(265);
  for (const { year, first, last } of misreadYears().values()) {
    expect(last - first).toBeLessThanOrEqual(10);
    expect(year <= first - 10 || year >= last + 10).toBe(true);
  }
});

test("docs/data-notes.md lists the faults, with what is wrong and the source", () => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/data-notes.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([^`]+)` \| (.*?) \| (?:\[[^\]]+\]\()?(.*?)\)? \|$/gm)];
  const faults = [...Object.entries(RULES), ...Object.entries(LISTED)];
  expect(rows.map(([, fault, about, source]) => [fault, about, source])).toEqual(
    faults.map(([fault, { about, source }]) => [fault, about, source]),
  );
});
