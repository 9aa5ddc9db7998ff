/** The line of a case's text below a result; which words match is tested in test/text/snippets.test.ts. */
import { expect, test } from "vitest";
import { contextFinder } from "../../../src/cli/render/search-results.ts";

const TEXT =
  "The board was black. Upon it the sign was painted in gold letters, and hung before the shop of the defendant.";

test("the line shows the words before and after the match, cut at white space", () => {
  expect(contextFinder("gold", 40)([TEXT])).toBe("…was painted in gold letters, and…");
});

test("the line is from the place with most of the words", () => {
  const text = `The letters were late. ${"word ".repeat(40)}${TEXT}`;
  expect(contextFinder('letters "gold letters"', 30)([text])).toContain("gold letters");
});

test("the line has words as the index finds them: without case, accents, soft hyphens, English endings", () => {
  expect(contextFinder("negligences", 60)(["of gross NÉGLI\u00adGENCE there"])).toContain("there");
  expect(contextFinder("universities", 60)(["a university"])).toBe("a university");
  expect(contextFinder("authorit*", 60)(["many authorities say"])).toBe("many authorities say");
  expect(contextFinder("law", 60)(["the lawyer"])).toBeNull();
});

test("the line passes over words that the search excludes", () => {
  expect(contextFinder("gold -mining", 60)(["mining rights"])).toBeNull();
});

test("there is no line when no word is in the texts", () => {
  expect(contextFinder("gold", 60)(["nothing here"])).toBeNull();
  expect(contextFinder("gold", 60)([])).toBeNull();
  expect(contextFinder("", 60)(["nothing here"])).toBeNull();
});

test("the line has no line end and no control character, and at most its width", () => {
  expect(contextFinder("gold", 60)(["a\u001b[2J\ngold\r\nmine"])).toBe("a␛[2J gold mine");
  for (const width of [1, 5, 20, 60]) {
    const line = contextFinder("gold", width)([`${"x".repeat(90)} gold ${"y".repeat(90)}`]) ?? "";
    expect([...line].length).toBeLessThanOrEqual(width);
  }
});
