/** The words of a text put back where they were taken from. */
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

describe("PlacedText", () => {
  test("gives the very words that the index is made of", () => {
    fc.assert(
      fc.property(OF_TEXTS, (text) => {
        expect(placedWordsOf(text).map(({ word }) => word)).toEqual(wordsOf(text));
      }),
      { numRuns: 2_000, seed: 3 },
    );
  });

  test("gives ascending places within the text, whose text folds to the word", () => {
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
  ])("%j stands where it is written", (text, places) => {
    expect(placedWordsOf(text).map(({ from, to }) => text.slice(from, to))).toEqual(places);
  });

  test("follows a word to the next, up to the end", () => {
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

  test("gives the words that begin as some do, where a filter of all words gives them", () => {
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
