import { expect, test } from "vitest";
import { checkAnalysis, readHtmlBody, readXmlBody } from "../../src/casebody/read-body.ts";
import type { CaseBody } from "../../src/domain/casebody.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { casebody, EXAMPLE_BODY, EXAMPLE_XML } from "./example.ts";

const read = (content: string) => readXmlBody(casebody(content));
const opinionText = (content: string) => read(`<opinion>${content}</opinion>`).opinions[0]?.text;

test('readXmlBody reads the example of docs/formats.md, "Conversion examples"', () => {
  expect(readXmlBody(EXAMPLE_XML)).toEqual(EXAMPLE_BODY);
});

const opinion = (text: string, author: string | null = null, type: string | null = null) => ({
  ...{ type, author, text },
});

test.each<[what: string, content: string, body: Partial<CaseBody>]>([
  [
    "no type or author",
    "<opinion><p>a<em>b</em>c</p><p> d </p></opinion>",
    { opinions: [opinion("abc\nd")] },
  ],
  ["an empty opinion", '<opinion type="majority"/>', { opinions: [opinion("", null, "majority")] }],
  [
    "several authors, joined by a space, whose lines are in the text",
    "<opinion><author>A.</author><author>B.</author><p>x</p></opinion>",
    { opinions: [opinion("A.\nB.\nx", "A. B.")] },
  ],
  ["no opinion: all is head matter", "<p>only head</p>", { headMatter: "only head", opinions: [] }],
  [
    "content after an opinion as head matter",
    "<opinion><p>x</p></opinion><judges>late</judges>",
    { headMatter: "late", judges: ["late"] },
  ],
  [
    "judges, attorneys and parties of all parts",
    "<parties>A <em>v.</em> B</parties><opinion><judges>J<em>1</em></judges></opinion>",
    { parties: ["A v. B"], judges: ["J1"], attorneys: [] },
  ],
  [
    "a correction only below the root",
    "<correction>c1</correction><opinion><correction>in</correction></opinion><correction>c2</correction>",
    { corrections: "c1\nc2", headMatter: "", opinions: [opinion("in")] },
  ],
  [
    "a footnote of the head matter",
    '<p>h</p><footnote label="1"><p>1 note</p></footnote>',
    { headMatter: "h\nnote" },
  ],
  [
    "two footnotes with one label",
    '<footnote label="1"><p>1 x</p></footnote><footnote label="1"><p>1 x</p></footnote>',
    { headMatter: "x\nx" },
  ],
  ["soft hyphens, raw and as references", "<p>mill\u00addam&#173;s&#xAD;</p>", { headMatter: "milldams" }],
  [
    "text around comments and CDATA, before the text rule runs",
    "<p>a <!-- c --> b<![CDATA[ & ]]>c</p>",
    { headMatter: "a b & c" },
  ],
  [
    "an unknown element as a part of its paragraph, or as a line",
    "<p>a<new>b</new>c</p><new>d</new>e",
    { headMatter: "abc\nd\ne" },
  ],
  [
    "a nested opinion as part of the outer one",
    "<opinion><p>a</p><opinion><author>N</author></opinion></opinion>",
    { opinions: [opinion("a\nN", "N")] },
  ],
  [
    "text directly in an opinion or between opinions",
    "a<opinion>text <em>here</em></opinion>b",
    { opinions: [opinion("text here")], headMatter: "a\nb" },
  ],
  ["R2: a lone surrogate as U+FFFD", "<p>a\ud800b</p>", { headMatter: "a\ufffdb" }],
])("readXmlBody reads %s", (_, content, body) => {
  expect(read(content)).toMatchObject(body);
});

test.each([
  ["1", "<p>1 The rule</p>", "The rule"],
  ["1", "<p>1983 was wet.</p>", "1983 was wet."],
  ["*", "<p>*Briefs of</p>", "Briefs of"],
  ["*", "<p>** Briefs</p>", "** Briefs"],
  ["a", "<p>as if</p>", "as if"],
  ["a", "<p>a. As if</p>", ". As if"],
  ["(1)", "<p> <em>(1)</em> So</p>", "So"],
  ["12", "<p>1<em>2</em> So</p>", "So"],
  ["1", "\n  <p>\n 1 So</p><p>1 more</p>", "So\n1 more"],
  ["1", "<p>So 1</p>", "So 1"],
  ["1", "<p><page-number>*2</page-number>1 So</p>", "So"],
  ["1", "<p></p><p>1</p><p>1 So</p>", "1 So"],
  ["1", "1 direct", "direct"],
  ["", "<p>1 So</p>", "1 So"],
])("readXmlBody removes the label %j from %j", (label, content, text) => {
  expect(opinionText(`<footnote label="${label}">${content}</footnote>`)).toBe(text);
});

