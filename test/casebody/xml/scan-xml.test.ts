/** Compares scanXml with the parser: it returns the same tree or null. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BodyElement } from "../../../src/casebody/body-tree.ts";
import { parseWithSax } from "../../../src/casebody/xml/parse-xml.ts";
import { scanXml } from "../../../src/casebody/xml/scan-xml.ts";
import { withoutSoftHyphens } from "../../../src/casebody/xml/xml-fault.ts";
import { CaselawError } from "../../../src/domain/errors.ts";
import { oddBody } from "../odd-trees.ts";
import { HAS_REAL_FILES, readText, realFiles } from "../real-files.ts";

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

test.each([
  ["a numbered reference", PLAIN],
  ["a comment", "<casebody><!-- x --></casebody>"],
  ["a CDATA section", "<casebody><![CDATA[x]]></casebody>"],
  ["an instruction", "<casebody><?x y?></casebody>"],
  ["a document type", "<!DOCTYPE casebody><casebody/>"],
  ["a prefix", '<casebody xmlns:x="urn:x"><x:p/></casebody>'],
  ["another root", "<p>x</p>"],
  ["a second root", "<casebody/><casebody/>"],
  ["text after the root", "<casebody/>x"],
  ["an attribute twice", '<casebody><p id="1" id="2"/></casebody>'],
  ["an attribute without quotes", "<casebody><p id=1/></casebody>"],
  ["crossed tags", "<casebody><p><em></p></em></casebody>"],
  ["an unclosed tag", "<casebody><p>"],
  ["a stray reference", "<casebody>AT&T</casebody>"],
  ["an entity of HTML", "<casebody>a&nbsp;b</casebody>"],
  ["the end of a section", "<casebody>]]></casebody>"],
  ["a control character", "<casebody>\u0001</casebody>"],
  ["a carriage return", "<casebody>a\r\nb</casebody>"],
  ["deep nesting", `<casebody>${"<p>".repeat(300)}${"</p>".repeat(300)}</casebody>`],
  ["nothing", ""],
])("scanXml leaves %s to the parser", (_, xml) => {
  expect(byScan(xml)).toBeNull();
});

test("scanXml returns the parser's tree or null, for any body", () => {
  fc.assert(
    fc.property(oddBody, (xml) => void agrees(xml)),
    { numRuns: 400, seed: 7 },
  );
});

test("scanXml returns the parser's tree or null, for any damaged body", () => {
  const pieces = fc.constantFrom(
    "<",
    ">",
    "/",
    "&",
    '"',
    "'",
    "=",
    " ",
    "p",
    "]]>",
    "<p>",
    "</p>",
    "&amp;",
    "\n",
    "",
  );
  const damage = fc.tuple(fc.nat(PLAIN.length), fc.nat(3), pieces);
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      let xml = PLAIN.replace("&#167;", "§");
      for (const [at, gone, put] of damages) xml = xml.slice(0, at) + put + xml.slice(at + gone);
      agrees(xml);
    }),
    { numRuns: 2_000, seed: 11 },
  );
});

test.skipIf(!HAS_REAL_FILES)(
  "scanXml answers for real bodies, as the parser does (skipped without them)",
  () => {
    const xmls = [
      ...realFiles("casebody/bulk-xml-2020", ".xml").map(readText),
      ...realFiles("casebody/four-renderings", "case.xml").map(readText),
    ];
    const answered = xmls.filter((xml) => agrees(xml)).length;
    expect(answered).toBeGreaterThan(xmls.length / 2);
  },
);
