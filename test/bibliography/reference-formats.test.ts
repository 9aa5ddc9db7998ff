import { expect, test } from "vitest";
import { type CaseReference, referenceOf } from "../../src/bibliography/case-reference.ts";
import { bluebookLine, plainLine, writeReference } from "../../src/bibliography/reference-formats.ts";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import type { Case } from "../../src/domain/records.ts";
import { oneCase } from "../http/records.ts";
import { makeCorpus } from "../support/corpus.ts";

let base: Case | undefined;

function reference(changes: Partial<Case> = {}): CaseReference {
  if (base === undefined) {
    using corpus = openCorpus(makeCorpus([oneCase(1, {})]));
    [base] = corpus.casesOf([1]) as [Case];
  }
  return referenceOf({ ...base, ...changes }, "http://127.0.0.1:8000/cases/1/");
}

/** Names that would end a field, a line or an entry. */
const HOSTILE = [
  "A } v. B { C",
  "A\\} @article{x, title={y}} %&$#_~^",
  "A\r\nER  - \r\nTY  - BOOK\nTI  - false",
  'A "quoted" \u2028 v. \u0000 B',
  "{{{",
  "\\",
  "\ud800 v. B",
];

/** Ends of the fields of an entry as BibTeX finds them: by counting braces, whatever precedes them. */
function bibtexFields(entry: string): Map<string, string> {
  const fields = new Map<string, string>();
  let depth = 0;
  let field = "";
  for (const one of entry.slice(entry.indexOf("{") + 1, entry.lastIndexOf("}"))) {
    depth += one === "{" ? 1 : one === "}" ? -1 : 0;
    if (depth < 0) throw new Error("a brace ends the entry");
    if (one === "," && depth === 0) {
      const [name = "", ...value] = field.split(" = ");
      fields.set(name.trim(), value.join(" = "));
      field = "";
    } else field += one;
  }
  if (depth !== 0) throw new Error("braces are not balanced");
  return fields;
}

const LETTERS: Readonly<Record<string, string>> = {
  "\\textbraceleft{}": "{",
  "\\textbraceright{}": "}",
  "\\textbackslash{}": "\\",
  "\\textasciitilde{}": "~",
  "\\textasciicircum{}": "^",
};

