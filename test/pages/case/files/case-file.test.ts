import { strFromU8, unzipSync } from "fflate";
import sax from "sax";
import { expect, test } from "vitest";
import { openCorpus } from "../../../../src/corpus/open-corpus.ts";
import type { CaseFileEnding } from "../../../../src/pages/case/files/case-file.ts";
import { caseFileAnswer } from "../../../../src/pages/case-file-answer.ts";
import type { Setting } from "../../../../src/v1/v1.ts";
import { CLOSED, oneCase, textBody, xmlBody } from "../../../http/records.ts";
import { makeCorpus } from "../../../support/corpus.ts";

const BASE = "http://127.0.0.1:8000";

function fileOf(record: unknown, ending: CaseFileEnding, access: Setting["access"] = "anyone") {
  using corpus = openCorpus(makeCorpus([record]), { access });
  return caseFileAnswer(corpus, { id: 1, ending }, BASE);
}

const XML =
  '<parties>A & B</parties><opinion type="majority"><author>GRAY, J.</author>' +
  '<p>It is <em>so</em>.<page-number label="2">*2</page-number> 1. *Not a list*, [a](b) <footnotemark>1</footnotemark></p>' +
  "<p># No heading</p><blockquote>- quoted</blockquote>" +
  '<footnote label="1"><p>See it.</p></footnote></opinion>';

const WITH_MARKUP = oneCase(1, {
  name_abbreviation: "A & <B>",
  casebody: xmlBody(XML.replaceAll(" & ", " &amp; ")),
});

/** Every file of the book; throws where one is not well-formed. */
function bookOf(content: string | Uint8Array): Record<string, string> {
  if (typeof content === "string") throw new Error("no book");
  const files = Object.entries(unzipSync(content)).map(([name, bytes]) => [name, strFromU8(bytes)] as const);
  for (const [name, text] of files) if (/ml$|opf$/.test(name)) expectWellFormed(text);
  return Object.fromEntries(files);
}

/** Also: ids are unique, and links within the file lead to one. */
function expectWellFormed(text: string): void {
  const ids: string[] = [];
  const targets: string[] = [];
  const parser = sax.parser(true, { xmlns: true });
  parser.onerror = (error) => {
    throw error;
  };
  parser.onattribute = ({ name, value }) => {
    if (name === "id") ids.push(value);
    if (name === "href" && value.startsWith("#")) targets.push(value.slice(1));
  };
  parser.write(text).close();
  expect(new Set(ids).size).toBe(ids.length);
  expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
}

test("an EPUB has its type first and uncompressed, and well-formed files", () => {
  const { status, content } = fileOf(WITH_MARKUP, "epub");
  expect(status).toBe(200);
  expect(Buffer.from(content as Uint8Array).toString("latin1", 30, 58)).toBe("mimetypeapplication/epub+zip");
  const book = bookOf(content);
  expect(Object.keys(book)).toEqual([
    "mimetype",
    "META-INF/container.xml",
    "case.opf",
    "nav.xhtml",
    "case.xhtml",
    "case.css",
  ]);
  expect(book["case.opf"]).toContain("<dc:title>A &amp; &lt;B&gt;</dc:title>");
  expect(book["case.xhtml"]).toContain('epub:type="noteref"');
  expect(book["case.xhtml"]).toContain('epub:type="footnote"');
  expect(book["nav.xhtml"]).toContain('<li><a href="case.xhtml#p2">2</a></li>');
});

test("equal cases give equal bytes", () => {
  expect(fileOf(WITH_MARKUP, "epub").content).toEqual(fileOf(WITH_MARKUP, "epub").content);
});

test("a case with control characters and a link elsewhere is a well-formed book", () => {
  const text = "GRAY, J.\nA \u0001 \ufffe <script>alert(1)</script> & ]]> x";
  const book = bookOf(
    fileOf(oneCase(1, { name_abbreviation: "A \u0002 ]]>", casebody: textBody("<b>", text) }), "epub")
      .content,
  );
  expect(book["case.xhtml"]).not.toContain("<script");
});

test("Markdown has headings, emphasis, pages and footnotes, and no text becomes markup", () => {
  const { content } = fileOf(WITH_MARKUP, "md");
  expect(content).toContain("# A \\& \\<B\\>\n\n");
  expect(content).toContain("## Opinion · GRAY, J.");
  expect(content).toContain("It is *so*.\\[\\*2\\]");
  expect(content).toContain("\\*Not a list\\*, \\[a\\](b)");
  expect(content).toContain("\n\n\\# No heading\n\n> \\- quoted\n\n");
  expect(content).toMatch(/\[\^(footnote_[\d_]+)\]\n[\s\S]*\n\[\^\1\]: See it\./);
});

test("the text has the citation, the address and the body", () => {
  const { content } = fileOf(oneCase(1, { casebody: textBody("Head.", "GRAY, J.\nYes.") }), "txt");
  expect(content).toMatch(
    /^Case 1, 1 Mass\. 1 \(Supreme Judicial Court, 1901\)\nhttp:\/\/127\.0\.0\.1:8000\/cases\/1\/\n\nHead\.\n/,
  );
});

test.each(["txt", "md", "epub"] as const)(
  "a closed text is not given as %s to those who may not read it",
  (ending) => {
    const closed = oneCase(1, { jurisdiction: CLOSED, casebody: textBody("Secret.", "Secret.") });
    const refused = fileOf(closed, ending);
    expect(refused.status).toBe(403);
    expect(refused.content).toContain("<!doctype html>");
    expect(refused.content).not.toContain("Secret");
    expect(fileOf(closed, ending, "open").status).toBe(200);
    expect(fileOf(closed, "bib").status).toBe(200);
  },
);

test("a file of no case, or of a case without text, is a page that says so", () => {
  using corpus = openCorpus(makeCorpus([oneCase(1)]));
  expect(caseFileAnswer(corpus, { id: 2, ending: "bib" }, BASE).status).toBe(404);
});

test("headings of an opinion are headings in Markdown and in a book", () => {
  const record = oneCase(1, {
    casebody: xmlBody("<opinion><p>I. FACTS</p><p>x</p><p>II. LAW</p></opinion>"),
  });
  expect(fileOf(record, "md").content).toContain("\n\n### I. FACTS\n\nx\n\n### II. LAW");
  const book = Object.values(bookOf(fileOf(record, "epub").content)).join("");
  expect(book).toContain('<h3 id="heading-1" class="cb-heading">I. FACTS</h3>');
});
