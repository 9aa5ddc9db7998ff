import fc from "fast-check";
import { expect, test } from "vitest";
import { textOf } from "../../src/casebody/body-tree.ts";
import {
  parseAnyHtml,
  parseHtml,
  sanitiseAnyHtml,
  sanitiseHtml,
  scanHtml,
} from "../../src/casebody/parse-html.ts";
import { readHtmlBody } from "../../src/casebody/read-body.ts";
import { renderXmlBody } from "../../src/casebody/render-xml.ts";
import { oddBody } from "./odd-trees.ts";

const text = (html: string) => textOf(parseHtml(html));

test("sanitiseHtml keeps what the publisher writes", () => {
  const html =
    '<section class="casebody" data-case-id="FC:A3d/138"><h4 class="parties" id="b1">A <em>v.</em> B</h4>' +
    '<aside class="footnote" data-orphan="true"><a href="#r1">1</a><p>n</p></aside>' +
    '<a class="citation" href="/us/14/0091-01" data-index="0">1</a>' +
    '<a class="citation" href="https://x.test/?q=1&amp;r=2">2</a></section>';
  expect(sanitiseHtml(html).html).toBe(html);
});

test("sanitiseHtml writes attributes in single quotes with double ones, to the same value", () => {
  expect(sanitiseHtml(`<p data-blocks='[["BL_1",2]]'>x</p>`).html).toBe(
    '<p data-blocks="[[&quot;BL_1&quot;,2]]">x</p>',
  );
});

test.each([
  ["<script>alert(1)</script>a", "a"],
  ["<style>p{}</style>a", "a"],
  ["<iframe><p>x</p></iframe>a", "a"],
  ["<object><p>x</p></object>a", "a"],
  ["<template><p>x</p></template>a", "a"],
  ["<svg onload=alert(1)><script>x</script><a href='javascript:x'>y</a></svg>a", "a"],
  ["<math><mi><style><img src=x onerror=alert(1)></style></mi></math>a", "a"],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ""],
  ["<textarea></textarea><script>1</script>", ""],
  ["<xmp><script>1</script></xmp>", ""],
  ["</title><title>x</title>a", "a"],
  ["<img src=x onerror=alert(1)>a", "a"],
  ['<img src="data:image/svg+xml;base64,AAAA">a', "a"],
  ['<img src="data:text/html;base64,AAAA">a', "a"],
  [
    '<img src="data:image/png;base64,AA==" width="5" srcset="//x" alt="k">',
    '<img src="data:image/png;base64,AA==" width="5" />',
  ],
  ['<a href="javascript:alert(1)">a</a>', "<a>a</a>"],
  ['<a href=" javascript:alert(1)">a</a>', "<a>a</a>"],
  ['<a href="java&#10;script:alert(1)">a</a>', "<a>a</a>"],
  ['<a href="data:text/html,x">a</a>', "<a>a</a>"],
  ['<a href="//evil.test">a</a>', "<a>a</a>"],
  ['<a href="/\\evil.test">a</a>', "<a>a</a>"],
  ['<a href="/&#9;/evil.test">a</a>', "<a>a</a>"],
  ['<a href="">a</a>', "<a>a</a>"],
  ['<base href="//evil.test">a', "<div></div>a"],
  [
    '<p style="x" onclick="y" formaction="z" id="body" class="q" data-x="1">a</p>',
    '<p id="body" class="q" data-x="1">a</p>',
  ],
  ["<!-- <script>x</script> -->a", "a"],
  ["&lt;script&gt;a&amp;lt;", "&lt;script&gt;a&amp;lt;"],
  [`<p data-x='"><script>'>a</p>`, '<p data-x="&quot;&gt;&lt;script&gt;">a</p>'],
])("sanitiseHtml sanitises %j", (hostile, harmless) => {
  expect(sanitiseHtml(hostile).html).toBe(harmless);
});

test("sanitiseHtml keeps the text of other elements, on its lines", () => {
  const html = "<table><tr><td>a</td><td>b <big>c</big></td></tr></table><ul><li>d</li><li>e</li></ul>f<hr>g";
  expect(sanitiseHtml(html).html).not.toMatch(/<\/?(?:table|tr|td|big|ul|li|hr)\b/);
  expect(text(sanitiseHtml(html).html)).toBe("a\nb c\nd\ne\nf\ng");
});

test("text(sanitised) = text(file) for any rendered tree, and sanitising it again changes nothing", () => {
  fc.assert(
    fc.property(oddBody, (xml) => {
      const html = renderXmlBody(xml);
      const sanitised = sanitiseHtml(html).html;
      expect(text(sanitised)).toBe(text(html));
      expect(readHtmlBody(sanitised)).toEqual(readHtmlBody(html));
      expect(sanitiseHtml(sanitised).html).toBe(sanitised);
    }),
    { numRuns: 150 },
  );
});

test("sanitiseHtml lets no other tag, handler or scheme through, whatever it is given", () => {
  const pieces = [
    ..."<script javascript:x onerror=x > <svg> </svg> ' \" </p> <math> <style> </style> <!-- --> <title>".split(
      " ",
    ),
    ...["<img src=x ", "<a href=", "<p ", "&lt;", "<noscript>", "/", " "],
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const harmless = sanitiseHtml(parts.join("")).html;
      for (const [tag] of harmless.matchAll(/<[^>]*>/g)) {
        expect(tag).toMatch(
          /^<\/?(?:a|p|img|div|span)(?: (?:href|src|data-[^=]*|id|class)(?:="[^"]*")?)*(?: \/)?>$/,
        );
        expect(tag).not.toMatch(/href="(?!#|\/|https?:)/);
      }
    }),
    { numRuns: 400 },
  );
});

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
  "<p>a</em></p>",
  "<p/>",
  "</br>",
  "a&nbsp;b",
  "<img>",
  "<P>a</P>",
  '<p id="a" id="b">a</p>',
  '<p id="">a</p>',
  "<p id=a>a</p>",
  '<p href="#a">a</p>',
  '<a href="/ /evil.test">a</a>',
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
    { numRuns: 200 },
  );
  expect(scanned).toBeGreaterThan(50);
});
