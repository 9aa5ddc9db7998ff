import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { partsOfCitation, readCitation, scanCitations } from "../../src/citations/read-citation.ts";
import { fuzzing } from "../support/fuzz.ts";

describe("readCitation", () => {
  test.each([
    ["15 Ill. 284", "15 Ill. 284"],
    ["15 Ill., 284", "15 Ill. 284"],
    ["1 Ill. 2d 100", "1 Ill. 2d 100"],
    ["1 Ill.2d 100", "1 Ill. 2d 100"],
    ["410 U. S. 113", "410 U.S. 113"],
    ["410 US 113", "410 U.S. 113"],
    ["95 F.3d 1084", "95 F.3d 1084"],
    ["95 F. 2d 1084", "95 F.2d 1084"],
    ["95 F2d 1084", "95 F.2d 1084"],
    ["12 P. (2d) 5", "12 P.2d 5"],
    ["12 Cal. App. 4th Supp. 5", "12 Cal. App. Supp. 4th 5"],
    ["2 Hun, 45", "2 Hun 45"],
    ["3 Serg. & Rawle 9", "3 Serg. & Rawle 9"],
    ["29 N.\nE.\u00a0999", "29 N.E. 999"],
    ["29 N. *380 E. 999", "29 N.E. 999"],
    ["29 *380 N. E. 999", "29 N.E. 999"],
    ["29 N. E. *380 999", "29 N.E. 999"],
    ["12 Ill\u00ad. 45", "12 Ill. 45"],
    ["2009 WI App 80", "2009 WI App 80"],
    ["2008 MT 445", "2008 MT 445"],
    ["12 Mont. 445", "12 Mont. 445"],
    ["2007-Ohio-5789", "2007 Ohio 5789"],
    ["1988 ME 5", "1988 ME 5"],
    ["79 Me. 5", "79 Me. 5"],
    ["3 Ill. xi", "3 Ill. xi"],
    ["12 Ill. 45-50", "12 Ill. 45"],
    ["67 U.S. (Black) 17", "67 U.S. 17"],
    ["12 U. S. (8 Wheat.) 1", "12 U.S. 1"],
    ["8 Wheaton 1", "8 Wheat. 1"],
  ])("reads %j as %s", (text, standard) => {
    const match = readCitation(text, 0);
    expect(`${match?.volume} ${match?.reporter?.name} ${match?.page}`).toBe(standard);
  });

  test("reads the volume and reporter in brackets", () => {
    expect(readCitation("12 U. S. (8 Wheat.) 1", 0)).toMatchObject({
      written: "U. S.",
      nominative: { volume: "8", name: "Wheat." },
    });
    expect(readCitation("67 U.S. (Black) 17", 0)?.nominative).toBeNull();
  });

  test.each([
    "12 Ill. v. 45",
    "12 Ill. civil 45",
    "12 Ill. at 45",
    "12 Ill. 45n",
    "12 Ill. ___",
    "12 Ill.",
    "12 Ill. App. Ct. Rule",
    "12, Ill. 45",
    "12345 Ill. 45",
    "12 Ill. 123456789",
    "12 Ill.; 45",
    "12 Ill. (see) 45",
    "12 ill. 45",
    "12 Ill. Rev. Stat. 45",
    "42 U.S.C. 1983",
    "42 U. S. C. § 1983",
    "29 C.F.R. 1910",
    "86 Stat. 1170",
    "4 July 1850",
    "4 Mar. 1850",
    "5 In 1996",
    "5 So 3",
    "131 A, p. 1834",
    "12 and Ill. 45",
    "Id. at 45",
  ])("reads no citation in %j", (text) => {
    expect(readCitation(text, 0)).toBeNull();
  });

  test("reads a citation of a reporter that is not in the table", () => {
    expect(readCitation("2 Sarat. Err. 36", 0)).toMatchObject({ written: "Sarat. Err.", reporter: null });
    expect(readCitation("5 Co. 33", 0)).toMatchObject({ written: "Co.", reporter: null });
  });
});

describe("partsOfCitation", () => {
  test("splits a citation", () => {
    expect(partsOfCitation("29 N. E. 999")).toEqual({
      volume: "29",
      reporter: "N.E.",
      page: "999",
      standard: "29 N.E. 999",
    });
  });

  test.each(["", "29 N. E. 999, 1000", "Skin. 353", "— —", "Wis. Stat. § 12"])(
    "takes %j for no single citation",
    (cite) => {
      expect(partsOfCitation(cite)).toBeNull();
    },
  );
});

/** Characters after its first digit that a citation can depend on. */
const REACH = 120;

const part = fc.oneof(
  fc.constantFrom(..."12|2|1850| |\n|*380 |Ill.|Ill|U. S.|N. E.|2d|F.2d|(8 Wheat.)".split("|")),
  fc.constantFrom(...",| at |(|)|[|¶ |-|–|. |; |§ |Id.|supra|v.|Ohio|WI App".split("|")),
  fc.constantFrom("\u00ad", "\u200b", "\u00a0", "\ufeff", "\ud800", "𝟏𝟐", "٣", "■", "é", "\0", "\u202e"),
  fc.string({ unit: "binary", maxLength: 6 }),
);
const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(""));

test("scanCitations finds citations in order, not nested, each as readCitation reads it", () => {
  fc.assert(
    fc.property(text, (all) => {
      let end = 0;
      for (const match of scanCitations(all)) {
        expect(all.slice(match.start, match.start + match.volume.length)).toBe(match.volume);
        expect(all.slice(0, match.end).endsWith(match.page)).toBe(true);
        expect(match.start).toBeGreaterThanOrEqual(end);
        if (match.reporter !== null) end = match.end;
      }
    }),
    fuzzing(800),
  );
});

test("readCitation reads a bounded number of characters, so that a pass takes linear time", () => {
  fc.assert(
    fc.property(text, text, (all, more) => {
      const near = all.slice(0, REACH);
      expect(readCitation(near + more.repeat(20), 0)).toEqual(
        readCitation((near + more.repeat(20)).slice(0, REACH + near.length), 0),
      );
    }),
    fuzzing(400),
  );
  for (const [start, run] of HOSTILE_RUNS) {
    const long = start + run.repeat(1_000);
    expect(readCitation(long, 0)).toEqual(readCitation(long.slice(0, start.length + REACH), 0));
  }
});

/** Inputs that could make a reader look far ahead: a start, and a part that is repeated after it. */
const HOSTILE_RUNS: readonly (readonly [string, string])[] = [
  ["12 ", " "],
  ["12", "9"],
  ["12 Ill. ", "9"],
  ["12 Ill. 4", "9"],
  ["12 Ill.", "*380 "],
  ["12 A", "a"],
  ["12 A", " A"],
  ["12 U. S. (", "8 Wheat. "],
  ["12 A", "(((("],
  ["12 A", "*9"],
  ["12 A*", "9"],
];
