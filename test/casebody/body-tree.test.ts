import { expect, test } from "vitest";
import { collapseSpaces, textOf, trimWhiteSpace } from "../../src/casebody/body-tree.ts";
import { parseHtml } from "../../src/casebody/parse-html.ts";

test.each([
  [
    "one newline between paragraphs, however indented",
    "<div>\n  <p>one</p>\n\n\n  <p> two </p></div>",
    "one\ntwo",
  ],
  ["no line break at an inline element", "<p>a<em>b</em>c</p>", "abc"],
  ["a newline for br besides the paragraph's", "<p>one<br></p><p>two</p>", "one\n\ntwo"],
  ["a newline for each br", "<p>State<br> v.<br> Mill</p>", "State\nv.\nMill"],
  ["a newline for br between paragraphs", "<p>a</p><br><p>b</p>", "a\n\n\nb"],
  ["no line before the first run and after the last", "<br><p>a</p><br>", "a"],
  ["one space for a run of white space", "<p>a \t\r\n\f\u200b b</p>", "a b"],
  ["U+00A0 inside a line only", "<p>\u00a0a\u00a0b\u00a0</p><p>\u00a0</p><p>c</p>", "a\u00a0b\nc"],
  [
    "no link that is a child of a footnote, but a deeper one",
    '<aside class="footnote"><a href="#r">1</a><p>See <a href="/us/1/1">1 U.S. 1</a>.</p></aside>',
    "See 1 U.S. 1.",
  ],
])("textOf has %s", (_, html, text) => {
  expect(textOf(parseHtml(html))).toBe(text);
});

test("trimWhiteSpace cuts what Unicode calls white space, no more; collapseSpaces keeps U+00A0", () => {
  expect(trimWhiteSpace("\u2003\u0085 a \u3000")).toBe("a");
  expect(trimWhiteSpace("\ufeffa")).toBe("\ufeffa");
  expect(trimWhiteSpace("   ")).toBe("");
  expect(collapseSpaces("a b\u00a0\u00a0c  d")).toBe("a b\u00a0\u00a0c d");
});
