import { describe, expect, test } from "vitest";
import { extractCitations, extractNormals } from "../../src/citations/extract.ts";

function bodyOf(headMatter: string, ...texts: readonly string[]) {
  return { headMatter, opinions: texts.map((text) => ({ text })) };
}

const cites = (text: string) => extractCitations(bodyOf("", text));

describe("extractCitations", () => {
  test("returns volume, reporter, page, pin cites and year", () => {
    expect(cites("So held in Doe v. Roe, 15 Ill., 284, 286-88, 290 (1853), and not since.")).toEqual([
      {
        ...{ cite: "15 Ill. 284", standard: "15 Ill. 284", volume: "15", reporter: "Ill.", page: "284" },
        ...{ pinPages: ["286-88", "290"], year: 1853, times: 1, mentions: 1, treatmentWords: [] },
        ...{ opinionIndex: 0, isKnown: true },
      },
    ]);
  });

  test.each([
    ["512 U.S. 374, 383-84 (1994)", ["383-84"], 1994],
    ["512 U.S. 374 at 383 (1994)", ["383"], 1994],
    ["512 U.S. 374, at 383", ["383"], null],
    ["197 P.3d 913, ¶ 18", ["¶ 18"], null],
    ["197 P.3d 913, ¶¶ 18-25 (Mont. 2008)", ["¶¶ 18-25"], 2008],
    ["95 F.3d 1084, 1092 n.4 (9th Cir. 1996)", ["1092"], 1996],
    ["12 Ill. 45 [1850]", [], 1850],
    ["12 Ill. 45 (overruled)", [], null],
    ["12 Ill. 45, and in 1850 another", [], null],
    ["2009 WI 75, ¶ 3", ["¶ 3"], 2009],
  ])("reads after %j the pages %j and the year %j", (text, pinPages, year) => {
    expect(cites(text)).toMatchObject([{ pinPages, year }]);
  });

  test("assigns the year after the last parallel citation to all of them", () => {
    const found = cites("512 U.S. 374, 383, 114 S. Ct. 2309, 129 L. Ed. 2d 304 (1994); 12 Ill. 45");
    expect(found.map(({ standard, pinPages, year }) => [standard, pinPages, year])).toEqual([
      ["512 U.S. 374", ["383"], 1994],
      ["114 S. Ct. 2309", [], 1994],
      ["129 L. Ed. 2d 304", [], 1994],
      ["12 Ill. 45", [], null],
    ]);
  });

  test("returns a citation and the nominative one in its brackets", () => {
    expect(cites("12 U. S. (8 Wheat.) 1, 7 (1823)").map(({ standard, year }) => [standard, year])).toEqual([
      ["12 U.S. 1", 1823],
      ["8 Wheat. 1", 1823],
    ]);
  });

  test("returns each citation once, with all its pin cites and the part of its first occurrence", () => {
    const body = bodyOf("1 Ill. 2", "3 Ill. 4, 5; 1 Ill. 2, 7", "3 Ill., 4, 6; 3 Ill. 4, 5 (1840)");
    expect(extractCitations(body)).toMatchObject([
      { standard: "1 Ill. 2", pinPages: ["7"], times: 2, year: null, opinionIndex: -1 },
      { standard: "3 Ill. 4", pinPages: ["5", "6"], times: 3, year: 1840, opinionIndex: 0 },
    ]);
  });

  test.each([
    "Id. at 45; 12 Ill. at 45; supra, 45; Ibid. 46; Litt. Sel. Cas. 45",
    "42 U.S.C. § 1983; 86 Stat. 1170; Ill. Rev. Stat. 1937, c. 5; § 12 of Art. 4",
    "On 4 July 1850 he paid $12 Ill. 45",
  ])("finds nothing in %j", (text) => {
    expect(cites(text).filter(({ isKnown }) => isKnown)).toEqual([]);
  });

  test("finds citations directly after a comma, and in brackets after a court", () => {
    const found = cites("2007 MT 244, ¶ 36,168 P.3d 685 (6 Cir., 85 F.2d 560)");
    expect(found.filter(({ isKnown }) => isKnown).map(({ standard }) => standard)).toEqual([
      "2007 MT 244",
      "168 P.3d 685",
      "85 F.2d 560",
    ]);
  });
});

describe("extractNormals", () => {
  test("returns normal forms as written and with the name from the table, and of other names too", () => {
    expect(extractNormals(bodyOf("8 Wheaton 1; 2 Sarat. Err. 36", "8 Wheat. 1"))).toEqual([
      "8wheat1",
      "8wheaton1",
      "2saraterr36",
    ]);
  });
});

test.each([
  ["Doe v. Roe, 1 Ill. 2, is overruled.", [["overruled"]]],
  ["We decline to follow Doe v. Roe, 1 Ill. 2.", [[]]],
  ["The court declined to follow Doe v. Roe, 1 Ill. 2.", [["declined to follow"]]],
  ["In the following case, 1 Ill. 2, nothing.", [[]]],
  ["It was overruled elsewhere. Compare 1 Ill. 2. That was affirmed.", [[]]],
  [
    "1 Ill. 2, aff’d, 3 Ill. 4; distinguishing 5 Ill. 6",
    [["affirmed"], ["affirmed", "distinguished"], ["distinguished"]],
  ],
  ["See Distinguished Properties v. Smith, 1 Ill. 2.", [[]]],
  ["We distinguished Distinguished Props. Co. v. Smith, 1 Ill. 2.", [["distinguished"]]],
  ["See 1 Ill. 2; Overruled Props. Co. v. Limited Smith, 3 Ill. 4, followed.", [[], ["followed"]]],
  ["1 Ill. 2 (1850). Id. at 3 (criticising it); 1 Ill. at 4, followed", [["criticized", "followed"]]],
])("the words in %j are %j", (text, words) => {
  expect(cites(text).map(({ treatmentWords }) => treatmentWords)).toEqual(words);
});
