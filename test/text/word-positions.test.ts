/** The spans of words in the original text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/text/analyzer.ts";
import { PositionedText, type TextSpan, wordsBeginningLike } from "../../src/text/word-positions.ts";

const OF_TEXTS = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc
    .array(
      fc.constantFrom(..."aZ9 é", "e\u0301", "ﬁ", "½", "№", "İ", "ΟΔΟΣ ", "\u00ad", "東", "한", "𝒜", "™"),
    )
    .map((parts) => parts.join("")),
);

function placedWordsOf(text: string): (TextSpan & { readonly word: string })[] {
  const positioned = new PositionedText(text);
  return [...positioned.words()].map((one) => ({ word: one.word, ...positioned.spanOf(one) }));
}

describe("PositionedText", () => {
  test("yields exactly the words that are indexed", () => {
    fc.assert(
      fc.property(OF_TEXTS, (text) => {
        expect(placedWordsOf(text).map(({ word }) => word)).toEqual(wordsOf(text));
      }),
      { numRuns: 2_000, seed: 3 },
    );
  });

  test("yields ascending spans, whose text folds to the word", () => {
    fc.assert(
      fc.property(OF_TEXTS, (text) => {
        let before = 0;
        for (const { word, from, to } of placedWordsOf(text)) {
          expect(from).toBeLessThan(to);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(from).toBeGreaterThanOrEqual(before);
          expect(wordsOf(text.slice(from, to)).join("")).toContain(word);
          before = from;
        }
      }),
      { numRuns: 2_000, seed: 4 },
    );
  });

  test.each([
    ["The Mill-dam", ["The", "Mill", "dam"]],
    ["cafe\u0301 naïve", ["cafe\u0301", "naïve"]],
    ["mill\u00addam's", ["mill\u00addam", "s"]],
    ["ﬁrst 𝒜b", ["ﬁrst", "𝒜b"]],
    ["½", ["½", "½"]],
  ])("finds the spans of the words in %j", (text, spans) => {
    expect(placedWordsOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(spans);
  });

  test("finds the next word, up to the end", () => {
    fc.assert(
      fc.property(OF_TEXTS, (text) => {
        const positioned = new PositionedText(text);
        const words = [...positioned.words()];
        expect(words.map((word) => positioned.next(word))).toEqual([
          ...words.slice(1),
          ...words.slice(-1).map(() => null),
        ]);
      }),
      { numRuns: 1_000, seed: 5 },
    );
  });

  test("yields the words that begin like some words, as a filter of all words does", () => {
    fc.assert(
      fc.property(OF_TEXTS, OF_TEXTS, (text, asked) => {
        const firsts = wordsOf(asked).map((word) => [...word][0]);
        const positioned = new PositionedText(text);
        const filtered = [...positioned.words()].filter(({ word }) => firsts.includes([...word][0]));
        expect([...positioned.words(wordsBeginningLike(wordsOf(asked)))]).toEqual(filtered);
      }),
      { numRuns: 2_000, seed: 6 },
    );
  });
});
