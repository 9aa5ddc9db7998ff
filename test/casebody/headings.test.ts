import { expect, test } from "vitest";
import { readingBodyOfHtml } from "../../src/casebody/reading-body.ts";

/** The headings of an opinion of these paragraphs, each with its level. */
function headingsOf(...paragraphs: string[]): string[] {
  return headingsInHtml(paragraphs.map((text) => `<p>${text}</p>`).join(""));
}

function headingsInHtml(inside: string): string[] {
  return partsOf(inside).flatMap(({ headings }) => headings.map(({ text, level }) => `${level} ${text}`));
}

function partsOf(inside: string) {
  const links = { startPart: () => {}, ofCitation: () => null, inText: () => [] };
  return readingBodyOfHtml(`<article class="opinion" data-type="majority">${inside}</article>`, links).parts;
}

test("numerals, titles with numbers and words that head parts of opinions are headings", () => {
  const headings = [
    ...["1 I. BACKGROUND", "2 A. The Statute", "3 1. Its Text", "3 2. The Roe Decision"],
    ...["2 B. Facts from the Record", "1 II.", "1 STANDARD OF REVIEW", "1 Facts and Procedural History"],
    "1 Conclusion.",
  ];
  const paragraphs = headings.map((heading) => heading.slice(2).replace("Roe", "<em>Roe</em>"));
  expect(headingsOf(...paragraphs)).toEqual(headings);
});

test("a numeral without its full stop, and a long title in capitals, are headings", () => {
  const long = `IV ${"TITLE ".repeat(20)}END`;
  expect(headingsOf("III. FACTS", long, "V. LAW")).toEqual(["1 III. FACTS", `1 ${long}`, "1 V. LAW"]);
});

test.each([
  ["a sentence", ["1. The motion was granted.", "2. The appeal was dismissed."]],
  ["an answer", ["A. Yes Sir", "B. No Sir"]],
  ["a title whose number has no other next to it", ["C. Smith Jones", "7. Case Law", "I. Jones"]],
  ["a name", ["ISAAC RUSSELL, J. P.", "MOREL, J."]],
  ["a result", ["Affirmed.", "Judgment ordered.", "The Court"]],
  ["a long paragraph", [`A. ${"Title ".repeat(20)}`, `B. ${"Title ".repeat(20)}`]],
])("%s is not a heading", (_what, paragraphs) => {
  expect(headingsOf(...paragraphs)).toEqual([]);
});

test("a misread III is a numeral, and a heading has its own id", () => {
  expect(headingsOf("Ill")).toEqual(["1 III"]);
  expect(partsOf("<p>II.</p><p>It is so.</p>").map(({ html }) => html)).toEqual([
    '<h3 id="heading-1" class="cb-numeral">II.</h3>\n<p>It is so.</p>',
  ]);
});

test("quotations and footnotes have no headings, and known paragraphs are none", () => {
  const html =
    '<blockquote><p>Conclusion</p></blockquote><aside class="footnote"><p>II.</p></aside><p class="author">I</p>';
  expect(headingsInHtml(html)).toEqual([]);
});

test("a heading is without the numbers of footnotes and pages", () => {
  const mark = '<a class="footnotemark">1</a><a class="page-label" data-label="7">*7</a>';
  expect(headingsOf(`Conclusion${mark}`)).toEqual(["1 Conclusion"]);
});
