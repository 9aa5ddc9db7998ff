import { expect, test } from "vitest";
import { CLOSED, oneCase, textBody, xmlBody } from "../../http/records.ts";
import { linksTo, pagesOf } from "../../support/page-answer.ts";

const PAGED = xmlBody(
  '<opinion type="majority"><p>a <page-number label="2">*2</page-number> b <page-number label="3">*3</page-number> c</p></opinion>',
);

test("a case has lines to copy, files, and its pages as links", () => {
  const { html, text } = pagesOf([oneCase(1, { casebody: PAGED })])("/cases/1/");
  expect(html).toContain('data-after=" (1901)" data-first="1"><i>Case 1</i>, 1 Mass. 1 (1901)</span>');
  expect(html).toContain('data-before=", 1 Mass. 1, "');
  expect(html).toContain("<i>Case 1</i>, 1 Mass. 1 (Supreme Judicial Court, 1901)</span>");
  expect(linksTo(html, "BibTeX")).toEqual(["/cases/1.bib"]);
  expect(linksTo(html, "BibLaTeX")).toEqual(["/cases/1.biblatex"]);
  expect(linksTo(html, "Markdown")).toEqual(["/cases/1.md"]);
  expect(text).toContain("In this case Go to page Go Pages 2–3 2 3");
});

test("files with a closed text are not offered to those who may not read it", () => {
  const closed = oneCase(1, { jurisdiction: CLOSED, casebody: textBody("Head", "x") });
  const { html } = pagesOf([closed])("/cases/1/");
  expect(linksTo(html, "RIS")).toEqual(["/cases/1.ris"]);
  expect(linksTo(html, "Markdown")).toEqual([]);
});

test("the head has what Zotero reads, escaped", () => {
  const { html } = pagesOf([oneCase(1, { name_abbreviation: 'A "><script> v. B' })])("/cases/1/");
  const [head = ""] = html.split("</head>");
  expect(head).toContain('<meta name="z:itemType" content="case">');
  expect(head).toContain('<meta name="z:reporterVolume" content="1">');
  expect(head).toContain('<meta name="z:dateDecided" content="1901-01-02">');
  expect(head).toContain('content="A &quot;&gt;&lt;script&gt; v. B"');
});

test("a numbered paragraph has an address, the first of its number", () => {
  const body = textBody("", "¶ 1. The facts.\n¶ 2 See ¶ 1.\n¶ 1. Quoted.\n¶ 12345 No number.");
  const { html } = pagesOf([oneCase(1, { casebody: body })])("/cases/1/");
  expect([...html.matchAll(/id="(par\d+)"/g)].map(([, id]) => id)).toEqual(["par1", "par2"]);
  expect(html).toContain('<p><a id="par1" href="#par1" class="cb-par">¶ 1.</a> The facts.</p>');
});
