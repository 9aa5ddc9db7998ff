import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReadingPart } from "../../../src/casebody/reading-body.ts";
import type { CaseText } from "../../../src/pages/case/case-text.ts";
import { MAX_MATCHES, markMatches } from "../../../src/pages/case/mark-matches.ts";

function textOf(...htmls: string[]): CaseText {
  const parts = htmls.map((html, at) => ({
    part: {
      kind: "opinion",
      type: null,
      author: null,
      authorHtml: null,
      headings: [],
      footnotes: [],
      html,
    } satisfies ReadingPart,
    ...{ id: `part-${at}`, typeName: "", name: "" },
  }));
  const body = { parts: parts.map(({ part }) => part), parties: [], judges: [], attorneys: [], pages: [] };
  return { state: "shown", body, parts, forms: [], isOwners: false };
}

/** The HTML of the parts without the addresses of the matches. */
function marked(search: string, ...htmls: string[]): string[] {
  return full(search, ...htmls).map((html) => html.replace(/<span class="match-step".*?<\/span>/g, "|"));
}

function full(search: string, ...htmls: string[]): string[] {
  const { text } = markMatches(textOf(...htmls), search);
  return text.state === "shown" ? text.parts.map(({ part }) => part.html) : [];
}

test.each([
  ["mill", "<p>The mills of a mill.</p>", "<p>The <mark>mills</mark>| of a <mark>mill</mark>|.</p>"],
  ['"mill dam"', "<p>A mill dam; a mill.</p>", "<p>A <mark>mill dam</mark>|; a mill.</p>"],
  ['"mill dam"', "<p>A <em>mill</em> dam</p>", "<p>A <em><mark>mill</mark></em><mark> dam</mark>|</p>"],
  ["mill dam", "<p>mill</p>\n<p>dam</p>", "<p><mark>mill</mark>|</p>\n<p><mark>dam</mark>|</p>"],
  ["o'hara", "<p>A&amp;B O'Hara &lt;v.</p>", "<p>A&amp;B <mark>O'Hara</mark>| &lt;v.</p>"],
  ["b", "<p>A&amp;B</p>", "<p>A&amp;<mark>B</mark>|</p>"],
  [
    "mill",
    '<p>See <a href="/x?mill" class="cb-held">1 Mill 2</a>.</p>',
    '<p>See <a href="/x?mill" class="cb-held">1 <mark>Mill</mark> 2</a>|.</p>',
  ],
  [
    '"mill dam"',
    '<p>mill <a id="p3" href="#p3" class="cb-page"><span class="cb-star">*</span>3</a>dam</p>',
    '<p><mark>mill </mark><a id="p3" href="#p3" class="cb-page"><span class="cb-star">*</span>3</a><mark>dam</mark>|</p>',
  ],
  ["3", '<p>x<a class="cb-mark" href="#f">3</a> y</p>', '<p>x<a class="cb-mark" href="#f">3</a> y</p>'],
  ["trover -mill", "<p>mill</p>", "<p>mill</p>"],
  ["amp", "<p>a &amp; b</p>", "<p>a &amp; b</p>"],
  ["", "<p>mill</p>", "<p>mill</p>"],
])("markMatches marks %s in %s", (search, html, expected) => {
  expect(marked(search, html)).toEqual([expected]);
});

test("markMatches numbers the matches of all parts and links each to those around it", () => {
  const htmls = full("mill", "<p>mill</p>", "<p>none</p>", "<p>mill, mill.</p>");
  expect(htmls[0]).toBe(
    '<p><mark>mill</mark><span class="match-step" id="match-1">1 of 2 <a href="#match-2" aria-label="Next match">↓</a></span></p>',
  );
  expect(htmls[1]).toBe("<p>none</p>");
  expect(htmls[2]).toContain(
    'id="match-2">2 of 2 <a href="#match-1" aria-label="Previous match">↑</a></span>',
  );
});

test("markMatches marks no more than it numbers, and leaves a text that is not shown as it is", () => {
  const { text, matches } = markMatches(textOf(`<p>${"mill x ".repeat(MAX_MATCHES + 5)}</p>`), "mill");
  expect(matches).toBe(MAX_MATCHES);
  expect(JSON.stringify(text).split("<mark>").length - 1).toBe(MAX_MATCHES);
  expect(markMatches({ state: "withheld" }, "mill")).toEqual({ text: { state: "withheld" }, matches: 0 });
});

test("markMatches adds marks and addresses, and changes nothing else", () => {
  const part = fc.constantFrom(
    ...[
      "mill ",
      "mills",
      "dam",
      " &amp; ",
      "&lt;mill&gt;",
      "é",
      "½",
      ".",
      "\n",
      "<br>",
      "<p>",
      "</p>",
      "<em>",
      "</em>",
    ],
    ...[
      '<a href="/x" class="cb-held">mill</a>',
      '<a id="p1" class="cb-page"><span class="cb-star"></span>7</a>',
    ],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const html = parts.join("");
      const [made = ""] = full('"mill dam" | mill* | 7', html);
      expect(made.replace(/<span class="match-step".*?<\/span>|<\/?mark>/g, "")).toBe(html);
      expect(made).not.toMatch(/<mark><\/mark>|<mark>[^<]*<(?!\/mark)/);
    }),
    { seed: 1, numRuns: 200 },
  );
});
