import fc from "fast-check";
import { expect, test } from "vitest";
import type { BodyElement } from "../../src/casebody/body-tree.ts";
import { parseWithSax, scanXml } from "../../src/casebody/parse-xml.ts";
import { readXmlBody } from "../../src/casebody/read-body.ts";
import { renderXmlBody } from "../../src/casebody/render-xml.ts";
import { withoutSoftHyphens } from "../../src/casebody/strict-xml.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { oddBody } from "./odd-trees.ts";

/** Returns the message of the error and asserts its code. */
function refusal(xml: string): string {
  try {
    readXmlBody(xml);
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    expect(error.code).toBe("invalid");
    return error.message;
  }
  return "taken";
}

test.each([
  ["an unclosed root", "<casebody>"],
  ["an unclosed tag", "<casebody><p>x</casebody>"],
  ["crossed tags", "<casebody><p><em>x</p></em></casebody>"],
  ["a stray end tag", "<casebody></page-number></casebody>"],
  ["a bare ampersand", "<casebody>a & b</casebody>"],
  ["an unended reference", "<casebody>a &amp b</casebody>"],
  ["&nbsp;", "<casebody>a&nbsp;b</casebody>"],
  ["&nbsp; in an attribute", '<casebody a="&nbsp;"/>'],
  ["&AMP;", "<casebody>&AMP;</casebody>"],
  ["&constructor;", "<casebody>&constructor;</casebody>"],
  ["&#0;", "<casebody>&#0;</casebody>"],
  ["&#xD800;", "<casebody>&#xD800;</casebody>"],
  ["a raw control character", "<casebody>\u0001</casebody>"],
  ["a raw control character in a comment", "<casebody><!-- \u0000 --></casebody>"],
  ["U+FFFF", "<casebody>\uffff</casebody>"],
  ["an unquoted attribute", "<casebody a=1/>"],
  ["an attribute without value", "<casebody a/>"],
  ["a doubled attribute", '<casebody a="1" b="2" a="1"/>'],
  ["attributes that touch", '<casebody a="1"b="2"/>'],
  ["< in an attribute", '<casebody a="<"/>'],
  ["< before a space", "<casebody>< p></p></casebody>"],
  ["text after the root", "<casebody/>x"],
  ["text before the root", "x<casebody/>"],
  ["a reference after the root", "<casebody/>&amp;"],
  ["CDATA after the root", "<casebody/><![CDATA[]]>"],
  ["a second root", "<casebody/><casebody/>"],
  ["an empty string", ""],
  ["white space alone", " \n"],
  ["a declaration alone", "<?xml version='1.0'?>"],
  ["another root", "<html><casebody/></html>"],
  ["]]> in text", "<casebody>]]></casebody>"],
  ["-- in a comment", "<casebody><!-- a -- b --></casebody>"],
  ["an unclosed comment", "<casebody><!-- </casebody>"],
  ["unclosed CDATA", "<casebody><![CDATA[ </casebody>"],
  ["an unclosed instruction", "<casebody><? </casebody>"],
  ["an XML declaration after a space", " <?xml version='1.0'?><casebody/>"],
  ["an XML declaration inside", "<casebody><?xml version='1.0'?></casebody>"],
  ["a document type", "<!DOCTYPE casebody><casebody/>"],
])("R6: readXmlBody refuses %s", (_, xml) => {
  expect(refusal(xml)).toMatch(/^Cannot read the XML body at line \d+, column \d+: \S/);
  expect(() => renderXmlBody(xml)).toThrow(CaselawError);
});

test("readXmlBody reports line and column in the archive's string", () => {
  expect(refusal("<casebody>\n <p>\u00adx\u00ad &nbsp;</p></casebody>")).toMatch(
    /at line 2, column 9: .*"&nbsp;"$/,
  );
  const image = "A".repeat(70_000);
  expect(refusal(`<casebody>\n<img src="${image}"/></p></casebody>`)).toMatch(/at line 2, column 70017: /);
});

