/**
 * Randomly damaged bodies (docs/faults.md, "R6", "R7", "X7", "X8"): each is refused with a CaselawError, or all formats can be
 * read and agree; nothing hangs or throws another error.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sanitiseHtml } from "../../src/casebody/parse-html.ts";
import { readHtmlBody, readXmlBody } from "../../src/casebody/read-body.ts";
import { renderXmlBody } from "../../src/casebody/render-xml.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { decorated, fuzzing, mangled } from "../support/fuzz.ts";
import { EXAMPLE_XML } from "./example.ts";
import { oddBody } from "./odd-trees.ts";

const PIECES = [
  ..."< > & ]]> <!-- --> <![CDATA[ \" ' = &nbsp; &#0; &#x10ffff; &#xd800; &lt é 𝒜 <p> </p>".split(" "),
  ..."<opinion> </opinion> <footnote> <em> </casebody> <casebody> <x:y/> <page-number/> <author/>".split(" "),
  ...["<?xml version='1.0'?>", "<!DOCTYPE a>", "\u0000", "\ud800", "\ufffe", "\u00ad"],
  ...[" __proto__='1'", " id='a' id='b'", "<footnotemark>1</footnotemark>"],
];

/** Well-formed bodies. */
const WHOLE_PIECES = [
  ..."<p>a</p> <opinion/> <footnote/> &#x10ffff; &quot; \u2028 \ufffd 𝒜 \u00ad <br/> <casebody/> &#13;".split(
    " ",
  ),
  ..."<script>s</script> <parties>e</parties> <author>f</author> <correction>g</correction>".split(" "),
  ...[
    "<x:y xmlns:x='u'/>",
    "<em> b </em>",
    "<opinion type='&lt;'>c<judges>d</judges></opinion>",
    "<!-- c -->",
  ],
  ...["<footnote label='1'><p>1 d</p></footnote>", "<footnotemark>1</footnotemark>", "<![CDATA[<p> & ]]>"],
  ...["<?pi x?>", "<page-number label='—'>*1</page-number>", "<table><tr><td>i</td></tr></table>"],
  "<p __proto__='1' constructor='2' id='&#10;'>h</p>",
];

const HTML_PIECES = [
  ...PIECES,
  ..."<script> </script> <style> <svg> <math> <table> <textarea> <title> <plaintext> <template> <noscript> <br> </br>".split(
    " ",
  ),
  ...["<a href='javascript:x'>", "<img src=x onerror=y>", "</"],
];

const body = fc.oneof(fc.constant(EXAMPLE_XML), oddBody);

test("XML damaged anywhere is refused or answers in all formats alike", () => {
  fc.assert(
    fc.property(fc.oneof(mangled(body, PIECES), decorated(body, WHOLE_PIECES)), (xml) => {
      const read = readOrRefusal(() => readXmlBody(xml));
      if (read === null) return;
      expect(JSON.stringify(read).isWellFormed()).toBe(true);
      expect(readHtmlBody(renderXmlBody(xml))).toEqual(read);
      expect(JSON.parse(JSON.stringify(read))).toEqual(read);
    }),
    fuzzing(500),
  );
});

test("HTML damaged anywhere is refused or sanitised, and sanitising keeps its text", () => {
  const page = body.map(renderXmlBody);
  fc.assert(
    fc.property(fc.oneof(mangled(page, HTML_PIECES), decorated(page, WHOLE_PIECES)), (html) => {
      const clean = readOrRefusal(() => sanitiseHtml(html).html);
      if (clean === null) return;
      expectHarmless(clean);
      const read = readHtmlBody(clean);
      expect(JSON.parse(JSON.stringify(read))).toEqual(read);
      expect(readHtmlBody(sanitiseHtml(clean).html)).toEqual(read);
    }),
    fuzzing(300),
  );
});

/** Expects no active element, handler or scheme outside of attribute values. */
function expectHarmless(html: string): void {
  for (const [tag] of html.matchAll(/<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/g)) {
    expect(tag).not.toMatch(/^<(?:script|style|svg|iframe|object|template)\b/i);
    expect(tag).not.toMatch(/ href=["'](?!["'#]|\/(?!\/)|https?:)/);
    expect(tag.replace(/"[^"]*"|'[^']*'/g, "")).not.toMatch(/ on\w+/);
  }
}

/** Null if it is refused with a CaselawError. */
function readOrRefusal<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    expect(error).toBeInstanceOf(CaselawError);
    expect(error).toMatchObject({ code: "invalid", message: expect.stringMatching(/^Cannot .*: \S/s) });
    return null;
  }
}
