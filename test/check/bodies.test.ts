import { expect, test } from "vitest";
import { Marks } from "../../src/check/bodies.ts";
import { namesOneOf, readPin } from "../../src/check/pins.ts";

const mark = (label: string) =>
  `<a id="p${label}" href="#p${label}" data-label="${label}" class="page-label">*${label}</a>`;
const noteMark = '<a class="footnotemark" href="#footnote_1_1" id="ref_footnote_1_1">1</a>';
const HTML = `<p>The first page, and a Redevelop${mark("571")}ment of it.${noteMark} The second page.</p>${mark("572")}<p>The third. The first page, he said.</p>
<aside class="footnote" id="footnote_1_1"><a href="#ref_footnote_1_1">1</a><p>A note of it.</p></aside>`;

test("a passage is on the pages between the marks of which it lies, each time that it is there", () => {
  const marks = new Marks({ html: HTML }, "570");
  const pages = (text: string) => marks.placesOf(text).map((place) => place.pages);
  expect(pages("the FIRST page")).toEqual([["570"], ["572"]]);
  expect(pages("a Redevelopment of it")).toEqual([["570", "571"]]);
  expect(pages("ment of it. The second")).toEqual([["571"]]);
  expect(pages("second page . . . third")).toEqual([["571", "572"]]);
  expect(pages("nowhere")).toEqual([]);
  expect(pages("A note of it")).toEqual([["571"]]);
  expect(new Marks({ html: "<p>without marks</p>" }, "1").placesOf("without marks")).toEqual([
    { pages: [], paragraphs: [], isInNote: false, emphasised: null },
  ]);
});

test.each([
  ["¶ 1. A court.\n¶ 2. A claim.\n¶ 3. A mill and a dam.", "3", 3],
  ["¶1 A court.\n¶2 A claim. ¶3 A mill and a dam.", "3", 3],
  ["[¶1] A court.\n[¶2] A claim.\n[¶3] A mill and a dam.", "3", 3],
  ["{¶ 1} A court.\n{¶ 2} A claim. {¶ 3} A mill and a dam.", "3", 3],
  ["{1} A court.\n{2} A claim.\n{3} A mill and a dam.", "3", 3],
  ["[*P1] A court.\n[*P2] A claim.\n[*P3] A mill and a dam.", "3", 3],
  // a number that is not read, one with the letter after it, and a second opinion
  ["¶ 1. A court.\n¶ 3. A mill and a dam.\n¶41 dissent.\n¶ 1. I too.", "3", 4],
  // other cases are cited by paragraph
  ["¶ 1. See Doe, 2009 WI 5, ¶ 9. Id. ¶ 3.\n¶ 2. A mill and a dam.\n¶ 90 of it was quoted.", "2", 2],
  ["A court. Complaint, ¶ 1.\nA mill and a dam.", undefined, null],
])("paragraphs are numbered: %j", (text, paragraph, last) => {
  const marks = new Marks({ text }, "1");
  expect(marks.placesOf("a mill and a dam")[0]?.paragraphs[0]).toBe(paragraph);
  expect(marks.lastParagraph).toBe(last);
});

test.each([
  ["571", "page", ["571"], true],
  ["at 570", "page", ["571"], false],
  ["569-71", "page", ["571"], true],
  ["569–70", "page", ["571"], false],
  ["*571", "page", ["570", "571"], true],
  ["483, 490-92", "page", ["491"], true],
  ["¶ 7", "paragraph", ["7"], true],
  ["¶¶ 12-15, 18", "paragraph", ["18"], true],
  ["¶¶ 12 & 14", "paragraph", ["13"], false],
  ["P12", "paragraph", ["12"], true],
  ["para. 12", "paragraph", ["12"], true],
])("%s names %ss: of %j %s", (written, kind, labels, isNamed) => {
  const pin = readPin(written);
  expect(pin?.kind).toBe(kind);
  expect(pin !== null && namesOneOf(pin, labels)).toBe(isNamed);
});

test("a pin that is not only numbers is not read", () => {
  for (const written of ["xii", "571 n.2", "", "¶", "5-"]) expect(readPin(written), written).toBeNull();
});