test("X8: readXmlBody accepts 200 levels and refuses 201, or 100,000, without overflow", () => {
  const nested = (depth: number) =>
    `<casebody>${"<em>".repeat(depth - 1)}x${"</em>".repeat(depth - 1)}</casebody>`;
  expect(readXmlBody(nested(200)).headMatter).toBe("x");
  expect(renderXmlBody(nested(200))).toContain("x");
  expect(refusal(nested(201))).toMatch(/nested more than 200 deep$/);
  expect(refusal(`<casebody>${"<p>".repeat(100_000)}`)).toMatch(/nested more than 200 deep$/);
});

test("readXmlBody resolves the references of a long attribute, and refuses bad ones", () => {
  const long = "x".repeat(70_000);
  expect(renderXmlBody(`<casebody a="${long}&amp;&#65;"/>`)).toContain(`data-a="${long}&amp;A"`);
  expect(refusal(`<casebody a="${long}&#0;"/>`)).toMatch(/Invalid character entity$/);
});

test("readXmlBody refuses a tag of 100,000 attributes", () => {
  const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(" ");
  expect(refusal(`<casebody ${attributes}/>`)).toMatch(/more than 10000 attributes$/);
});

test("X8: readXmlBody accepts an attribute of 16 MiB and refuses one character more", () => {
  const image = (length: number) => `<casebody><p>a<img src="${"A".repeat(length)}"/>b</p></casebody>`;
  expect(readXmlBody(image(2 ** 24)).headMatter).toBe("ab");
  expect(refusal(image(2 ** 24 + 1))).toMatch(/an attribute value of more than 16777216 characters$/);
});

/** Compares scanXml with the parser: it returns the same tree or null. */
const PLAIN = `<?xml version='1.0' encoding='utf-8'?>
<casebody xmlns="http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1" firstpage="1">
  <court id="b1">SUPREME &amp; COURT</court>
  <opinion type="majority"><p id="b2">It is<footnotemark>1</footnotemark> so.<page-number label="2">*2</page-number></p>
  <footnote label="1"><p>1 See &#167; 2.</p></footnote></opinion><img src="x"/>
</casebody>
`;

/** The tree of the parser, or null if it rejects the text. */
function bySax(xml: string): BodyElement | null {
  try {
    return parseWithSax(xml, withoutSoftHyphens(xml).toWellFormed());
  } catch (error) {
    if (error instanceof CaselawError) return null;
    throw error;
  }
}

function byScan(xml: string): BodyElement | null {
  return scanXml(withoutSoftHyphens(xml).toWellFormed());
}

/** Whether scanXml returned a tree, and the same one as the parser. */
function agrees(xml: string): boolean {
  const scanned = byScan(xml);
  if (scanned !== null) expect(scanned, xml).toEqual(bySax(xml));
  return scanned !== null;
}

test("scanXml reads the publisher's markup as the parser does", () => {
  expect(agrees(PLAIN.replace("&#167;", "§"))).toBe(true);
  expect(agrees(PLAIN.replace("&#167;", "\u00ad§ 𝒜 ]] > '\""))).toBe(true);
});

test("scanXml returns the parser's tree or null, for any body", () => {
  fc.assert(
    fc.property(oddBody, (xml) => void agrees(xml)),
    { numRuns: 200, seed: 7 },
  );
});

test("scanXml returns the parser's tree or null, for any damaged body", () => {
  const pieces = fc.constantFrom(..."< > / & \" ' = p ]]> <p> </p> &amp;".split(" "), " ", "\n", "");
  const damage = fc.tuple(fc.nat(PLAIN.length), fc.nat(3), pieces);
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      let xml = PLAIN.replace("&#167;", "§");
      for (const [at, gone, put] of damages) xml = xml.slice(0, at) + put + xml.slice(at + gone);
      agrees(xml);
    }),
    { numRuns: 700, seed: 11 },
  );
});
