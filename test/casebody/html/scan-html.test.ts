/** Compares scanHtml with parser and sanitiser. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAnyHtml } from "../../../src/casebody/html/parse-html.ts";
import { sanitiseAnyHtml } from "../../../src/casebody/html/sanitise-html.ts";
import { scanHtml } from "../../../src/casebody/html/scan-html.ts";

/** Whether the HTML was scanned; then the result is that of the other two. */
function isScanned(html: string): boolean {
  const scanned = scanHtml(html);
  if (scanned === null) return false;
  expect(scanned.html).toBe(sanitiseAnyHtml(html).html);
  expect(scanned.nodes).toEqual(parseAnyHtml(html));
  expect(scanned.nodes).toEqual(parseAnyHtml(scanned.html));
  return true;
}

test.each([
  `<section class="casebody" data-case-id="1"><h4 id="b1" data-blocks='[["BL_1",2]]'>A <em>v.</em> B &amp; C</h4></section>`,
  '<aside class="footnote"><a href="#r1">1</a><p>n<br>o<br/>p<br /></p></aside>',
  '<a href="/us/14/0091-01">1</a><a href="https://x.test/?q=1&amp;r=2">2</a>',
  'a\u00adb > c " d',
  "",
])("scanHtml reads %j as parser and sanitiser do", (html) => {
  expect(isScanned(html)).toBe(true);
});

test.each([
  "<p>a<p>b",
  "<p><p>a</p></p>",
  "<a><a>b</a></a>",
  "<h4><p>a</p></h4><h4><h4>b</h4></h4>",
  "<p>a</em></p>",
  "<p/>",
  "</br>",
  "a&nbsp;b",
  "a & b",
  "<img>",
  "<script>1</script>",
  "<P>a</P>",
  '<p style="x">a</p>',
  '<p id="a" id="b">a</p>',
  '<p id="">a</p>',
  "<p id=a>a</p>",
  '<p href="#a">a</p>',
  '<a href="javascript:x">a</a>',
  '<a href="/ /evil.test">a</a>',
  "<!-- a -->",
  "a\rb",
  "<",
])("scanHtml leaves %j to parser and sanitiser", (html) => {
  expect(isScanned(html)).toBe(false);
});

test("scanHtml gives what parser and sanitiser give, or nothing", () => {
  const names = "a article b blockquote br div em h4 i p section span sup".split(" ");
  const attributes = ["", ' class="page-label"', ` data-x='["a"]'`, ' id="&quot;&amp;"', ' href="#a"', " x"];
  const tag = fc
    .tuple(fc.constantFrom(...names), fc.constantFrom(...attributes))
    .map(([name, attribute]) => [`<${name}${attribute}>`, `</${name}>`] as const);
  const text = fc.constantFrom("x", " ", "&amp;", "&lt;", ">", "\u00ad", "\n", "&", '"');
  const { html } = fc.letrec<{ html: string }>((tie) => ({
    html: fc
      .array(
        fc.oneof(
          { depthSize: "small" },
          text,
          fc.tuple(tag, tie("html")).map(([[open, close], inside]) => `${open}${inside}${close}`),
          tag.map(([open]) => open),
        ),
        { maxLength: 4 },
      )
      .map((parts) => parts.join("")),
  }));
  let scanned = 0;
  fc.assert(
    fc.property(html, (one) => {
      if (isScanned(one)) scanned++;
    }),
    { numRuns: 500 },
  );
  expect(scanned).toBeGreaterThan(50);
});
