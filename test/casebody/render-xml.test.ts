import fc from "fast-check";
import { expect, test } from "vitest";
import { readHtmlBody, readXmlBody } from "../../src/casebody/read-body.ts";
import { renderXmlBody } from "../../src/casebody/render-xml.ts";
import { casebody, EXAMPLE_BODY, EXAMPLE_HTML, EXAMPLE_XML } from "./example.ts";
import { oddBody } from "./odd-trees.ts";

const render = (content: string) => renderXmlBody(casebody(content));

test('renderXmlBody writes the HTML of docs/formats.md, "Conversion examples", to the letter', () => {
  expect(renderXmlBody(EXAMPLE_XML)).toBe(EXAMPLE_HTML);
  expect(readHtmlBody(EXAMPLE_HTML)).toEqual(EXAMPLE_BODY);
});

test("R7: text(XML) = text(HTML(XML)) for any tree", () => {
  fc.assert(
    fc.property(oddBody, (xml) => {
      expect(readHtmlBody(renderXmlBody(xml))).toEqual(readXmlBody(xml));
    }),
    { numRuns: 600 },
  );
});

test("renderXmlBody always writes the head matter, and corrections only if there are any", () => {
  expect(render("")).toBe(
    '<section class="casebody" data-firstpage="1" data-lastpage="2">\n<section class="head-matter"></section>\n</section>',
  );
});

test("renderXmlBody links marks to the footnotes of their own section, each footnote once", () => {
  const note = '<footnote label="1"><p>n</p></footnote>';
  const html = render(
    `<p>h<footnotemark>1</footnotemark></p>${note}<opinion><p><footnotemark><em>1</em></footnotemark>` +
      `<footnotemark>1</footnotemark><footnotemark id="z">1</footnotemark></p>${note}${note}</opinion>`,
  );
  expect(
    [...html.matchAll(/<a id="ref_footnote_(\w+)" href="#footnote_(\w+)"/g)].map(([, a, b]) => [a, b]),
  ).toEqual([
    ["0_1", "0_1"],
    ["1_1", "1_1"],
    ["1_2", "1_2"],
  ]);
  expect(html).toContain('<a class="footnotemark">1</a>');
  expect(html).toContain(
    '<aside id="footnote_1_2" data-label="1" class="footnote">\n<a href="#ref_footnote_1_2">1</a>',
  );
});

test.each<[what: string, content: string, html: string]>([
  [
    "numbers the corrections' footnotes after the opinions'",
    '<correction>c<footnote label="a"><p>n</p></footnote></correction><opinion/>',
    'id="footnote_2_1"',
  ],
  [
    "links a bracket number to the head note of that number",
    '<headnotes id="h1">1. One</headnotes><headnotes id="h2">2. Two</headnotes><p><bracketnum>[2]</bracketnum><bracketnum>[3]</bracketnum></p>',
    '<a href="#h2" class="bracketnum">[2]</a><a class="bracketnum">[3]</a>',
  ],
  [
    "writes citations without href",
    '<p><extracted-citation url="http://x" index="0" case-ids="1">1 U.S. 1</extracted-citation></p>',
    '<a data-url="http://x" data-index="0" data-case-ids="1" class="citation">1 U.S. 1</a>',
  ],
  [
    "shows an image with a data URL",
    '<p><img class="q" width="1" src="data:image/png;base64,AA==" height="2"/></p>',
    '<p><img src="data:image/png;base64,AA==" width="1" height="2"></p>',
  ],
  ...["http://evil/x.png", "data:image/svg+xml;base64,AA==", "data:text/html;base64,AA==", "//x"].map(
    (source) =>
      [`shows no image of ${source}`, `<p>a<img src="${source}"/></p>`, "<p>a</p>"] as [
        string,
        string,
        string,
      ],
  ),
  [
    "writes unknown elements as span or div of their name",
    '<p>a<new x="1">b</new></p><new>c</new>',
    '<p>a<span data-x="1" class="new">b</span></p>\n<div class="new">c</div>',
  ],
  [
    "R7: escapes every text and value",
    '<p id="&quot;&gt;&lt;script&gt;" pgmap="&quot;—">&lt;script&gt;<![CDATA[<b>&]]></p>',
    '<p id="&quot;&gt;&lt;script&gt;" data-pgmap="&quot;—">&lt;script&gt;&lt;b&gt;&amp;</p>',
  ],
  [
    "turns runs of white space into one space, and drops soft hyphens",
    "<p>a\n   <em> b</em>mill\u00addam</p>",
    "<p>a <em> b</em>milldam</p>",
  ],
])("renderXmlBody %s", (_, content, html) => {
  expect(render(content)).toContain(html);
});
