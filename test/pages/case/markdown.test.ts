import fc from "fast-check";
import { expect, test } from "vitest";
import type { BodyNode } from "../../../src/casebody/body-tree.ts";
import { parseHtml } from "../../../src/casebody/parse-html.ts";
import { withMarksAfterWords } from "../../../src/pages/case/case-file.ts";

const MARK = '<a class="cb-page">8</a>';

function htmlOf(nodes: readonly BodyNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      return node.name === "a" ? MARK : `<${node.name}>${htmlOf(node.children)}</${node.name}>`;
    })
    .join("");
}

function moved(html: string): string {
  return htmlOf(withMarksAfterWords(parseHtml(html)));
}

test.each([
  [`<p>be${MARK}fore suit</p>`, `<p>before ${MARK} suit</p>`],
  [`be${MARK}fore,’ suit`, `before,’ ${MARK} suit`],
  [`be${MARK}fore`, `before ${MARK}`],
  [`<em>Redevelop</em>${MARK}<em>ment Authority</em>`, `<em>Redevelopment</em> ${MARK}<em> Authority</em>`],
  [`<em>Tele</em>${MARK}<em>phone</em> x`, `<em>Telephone</em> ${MARK} x`],
  [`a${MARK}b${MARK}c`, `ab ${MARK}${MARK}c`],
])("the mark in %j is moved behind the word", (html, result) => {
  expect(moved(html)).toBe(result);
});

test.each([
  `the ${MARK}mill`,
  `the${MARK} mill`,
  `suit.${MARK}next`,
  `De${MARK}Witt`,
  `<em>mill</em>${MARK}dam`,
  `<em>mill</em>${MARK}<b>dam</b>`,
  `<p>mill</p>${MARK}<p>dam</p>`,
  `${MARK}dam`,
  `mill${MARK}`,
  `the evi[*5] dence`,
])("the mark in %j stays", (html) => {
  expect(moved(html)).toBe(html);
});

test("no letter and no mark is lost, and their order stays", () => {
  const parts = fc.constantFrom("mill", "dam", " ", ".", MARK, "<em>", "</em>", "<b>", "</b>");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (given) => {
      const nodes = parseHtml(given.join(""));
      const bare = (html: string): string => html.replaceAll(MARK, "").replace(/<[^>]*>|\s/g, "");
      const result = htmlOf(withMarksAfterWords(nodes));
      expect(bare(result)).toBe(bare(htmlOf(nodes)));
      expect(result.split(MARK).length).toBe(htmlOf(nodes).split(MARK).length);
    }),
    { numRuns: 300 },
  );
});
