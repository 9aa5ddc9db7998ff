import { expect, test } from "vitest";
import type { Setting } from "../../../src/v1/v1.ts";
import { CLOSED, oneCase, textBody, xmlBody } from "../../http/records.ts";
import { pagesOf } from "../../support/page-answer.ts";

function fileOf(record: unknown, ending: string, access: Setting["access"] = "anyone") {
  return pagesOf([record])(`/cases/1.${ending}`, { access });
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

test("Markdown has headings, emphasis, pages and footnotes, and no text becomes markup", () => {
  const { html: content } = fileOf(WITH_MARKUP, "md");
  expect(content).toContain("# A \\& \\<B\\>\n\n");
  expect(content).toContain("## Opinion · GRAY, J.");
  expect(content).toContain("It is *so*.\\[\\*2\\]");
  expect(content).toContain("\\*Not a list\\*, \\[a\\](b)");
  expect(content).toContain("\n\n\\# No heading\n\n> \\- quoted\n\n");
  expect(content).toMatch(/\[\^(footnote_[\d_]+)\]\n[\s\S]*\n\[\^\1\]: See it\./);
});

test("the text has the citation, the address and the body", () => {
  const { html: content } = fileOf(oneCase(1, { casebody: textBody("Head.", "GRAY, J.\nYes.") }), "txt");
  expect(content).toMatch(
    /^Case 1, 1 Mass\. 1 \(Supreme Judicial Court, 1901\)\nhttp:\/\/127\.0\.0\.1:8000\/cases\/1\/\n\nHead\.\n/,
  );
});

test.each(["txt", "md"] as const)(
  "a closed text is not given as %s to those who may not read it",
  (ending) => {
    const closed = oneCase(1, { jurisdiction: CLOSED, casebody: textBody("Secret.", "Secret.") });
    const refused = fileOf(closed, ending);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain("<!doctype html>");
    expect(refused.html).not.toContain("Secret");
    expect(fileOf(closed, ending, "open").status).toBe(200);
    expect(fileOf(closed, "bib").status).toBe(200);
  },
);

test("headings of an opinion are headings in Markdown", () => {
  const record = oneCase(1, {
    casebody: xmlBody("<opinion><p>I. FACTS</p><p>x</p><p>II. LAW</p></opinion>"),
  });
  expect(fileOf(record, "md").html).toContain("\n\n### I. FACTS\n\nx\n\n### II. LAW");
});
