import { describe, expect, test } from "vitest";
import { CitationReader } from "../../src/citations/citation-reader.ts";

/** What each mention refers to: the first of its parallel citations. */
function read(
  ...texts: readonly string[]
): [mention: string, refersTo: string | null, pages: readonly string[]][] {
  const reader = new CitationReader();
  return texts.flatMap((text) =>
    reader.read(text).map((one) => {
      const [first] = one.cited?.citations ?? [];
      const standard =
        first === undefined ? null : `${first.volume} ${first.reporter?.name ?? first.written} ${first.page}`;
      return [text.slice(one.start, one.end), standard, "pinPages" in one ? one.pinPages : []];
    }),
  );
}

describe("CitationReader", () => {
  test("finds for each form the case that it refers to", () => {
    const text =
      "Roe v. Wade, 410 U.S. 113, 153, 93 S. Ct. 705 (1973); Doe v. Bolton, 410 U.S. 179 (1973). Roe, 410 U.S. at 155, 93 S. Ct. at 728. " +
      "Id. at 157. Doe, supra, at 190. See Doe, 410 U.S. at 191.";
    expect(read(text).slice(3)).toEqual([
      ["410 U.S.", "410 U.S. 113", ["155"]],
      ["93 S. Ct.", "410 U.S. 113", ["728"]],
      ["Id.", "410 U.S. 113", ["157"]],
      ["supra", "410 U.S. 179", ["190"]],
      ["410 U.S.", "410 U.S. 179", ["191"]],
    ]);
  });

  test.each([
    ["the statute between them", "Doe v. Roe, 1 Ill. 2. See 42 U.S.C. § 1983. Id.", null],
    ["the journal between them", "Doe v. Roe, 1 Ill. 2. See 10 Harv. L. Rev. 5. Id. at 7.", null],
    ["a page before the case", "Doe v. Roe, 1 Ill. 20. Id. at 7.", null],
    ["a page far after the case", "Doe v. Roe, 1 Ill. 20. Id. at 907.", null],
    ["a paragraph", "Doe v. Roe, 2009 WI 75. Id., ¶ 3.", "2009 WI 75"],
    ["a page of a neutral citation", "Doe v. Roe, 2009 WI 75. Id. at 3.", "2009 WI 75"],
    ["a quoted case", "Doe v. Roe, 1 Ill. 2, 5 (quoting Poe v. Coe, 3 Ill. 4, 5). Id. at 6.", "1 Ill. 2"],
    ["a bracket in a quotation", "“The rest (George S.” Doe v. Roe, 1 Ill. 2. Id. at 6.", "1 Ill. 2"],
    [
      "a quoted case after a quotation",
      "Doe v. Roe, 1 Ill. 2 (quoting “a (b” of Poe v. Coe, 3 Ill. 4). Id. at 6.",
      "1 Ill. 2",
    ],
    [
      "a bracket that is never closed",
      "Doe v. Roe, 1 Ill. 2 (see\nPoe v. Coe, 3 Ill. 4. Id. at 6.",
      "3 Ill. 4",
    ],
    [
      "something that is built like a citation",
      "Doe v. Roe, 1 Ill. 2. The 1990 Census 5. Id. at 6.",
      "1 Ill. 2",
    ],
    ["no citation", "Id. at 6.", null],
  ])("id. after %s", (_what, text, refersTo) => {
    expect(read(text).at(-1)?.[1]).toBe(refersTo);
  });

  test.each([
    ["Roe, supra, at 12", "1 Ill. 2"],
    ["Doe v. Roe, supra", "1 Ill. 2"],
    ["the Roe case, supra", "1 Ill. 2"],
    ["Poe, supra", null],
    ["supra at 3", null],
  ])("%j", (text, refersTo) => {
    expect(read(`Doe v. Roe, 1 Ill. 2. ${text}.`).at(-1)?.[1]).toBe(refersTo);
  });

  test.each([
    ["Roe, supra, 3 Ill. 4", "3 Ill. 4"],
    ["Id., 1 Ill. at 12", "1 Ill."],
  ])("in %j only the citation counts", (text, mention) => {
    expect(
      read(`Doe v. Roe, 1 Ill. 2. ${text}.`)
        .slice(1)
        .map(([found]) => found),
    ).toEqual([mention]);
  });

  test("of several cases in a volume a short form is of the one that begins last before its page", () => {
    const text =
      "A v. B, 1 Ill. 2; C v. D, 1 Ill. 20; E v. F, 1 Ill. 40. 1 Ill. at 25; 2 Ill. at 25; 1 Ill. at 1.";
    expect(
      read(text)
        .slice(3)
        .map(([, refersTo]) => refersTo),
    ).toEqual(["1 Ill. 20", null, null]);
  });

  test("reads a citation whose page is left blank", () => {
    expect(read("Doe v. Roe, 576 U.S. ___, ___ (2015)")).toEqual([["576 U.S. ___", null, []]]);
  });

  test("a short form is none in full, though a name of the reporter ends so", () => {
    expect(read("Doe v. Roe, 1 T.C. 19. 1 T.C. at 24.").slice(1)).toEqual([["1 T.C.", "1 T.C. 19", ["24"]]]);
  });

  test("reads the suffix of an unreported decision", () => {
    expect(read("2003 NY Slip Op 50688(U); 12 Misc. 3d 1176(A), 1177").map(([mention]) => mention)).toEqual([
      "2003 NY Slip Op 50688(U)",
      "12 Misc. 3d 1176(A)",
    ]);
  });

  test("a text in pieces refers as the complete one does, with offsets in each piece", () => {
    expect(
      read("See Doe v. Roe, 1 Ill. 2, 3. ", "Id.", " at 4. ", "Doe", ", supra", ", at 5.").map(
        ([found, to]) => [found, to],
      ),
    ).toEqual([
      ["1 Ill. 2", "1 Ill. 2"],
      ["Id.", "1 Ill. 2"],
      ["supra", "1 Ill. 2"],
    ]);
  });

  test("a parallel citation in the next text is of the case before it", () => {
    expect(read("Doe v. Roe, 1 Ill. 2, ", "3 N.E. 4 (1990). ", "3 N.E. at 5. 1 Ill. at 5.")).toEqual([
      ["1 Ill. 2", "1 Ill. 2", []],
      ["3 N.E. 4", "1 Ill. 2", []],
      ["3 N.E.", "1 Ill. 2", ["5"]],
      ["1 Ill.", "1 Ill. 2", ["5"]],
    ]);
  });

  test("id. in the body passes over footnotes; in a footnote it follows the order of the text", () => {
    const text =
      "Doe v. Roe, 1 Ill. 2.^[Id. at 3; see Poe v. Coe, 3 Ill. 4 (quoting [t]he rule). Id. at 5.] Id. at 6.^[Id. at 7.] " +
      "So.^[Poe, 3 Ill. at 8.] And.^[Id. at 9.] Id. at 10.";
    expect(read(text).map(([mention, refersTo, [page]]) => `${mention} ${page}: ${refersTo}`)).toEqual([
      "1 Ill. 2 undefined: 1 Ill. 2",
      "Id. 3: 1 Ill. 2",
      "3 Ill. 4 undefined: 3 Ill. 4",
      "Id. 5: 3 Ill. 4",
      "Id. 6: 1 Ill. 2",
      "Id. 7: 1 Ill. 2",
      "3 Ill. 8: 3 Ill. 4",
      "Id. 9: 3 Ill. 4",
      "Id. 10: 1 Ill. 2",
    ]);
  });

  test.each([
    ["410 U.S. 113, 42 U.S.C. § 1983", []],
    ["410 U.S. 113, 42\nU.S.C. § 1983", []],
    ["410 U.S. 113, 155, 42 U.S.C. § 1983", ["155"]],
    ["410 U.S. 113, 5 Wall. 3", []],
    ["410 U.S. 113, 10 years later", []],
    ["410 U.S. 113, 22 January 1973", []],
    ["410 U.S. 113, 155 n. 3", ["155"]],
    ["410 U.S. 113, 155 nn.3-4", ["155"]],
    ["410 U.S. 113, 155 and note", ["155"]],
    ["410 U.S. 113, 155 & 157", ["155", "157"]],
    ["410 U.S. 113, 155 et seq.", ["155"]],
    ["410 U.S. 113, 153-55 (1973)", ["153-55"]],
    ["410 U.S. 113, 155\n\nThe court", ["155"]],
    ["410 U.S. 113, at 155 the court", ["155"]],
    ["2009 WI 75, ¶ 3 which", ["¶ 3"]],
  ])("the pin pages of %j are %j", (text, pinPages) => {
    expect(read(text)[0]?.[2]).toEqual(pinPages);
  });

  test("only the last 500 cases are known", () => {
    const cases = Array.from({ length: 501 }, (_, at) => `A v. B, ${at + 1} Ill. 2, ${at + 1} N.E. 3. `);
    const last = ["1 Ill. at 5", "1 N.E. at 5", "2 N.E. at 5", "501 Ill. at 5"].join("; ");
    const found = read(`${cases.join("")}${last}.`).slice(-4);
    expect(found.map(([, refersTo]) => refersTo)).toEqual([null, null, "2 Ill. 2", "501 Ill. 2"]);
  });

  test("id. does not lead out of an opinion; short forms and supra do", () => {
    const reader = new CitationReader();
    reader.read("Doe v. Roe, 1 Ill. 2.");
    reader.startOpinion();
    const found = reader.read("Id. at 3. Roe, supra. 1 Ill. at 3.");
    expect(found.map(({ cited }) => cited !== null)).toEqual([false, true, true]);
  });

  test.each([
    "42 U.S.C. § 1983",
    "29 C.F.R. § 1910.12",
    "86 Stat. 1170",
    "Fed. R. Civ. P. 56",
    "N.Y. Penal Law § 125.25",
    "Ill. Rev. Stat. ch. 38",
    "U.S. Const. art. I",
  ])("%j is a statute, also after a citation", (text) => {
    const forms = (read: string) => new CitationReader().read(read).map(({ form }) => form);
    expect(forms(`Under ${text}, so.`)).toEqual(["statute"]);
    expect(forms(`Roe v. Wade, 410 U.S. 113, ${text}`)).toEqual(["full", "statute"]);
  });
});
