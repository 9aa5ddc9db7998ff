import fc from "fast-check";
import { stemmer } from "stemmer";
import { describe, expect, test } from "vitest";
import { beginningOf, fold, tokenOf, wordsOf } from "../../src/text/analyzer.ts";

const hasOtherToken = (word: string): boolean => tokenOf(word) !== word;
const ENDINGS =
  "y ies ied ying s es ed ing ation ational ator ative ability abilities ible ibility ly lly ness iness ment ence ency ency's e er ers or ion ions al ally ical ist ism ize izing ful fulness ous ously ogy".split(
    " ",
  );
const STEMS =
  "happ hop hopp univers author cred neglig appell relat condition bl troubl fil activ digit consist oper decis pon ag";
const word = fc
  .tuple(fc.constantFrom(...STEMS.split(" ")), fc.constantFrom("", ...ENDINGS))
  .map((parts) => parts.join("").replace("'", ""));

describe("tokenOf", () => {
  test("begins with the same letter as the word, after the mark, as previews assume", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeiousdngbltyz"), minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(fc.tuple(letters, fc.constantFrom(...ENDINGS)), ([stem, ending]) => {
        for (const one of [stem, ending, stem + ending].flatMap(wordsOf))
          expect(tokenOf(one).replace("\ue000", "")[0]).toBe(one[0]);
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });

  test("is the same exactly for words with the same English stem", () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect([a, b, tokenOf(a) === tokenOf(b)]).toEqual([a, b, stemmer(a) === stemmer(b)]);
      }),
      { numRuns: 1500, seed: 10 },
    );
  });
});

describe("beginningOf", () => {
  const made = fc
    .tuple(fc.stringMatching(/^[a-z]{1,6}$/), fc.array(fc.constantFrom(...ENDINGS), { maxLength: 3 }))
    .map(([start, endings]) => [start, ...endings].join("").replace("'", ""));

  test("is the beginning of every word with the token", () => {
    fc.assert(
      fc.property(fc.oneof(word, made), (word) => {
        expect(word.startsWith(beginningOf(tokenOf(word)))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each([
    ["smiths", "smith"],
    ["universities", "univer"],
    ["happy", "happ"],
    ["hoping", "hop"],
    ["1441", "1441"],
    ["été", "été"],
  ])("for %s it is %s", (word, beginning) => {
    expect(beginningOf(tokenOf(word))).toBe(beginning);
  });
});

describe("wordsOf", () => {
  test.each([
    ["O’Brien's ﬁrst ½ CAFÉ", ["o", "brien", "s", "first", "1", "2", "cafe"]],
    ["soft\u00adware\u00ad", ["software"]],
    ["a\0b\u2028c\u0085d", ["a", "b", "c", "d"]],
    ["ΟΔΟΣ οδός", ["οδοσ", "οδοσ"]],
    ["§ — ■ 🙂", []],
    ["𝒜𝒷 東京", ["ab", "東京"]],
  ])("splits %j", (text, wanted) => {
    expect(wordsOf(text)).toEqual(wanted);
  });

  test("returns no private character, and folding is idempotent", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(wordsOf(`${text}\ue000\ue001\ue002`).join("")).not.toMatch(/[\ue000-\ue002\s]/);
        expect(fold(fold(text))).toBe(fold(text));
      }),
      { numRuns: 700, seed: 12 },
    );
  });
});

test("tokenOf never returns a token that equals an unstemmed token", () => {
  // stems that can be stemmed again: general(ness) → gener, and other stacked endings
  const stems = "general univers nation author relat hope happi possess effect organ".split(" ");
  const endings = ["", ..."s es ed ing ly ness ful ize ization ational ity ment".split(" ")];
  const words = stems.flatMap((stem) =>
    endings.flatMap((first) => endings.map((second) => stem + first + second)),
  );
  const tokens = new Set(words.map(tokenOf));
  expect(words.filter((word) => hasOtherToken(word) && tokens.has(word))).toEqual([]);
  expect(words.filter(hasOtherToken).length).toBeGreaterThan(words.length / 2);
});
