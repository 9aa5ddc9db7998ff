import { expect, test } from "vitest";
import { collapseSpaces, textOf, trimWhiteSpace } from "../../src/casebody/body-tree.ts";
import { parseHtml } from "../../src/casebody/parse-html.ts";

const text = (html: string) => textOf(parseHtml(html));

test("textOf puts one newline between paragraphs, however the source is indented", () => {
  expect(text("<div>\n  <p>one</p>\n\n\n  <p> two </p></div>")).toBe("one\ntwo");
});

test("textOf does not break a line at an inline element", () => {
  expect(text("<p>a<em>b</em>c</p>")).toBe("abc");
});

test("textOf adds a newline for every br, in addition to that of the paragraph", () => {
  expect(text("<p>one<br></p><p>two</p>")).toBe("one\n\ntwo");
  expect(text("<p>State<br> v.<br> Mill</p>")).toBe("State\nv.\nMill");
  expect(text("<p>a</p><br><p>b</p>")).toBe("a\n\n\nb");
});

test("textOf ignores line marks before the first run and after the last", () => {
  expect(text("<br><p>a</p><br>")).toBe("a");
});

test("textOf reads runs of space, tab, newline, form feed and U+200B as one space", () => {
  expect(text("<p>a \t\r\n\f\u200b b</p>")).toBe("a b");
});

test("textOf keeps U+00A0 inside a line and trims it at both ends", () => {
  expect(text("<p>\u00a0a\u00a0b\u00a0</p><p>\u00a0</p><p>c</p>")).toBe("a\u00a0b\nc");
});

test("textOf replaces a dropped element by nothing, or by the given gap", () => {
  const nodes = parseHtml('<p>be<a class="page-label">*8</a>fore</p><p>x<a class="footnotemark">1</a></p>');
  expect(textOf(nodes)).toBe("before\nx");
  expect(textOf(nodes, " ")).toBe("be fore\nx");
});

test("textOf drops a link that is a child of a footnote, not a deeper one", () => {
  expect(
    text('<aside class="footnote"><a href="#r">1</a><p>See <a href="/us/1/1">1 U.S. 1</a>.</p></aside>'),
  ).toBe("See 1 U.S. 1.");
});

test("trimWhiteSpace cuts what Unicode calls white space, no more", () => {
  expect(trimWhiteSpace("\u2003\u0085 a \u3000")).toBe("a");
  expect(trimWhiteSpace("\ufeffa")).toBe("\ufeffa");
  expect(trimWhiteSpace("   ")).toBe("");
});

test("collapseSpaces keeps single spaces and U+00A0", () => {
  expect(collapseSpaces("a b\u00a0\u00a0c  d")).toBe("a b\u00a0\u00a0c d");
});
