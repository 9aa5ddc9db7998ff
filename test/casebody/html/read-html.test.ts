import { expect, test } from "vitest";
import { readHtmlBody } from "../../../src/casebody/html/read-html.ts";
import { CaselawError } from "../../../src/domain/errors.ts";

test("readHtmlBody reads all parts of a static page", () => {
  const html = `<section class="casebody"><section class="head-matter">
    <p class="parties">State<br> v.<br> Mill</p><p class="attorneys">A. B.</p></section>
    <article class="opinion" data-type="majority"><p class="author">X, J.:</p><p class="author">Y, J.:</p>
    <p>be<a class="page-label">*8</a>fore</p><p class="judges">All concur.</p></article>
    <section class="corrections"><p class="correction">c</p></section></section>`;
  expect(readHtmlBody(html)).toEqual({
    parties: ["State\nv.\nMill"],
    opinions: [{ type: "majority", author: "X, J.: Y, J.:", text: "X, J.:\nY, J.:\nbefore\nAll concur." }],
    headMatter: "State\nv.\nMill\nA. B.",
    attorneys: ["A. B."],
    judges: ["All concur."],
    corrections: "c",
  });
});

test("readHtmlBody returns null for a missing type or author", () => {
  expect(readHtmlBody('<article class="opinion">x</article>').opinions).toEqual([
    { type: null, author: null, text: "x" },
  ]);
});

test("readHtmlBody compares classes as words", () => {
  expect(
    readHtmlBody('<div class="x head-matter\ny">h</div><div class="head-matters">no</div>').headMatter,
  ).toBe("h");
});

test("readHtmlBody reads a withdrawn case as an empty body", () => {
  expect(readHtmlBody("<p>This case was withdrawn.</p>")).toMatchObject({ headMatter: "", opinions: [] });
});

test("readHtmlBody drops soft hyphens and resolves references", () => {
  expect(readHtmlBody('<p class="judges">mill\u00addam&shy;s &amp; &sect;</p>').judges).toEqual([
    "milldams & §",
  ]);
});

test("X8: readHtmlBody refuses nesting over 201 deep at once", () => {
  expect(() => readHtmlBody("<div>".repeat(100_000))).toThrow(CaselawError);
  expect(() => readHtmlBody("<div>".repeat(202))).toThrow(/nested more than 201 deep$/);
  expect(readHtmlBody(`<div class="head-matter">${"<b>".repeat(200)}x`).headMatter).toBe("x");
});

test("X8: readHtmlBody accepts an attribute of 100 kB and refuses one of 50 MB", () => {
  const page = (length: number) => `<p class="judges">a<img src="${"A".repeat(length)}">b</p>`;
  expect(readHtmlBody(page(100_000)).judges).toEqual(["ab"]);
  expect(() => readHtmlBody(page(50_000_000))).toThrow(/attribute "src" of more than 16777216/);
});
