import { expect, test } from "vitest";
import { readXmlBody, readXmlBodySpaced } from "../../../src/casebody/xml/read-xml.ts";
import { casebody, EXAMPLE_BODY, EXAMPLE_XML } from "../example.ts";

const read = (content: string) => readXmlBody(casebody(content));
const opinionText = (content: string) => read(`<opinion>${content}</opinion>`).opinions[0]?.text;

test('readXmlBody reads the example of docs/formats.md, "Conversion examples"', () => {
  expect(readXmlBody(EXAMPLE_XML)).toEqual(EXAMPLE_BODY);
});

test("readXmlBodySpaced replaces a page number within a word by a space", () => {
  const text = readXmlBodySpaced(EXAMPLE_XML).opinions[0]?.text;
  expect(text).toContain("raised be fore suit, & stood");
});

test("readXmlBody returns null for a missing type or author", () => {
  expect(read("<opinion><p>a<em>b</em>c</p><p> d </p></opinion>").opinions).toEqual([
    { type: null, author: null, text: "abc\nd" },
  ]);
  expect(read('<opinion type="majority"/>').opinions).toEqual([{ type: "majority", author: null, text: "" }]);
});

test("readXmlBody joins several authors by a space and keeps their lines in the text", () => {
  const body = read("<opinion><author>A.</author><author>B.</author><p>x</p></opinion>");
  expect(body.opinions).toEqual([{ type: null, author: "A. B.", text: "A.\nB.\nx" }]);
});

test("readXmlBody puts a body without opinion into the head matter", () => {
  expect(read("<p>only head</p>")).toMatchObject({ headMatter: "only head", opinions: [] });
});

test("readXmlBody reads content after an opinion as head matter", () => {
  expect(read("<opinion><p>x</p></opinion><judges>late</judges>")).toMatchObject({
    headMatter: "late",
    judges: ["late"],
  });
});

test("readXmlBody lists judges, attorneys and parties from all parts", () => {
  const body = read("<parties>A <em>v.</em> B</parties><opinion><judges>J<em>1</em></judges></opinion>");
  expect(body).toMatchObject({ parties: ["A v. B"], judges: ["J1"], attorneys: [] });
});

test("readXmlBody recognises a correction only below the root", () => {
  const body = read(
    "<correction>c1</correction><opinion><correction>in</correction></opinion><correction>c2</correction>",
  );
  expect(body).toMatchObject({ corrections: "c1\nc2", headMatter: "" });
  expect(body.opinions[0]?.text).toBe("in");
});

test("readXmlBody reads a footnote of the head matter", () => {
  expect(read('<p>h</p><footnote label="1"><p>1 note</p></footnote>').headMatter).toBe("h\nnote");
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

test("readXmlBody removes the label from both footnotes with one label", () => {
  const footnote = '<footnote label="1"><p>1 x</p></footnote>';
  expect(opinionText(footnote + footnote)).toBe("x\nx");
});

test("readXmlBody removes nothing from a footnote without a label", () => {
  expect(opinionText("<footnote><p>1 x</p></footnote>")).toBe("1 x");
});

test("readXmlBody removes soft hyphens, raw and as references", () => {
  expect(opinionText("<p>mill\u00addam&#173;s&#xAD;</p>")).toBe("milldams");
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

test("readXmlBody joins text around comments and CDATA before the text rule runs", () => {
  expect(opinionText("<p>a <!-- c --> b<![CDATA[ & ]]>c</p>")).toBe("a b & c");
});

test("readXmlBody breaks no line at an unknown element inside a paragraph, and one outside", () => {
  expect(opinionText("<p>a<new>b</new>c</p><new>d</new>e")).toBe("abc\nd\ne");
});

test("readXmlBody reads a nested opinion as part of the outer one", () => {
  const body = read("<opinion><p>a</p><opinion><author>N</author></opinion></opinion>");
  expect(body.opinions).toEqual([{ type: null, author: "N", text: "a\nN" }]);
});

test("readXmlBody reads text directly in an opinion or between opinions", () => {
  const body = read("a<opinion>text <em>here</em></opinion>b");
  expect(body.opinions[0]?.text).toBe("text here");
  expect(body.headMatter).toBe("a\nb");
});

test("R2: readXmlBody reads a lone surrogate as U+FFFD", () => {
  expect(opinionText("<p>a\ud800b</p>")).toBe("a\ufffdb");
});
