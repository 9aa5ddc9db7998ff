import { expect, test } from "vitest";
import { contextLine } from "../../../src/cli/render/context-line.ts";

const TEXT =
  "The board was black. Upon it the sign was painted in gold letters, and hung before the shop of the defendant.";

test("contextLine shows the words before and after the match, cut at white space", () => {
  expect(contextLine([TEXT], "gold", 40)).toBe("…painted in gold letters, and hung…");
});

test("contextLine prefers the place where more of the words stand together", () => {
  const text = `The letters were late. ${"word ".repeat(40)}${TEXT}`;
  expect(contextLine([text], '"gold letters"', 30)).toContain("gold letters");
});

test("contextLine ignores case, accents, soft hyphens and English endings", () => {
  expect(contextLine(["of gross NÉGLI\u00adGENCE there"], "negligent", 60)).toContain("there");
  expect(contextLine(["a university"], "universities", 60)).toBe("a university");
  expect(contextLine(["many authorities say"], "authorit*", 60)).toBe("many authorities say");
});

test("contextLine looks for short words as they are", () => {
  expect(contextLine(["the lawful owner"], "law", 60)).toBeNull();
});

test("contextLine passes over words that the search excludes", () => {
  expect(contextLine(["mining rights"], "gold -mining", 60)).toBeNull();
});

test("contextLine is null when no word stands in the texts", () => {
  expect(contextLine(["nothing here"], "gold", 60)).toBeNull();
  expect(contextLine([], "gold", 60)).toBeNull();
  expect(contextLine(["nothing here"], "", 60)).toBeNull();
});

test("contextLine holds no line end and no control character", () => {
  expect(contextLine(["a\u001b[2J\ngold\r\nmine"], "gold", 60)).toBe("a␛[2J gold mine");
});