test.each([
  ["another namespace", '<casebody xmlns="urn:other"><p>x</p></casebody>'],
  ["no namespace", "<casebody><p>x</p></casebody>"],
  ["a prefix", '<c:casebody xmlns:c="urn:c"><c:p>x</c:p></c:casebody>'],
  ["an undeclared prefix", "<c:casebody><c:p>x</c:p></c:casebody>"],
  ["comments", "<!-- a --><casebody><p><!-- b -->x<!-- c --></p></casebody><!-- d -->"],
  ["CDATA", "<casebody><p><![CDATA[x]]></p></casebody>"],
  ["processing instructions", "<?a b?><casebody><p>x<?c?></p></casebody><?d e?>"],
  ["a declaration", "<?xml version='1.0' encoding='utf-8'?>\n<casebody><p>x</p></casebody>\n"],
  [
    "a byte order mark",
    '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?><casebody><p>x</p></casebody>',
  ],
  [
    "attributes in any order",
    '<casebody lastpage="2" xmlns="urn:x" firstpage="1"><p pgmap="1" id="—">x</p></casebody>',
  ],
  ["odd attribute names", '<casebody __proto__="1" hasOwnProperty="2" constructor="3"><p>x</p></casebody>'],
])("R7: readXmlBody accepts XML with %s", (_, xml) => {
  expect(readXmlBody(xml).headMatter).toBe("x");
});

test("readHtmlBody reads all parts of a static page", () => {
  const html = `<section class="casebody"><section class="head-matter">
    <p class="parties">State<br> v.<br> Mill</p><p class="attorneys">A. B.</p></section>
    <article class="opinion" data-type="majority"><p class="author">X, J.:</p><p class="author">Y, J.:</p>
    <p>be<a class="page-label">*8</a>fore</p><p class="judges">All concur.</p></article>
    <section class="corrections"><p class="correction">c</p></section></section>`;
  expect(readHtmlBody(html)).toEqual({
    parties: ["State\nv.\nMill"],
    opinions: [{ type: "majority", author: "X, J.: Y, J.:", text: "X, J.:\nY, J.:\nbefore\nAll concur." }],
    headMatter: "State\nv.\nMill\nA. B.",
    attorneys: ["A. B."],
    judges: ["All concur."],
    corrections: "c",
  });
});

test.each<[what: string, html: string, body: Partial<CaseBody>]>([
  ["no type or author", '<article class="opinion">x</article>', { opinions: [opinion("x")] }],
  [
    "classes as words",
    '<div class="x head-matter\ny">h</div><div class="head-matters">no</div>',
    { headMatter: "h" },
  ],
  ["a withdrawn case", "<p>This case was withdrawn.</p>", { headMatter: "", opinions: [] }],
  ["references", '<p class="judges">mill\u00addam&shy;s &amp; &sect;</p>', { judges: ["milldams & §"] }],
])("readHtmlBody reads %s", (_, html, body) => {
  expect(readHtmlBody(html)).toMatchObject(body);
});

test("X8: readHtmlBody refuses nesting over 201 deep at once", () => {
  expect(() => readHtmlBody("<div>".repeat(100_000))).toThrow(CaselawError);
  expect(() => readHtmlBody("<div>".repeat(202))).toThrow(/nested more than 201 deep$/);
  expect(readHtmlBody(`<div class="head-matter">${"<b>".repeat(200)}x`).headMatter).toBe("x");
});

const PLAIN = { char_count: 154, sha256: "99c0cca325ed8e48f57c2e667a18674d6958a683a0ff864c761e7244c478a60d" };
const SPACED = {
  char_count: 155,
  sha256: "8cbed7d71df103de4468b336f914e737ee1f8d90aeb546fbc7c3591aa6303136",
};

test("checkAnalysis matches the publisher's example", () => {
  const body: CaseBody = {
    ...EXAMPLE_BODY,
    headMatter: "Case text 0",
    opinions: ["Case text 1Case text 2", "Case text 3"].map((text) => ({ type: null, author: null, text })),
    corrections: "",
  };
  const sha256 = "da95df9d6d5d506285c9a8f9010560fa57905f64b3e94748b8854d678e18f0cc";
  expect(checkAnalysis({ sha256, char_count: 47 }, body, null)).toBe("matches");
});

test("checkAnalysis accepts both texts of an XML body, and the only text of other bodies", () => {
  const body = readXmlBody(EXAMPLE_XML);
  expect(checkAnalysis(PLAIN, body, EXAMPLE_XML)).toBe("matches");
  expect(checkAnalysis(SPACED, body, EXAMPLE_XML)).toBe("matches");
  expect(checkAnalysis(SPACED, body, null)).toBe("differs");
});

test("checkAnalysis reports a hash or a count that differs", () => {
  expect(checkAnalysis({ ...PLAIN, sha256: "00" }, EXAMPLE_BODY, null)).toBe("differs");
  expect(checkAnalysis({ ...PLAIN, char_count: 1 }, EXAMPLE_BODY, null)).toBe("differs");
});

test("checkAnalysis counts code points, not UTF-16 units", () => {
  const body: CaseBody = {
    parties: [],
    opinions: [],
    headMatter: "𝒜",
    attorneys: [],
    judges: [],
    corrections: "",
  };
  const sha256 = "3260d558231252718462eb293db694b8d4bded56130108493d9b2713104de6e7";
  expect(checkAnalysis({ sha256, char_count: 2 }, body, null)).toBe("matches");
  expect(checkAnalysis({ sha256, char_count: 3 }, body, null)).toBe("differs");
});
