/** The body of a reading page: parts, internal links, citations, and no markup of the source. */
import { expect, test } from "vitest";
import { type ReadingBody, readingBodyOfHtml, readingBodyOfText } from "../../src/casebody/reading-body.ts";
import type { CitationLinks } from "../../src/casebody/reading-markup.ts";

const NO_LINKS: CitationLinks = { startPart: () => {}, ofCitation: () => null, inText: () => [] };
const TO_SEARCH: CitationLinks = {
  ofCitation: (text) => ({ href: `/?search=${encodeURIComponent(text)}`, kind: "search" }),
  startPart: () => {},
  inText: (text) => {
    const start = text.indexOf("1 Ill. 2");
    return start < 0 ? [] : [{ start, end: start + 8, link: { href: "/cases/7/", kind: "case" } }];
  },
};

function opinion(inside: string, links = NO_LINKS): ReadingBody {
  return readingBodyOfHtml(`<article class="opinion" data-type="dissent">${inside}</article>`, links);
}

function only({ parts }: ReadingBody): string {
  expect(parts).toHaveLength(1);
  return parts[0]?.html ?? "";
}

test("readingBodyOfHtml separates head matter, opinions, corrections and other content", () => {
  const { parts } = readingBodyOfHtml(
    `<section class="casebody"><section class="head-matter"><h4 class="parties">A v. B</h4></section>
     <article class="opinion" data-type="dissent"><p class="author">Roe, J.:</p><p>No.</p></article>
     <p>Loose.</p><section class="corrections"><p class="correction">C.</p></section><section class="head-matter"></section></section>`,
    NO_LINKS,
  );
  expect(parts.map(({ kind, type, author, html }) => ({ kind, type, author, html }))).toEqual([
    { kind: "head matter", type: null, author: null, html: '<p class="cb-parties">A v. B</p>' },
    { kind: "opinion", type: "dissent", author: "Roe, J.:", html: "<p>No.</p>" },
    { kind: "other", type: null, author: null, html: "<p>Loose.</p>" },
    { kind: "corrections", type: null, author: null, html: '<p class="cb-correction">C.</p>' },
  ]);
});

test("an author at the start of an opinion is only in its heading, without the colon", () => {
  const { parts } = opinion('<p class="author"><em>Roe</em>, J.:</p><p>No.</p>');
  expect(parts[0]).toMatchObject({ authorHtml: "<em>Roe</em>, J.", html: "<p>No.</p>" });
});

test("an author named later stays in the text", () => {
  const { parts } = opinion('<p>First.</p><p class="author">Roe, J.</p>');
  expect(parts[0]).toMatchObject({ author: "Roe, J.", authorHtml: null });
  expect(parts[0]?.html).toContain('<p class="cb-author">Roe, J.</p>');
});

test("a page number becomes a link to itself, with a unique id", () => {
  const label = '<a id="p8" href="#p8" data-label="8" class="page-label">*8</a>';
  const body = opinion(`<p>be${label}fore ${label}</p>`);
  expect(only(body)).toBe(
    '<p>be<a id="p8" href="#p8" class="cb-page"><span class="cb-star">*</span>8</a>fore <span class="cb-page"><span class="cb-star">*</span>8</span></p>',
  );
  expect(body.pages).toEqual(["8"]);
});

test.each(["main", 'p"onclick=x', "a b", "1".repeat(30), ""])("a page labelled %j has no id", (label) => {
  const element = `<a data-label="${label.replaceAll('"', "&quot;")}" class="page-label">*9</a>`;
  expect(opinion(`<p>x${element}</p>`).pages).toEqual([]);
});

test("a footnote and its mark link to each other", () => {
  const html = only(
    opinion(
      '<p>Text<a id="ref_footnote_1_1" href="#footnote_1_1" class="footnotemark">1</a></p>' +
        '<aside id="footnote_1_1" data-label="1" class="footnote"><a href="#ref_footnote_1_1">1</a><p>Note.</p></aside>',
    ),
  );
  expect(html).toContain('<a id="ref_footnote_1_1" href="#footnote_1_1" class="cb-mark">1</a>');
  expect(html).toContain(
    '<div id="footnote_1_1" class="cb-footnote"><a href="#ref_footnote_1_1" class="cb-back">1</a><div><p>Note.</p>',
  );
});

test("a bracket number links to its head note by our id", () => {
  const { parts } = readingBodyOfHtml(
    '<section class="head-matter"><p id="b1-2" class="headnotes">1. A rule.</p><p id="main">x</p></section>' +
      '<article class="opinion"><p><a href="#b1-2" class="bracketnum">(1)</a></p></article>',
    NO_LINKS,
  );
  expect(parts.map(({ html }) => html).join("\n")).toBe(
    '<p id="note-b1-2" class="cb-headnotes">1. A rule.</p>\n<p>x</p>\n<p><a href="#note-b1-2" class="cb-bracket">(1)</a></p>',
  );
});

test.each([
  [
    "an opening quotation mark does not end a line",
    "<p>He said “ no” and 1 Ill. 2 “ yes”.</p>",
    '<p>He said “\u00a0no” and <a href="/cases/7/" class="cb-held">1 Ill. 2</a> “\u00a0yes”.</p>',
  ],
  [
    "a mark without a footnote, and a link out of the case, are text",
    '<p>A<a href="#main" class="footnotemark">2</a> <a href="https://evil.example/">b</a></p>',
    '<p>A<span class="cb-mark">2</span> b</p>',
  ],
  [
    "citations are links, those of the source and those in the text, not nested",
    '<p>See 1 Ill. 2; <a class="citation" href="/x">3 <em>Ill.</em> 4 1 Ill. 2</a></p>',
    '<p>See <a href="/cases/7/" class="cb-held">1 Ill. 2</a>; <a href="/?search=3%20Ill.%204%201%20Ill.%202" class="cb-sought">3 <em>Ill.</em> 4 1 Ill. 2</a></p>',
  ],
  [
    "page images are shown, and no other sources",
    '<img src="data:image/png;base64,AAAA" width="3" height="a"><img src="data:image/svg+xml;base64,AAAA"><img src="/x">',
    '<img src="data:image/png;base64,AAAA" width="3" alt="Picture in the printed volume">',
  ],
  [
    "no class, id or attribute of the source is kept",
    '<div id="main" class="site" onclick="x" style="y" data-a="z"><p id="cites" class="case-sidebar">T</p></div>',
    "<div><p>T</p>\n</div>",
  ],
])("%s", (_, inside, html) => {
  expect(only(opinion(inside, TO_SEARCH))).toBe(html);
});

test("readingBodyOfText makes a paragraph of each line", () => {
  const body = readingBodyOfText(
    {
      headMatter: "A v. B\n\n<b>No. 1</b>",
      opinions: [
        { type: "majority", author: "Roe, J.", text: "Roe, J.\nFirst.\nSecond." },
        { type: null, author: null, text: "" },
      ],
      parties: ["A v. B", null],
      attorneys: [],
      judges: [" "],
      corrections: "",
    },
    NO_LINKS,
  );
  expect(body.parts.map(({ html }) => html)).toEqual([
    "<p>A v. B</p>\n<p>&lt;b&gt;No. 1&lt;/b&gt;</p>",
    "<p>First.</p>\n<p>Second.</p>",
  ]);
  expect(body.parts[1]?.authorHtml).toBe("Roe, J.");
  expect(body.parties).toEqual(["A v. B"]);
  expect(body.judges).toEqual([]);
});