test.each(HOSTILE)(
  "the name %j is read back from an entry of BibTeX and of CSL-JSON, and one record of RIS",
  (name) => {
    const one = reference({ name, nameAbbreviation: name });
    const entry = writeReference("bibtex", one);
    expect(entry.split("\n")).toHaveLength(entry.trimEnd().split("\n").length + 1);
    const fields = bibtexFields(entry);
    expect([...fields.keys()].slice(0, 3)).toEqual(["case1", "title", "howpublished"]);
    const title = fields.get("title") ?? "";
    const read = title
      .slice(2, -2)
      .replace(/\\(?:text[a-z]+\{\}|[&%$#_])/g, (sign) => LETTERS[sign] ?? sign.slice(1));
    expect(read).toBe(one.name);
    expect(JSON.parse(writeReference("csl", one))[0].title).toBe(one.name);
    const lines = writeReference("ris", one).split("\r\n").slice(0, -1);
    expect(lines.every((line) => /^[A-Z][A-Z0-9] {2}- [^\r\n]*$/.test(line))).toBe(true);
    expect(lines.filter((line) => /^(?:TY|ER) /.test(line))).toEqual(["TY  - CASE", "ER  - "]);
  },
);

test("the three formats have name, place, court and date", () => {
  const one = reference({ docketNumber: "No. 7" });
  expect(writeReference("bibtex", one)).toBe(`@misc{case1,
  title = {{Case 1}},
  howpublished = {1 Mass. 1},
  organization = {Supreme Judicial Court},
  number = {No. 7},
  year = {1901},
  month = jan,
  url = {http://127.0.0.1:8000/cases/1/},
}
`);
  expect(writeReference("ris", one).split("\r\n")).toEqual(
    expect.arrayContaining(["A2  - Mass.", "VL  - 1", "SP  - 1", "DA  - 1901/01/02/", "SV  - No. 7"]),
  );
  expect(JSON.parse(writeReference("csl", one))).toEqual([
    expect.objectContaining({
      id: "1",
      type: "legal_case",
      "container-title": "Mass.",
      volume: "1",
      page: "1",
      issued: { "date-parts": [[1901, 1, 2]] },
    }),
  ]);
});

test("for BibLaTeX a case is a jurisdiction, with the fields in which Zotero has reporter, volume and pages", () => {
  expect(writeReference("biblatex", reference())).toBe(`@jurisdiction{case1,
  title = {{Case 1}},
  howpublished = {1 Mass. 1},
  journaltitle = {Mass.},
  volume = {1},
  pages = {1--2},
  organization = {Supreme Judicial Court},
  year = {1901},
  month = jan,
  url = {http://127.0.0.1:8000/cases/1/},
}
`);
});

test.each([
  ["Rice v. Taylor", "RICE et al. v. TAYLOR", "Rice v. Taylor"],
  ["", "RICE’S HEIRS ET AL. V. O’NEIL & THE UNION", "Rice’s Heirs et al. v. O’Neil & the Union"],
  ["", "United States v. IBM Corp.", "United States v. IBM Corp."],
])("the title of the short name %j and the full name %j is %j", (short, full, title) => {
  const one = reference({ nameAbbreviation: short, name: full });
  expect(writeReference("ris", one)).toContain(`\r\nTI  - ${title}\r\n`);
  expect(JSON.parse(writeReference("csl", one))[0].title).toBe(title);
  expect(bibtexFields(writeReference("bibtex", one)).get("title")).toBe(`{{${title.replace("&", "\\&")}}}`);
});

const cited = (...cites: string[]): Partial<Case> => ({
  citations: cites.map((cite, at) => ({ type: at === 0 ? "official" : "parallel", cite })),
});
const decidedBy = (nameAbbreviation: string, year: number, place = "X."): Partial<Case> => ({
  court: { id: 1, name: "A court", nameAbbreviation, slug: "court", jurisdiction: null },
  jurisdiction: { id: 1, slug: "x", name: place, nameLong: null, whitelisted: true },
  decisionDate: `${year}-05-01`,
});

test.each<[changes: Partial<Case>, line: string, page?: string]>([
  [
    cited("319 Wis. 2d 688", "768 N.W.2d 198", "2009 WI App 80"),
    "2009 WI App 80, 319 Wis. 2d 688, 768 N.W.2d 198",
  ],
  [cited("95 Ohio St. 3d 1", "2002-Ohio-1234", "2002 Ohio LEXIS 9"), "2002-Ohio-1234, 95 Ohio St. 3d 1"],
  [cited("2022 ND 15"), "2022 ND 15"],
  [{ ...cited("1 T.C. 19"), ...decidedBy("T.C.", 1942) }, "1 T.C. 19 (1942)"],
  [{ ...cited("1 Va. App. 2"), ...decidedBy("Va. Ct. App.", 1985) }, "1 Va. App. 2 (1985)"],
  [{ ...cited("9 Cal.App.4th 2"), ...decidedBy("Cal. Ct. App.", 1992) }, "9 Cal.App.4th 2 (1992)"],
  [{ ...cited("1 Alaska 407"), ...decidedBy("Alaska", 1902) }, "1 Alaska 407 (D. Alaska 1902)"],
  [{ ...cited("2 U.S. (Dall.) 1"), ...decidedBy("Fed. Cir.", 1781) }, "2 U.S. (Dall.) 1 (1781)"],
  [{ ...cited("24 F. Cas. 326"), ...decidedBy("D. Pa.", 1785) }, "24 F. Cas. 326 (1785)"],
  [{ ...cited("24 F. Cas. 326"), ...decidedBy("D. Pa.", 1792) }, "24 F. Cas. 326 (D. Pa. 1792)"],
  [{ ...cited("9 N.W. 2"), ...decidedBy("Wis. Ct. App.", 1880) }, "9 N.W. 2 (1880)"],
  [{ ...cited("61 Wis. 33"), ...decidedBy("Wis.", 1891, "Wis.") }, "61 Wis. 33 (1891)"],
  [
    { ...cited("61 Wis. 2d 33"), ...decidedBy("Wis. Ct. App.", 1991, "Wis.") },
    "61 Wis. 2d 33, 34 (Ct. App. 1991)",
    "34",
  ],
  [{ ...cited("7 N.W. 33"), ...decidedBy("Wis.", 1891, "Wis.") }, "7 N.W. 33 (Wis. 1891)"],
  [{ ...cited(), court: null, docketNumber: "No. 7", decisionDate: null }, "No. 7"],
  [cited("319 Wis. 2d 688", "2009 WI App 80"), "2009 WI App 80, 319 Wis. 2d 688, 690", "690"],
])("the Bluebook's line of %j is %s", (changes, line, page = "") => {
  expect(bluebookLine(reference(changes), page)).toBe(`Case 1, ${line}`);
});

test("a court that did not sit is nowhere", () => {
  const early = reference({ ...cited("2 U.S. (Dall.) 1"), ...decidedBy("Fed. Cir.", 1781) });
  expect(plainLine(early)).toBe("Case 1, 2 U.S. (Dall.) 1 (1781)");
  expect(writeReference("ris", early)).not.toContain("PB  - ");
});

test.each([
  ["1988-05", [1988, 5]],
  ["1988", [1988]],
  ["1911-02-29", [1911, 2]],
  ["1988-13-01", [1988]],
  ["0099-02-03", [99, 2, 3]],
  ["about 1790", []],
])("of the date %s, as much is given as a calendar has", (date, parts) => {
  expect(reference({ decisionDate: date }).date).toEqual(parts);
});

test("the plain line has all citations, the page and the court in words", () => {
  const one = reference({ ...cited("1 Mass. 1", "2 Pick. 3") });
  expect(plainLine(one, "2")).toBe("Case 1, 1 Mass. 1, 2 Pick. 3, at 2 (Supreme Judicial Court, 1901)");
});
