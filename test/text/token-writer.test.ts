/** Compares TokenWriter with the functions of analyzer.ts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenOf, wordsOf } from "../../src/text/analyzer.ts";
import { sentencesIn } from "../../src/text/sentences.ts";
import { TokenWriter } from "../../src/text/token-writer.ts";

function written(writer: TokenWriter, texts: readonly string[]): object {
  writer.beginColumn(0);
  for (const text of texts) writer.write(text);
  const { tokens, unstemmed, ends } = writer.take();
  return { tokens: tokens.toString().trimEnd(), unstemmed: formsIn(unstemmed.toString()), ends };
}

function formsIn(text: string): string[] {
  return text.split(" ").filter(Boolean).sort();
}

/** One for all: what it wrote before makes no difference. */
const writer = new TokenWriter();

function expectRule(texts: readonly string[]): void {
  const words = texts.flatMap((text) => wordsOf(text));
  expect(written(writer, texts)).toEqual({
    tokens: words.map(tokenOf).join(" "),
    unstemmed: [...new Set(words.filter((word) => tokenOf(word) !== word))].sort(),
    ends: endsIn(texts),
  });
}

/** The places of the words before ends, doubled, and one more for a paragraph; no end where no word ends, and none twice. */
function endsIn(texts: readonly string[]): number[] {
  const ends: number[] = [];
  let words = 0;
  for (const text of texts) {
    const start = words;
    for (const [nth, sentences] of sentencesIn(text).entries()) {
      const place = words - 1;
      if (nth > 0 && words > start && ends.at(-1) !== 2 * place + 1) ends.push(2 * place + 1);
      for (const [at, sentence] of sentences.entries()) {
        const last = Math.floor((ends.at(-1) ?? -2) / 2);
        if (at > 0 && words > start && last !== words - 1) ends.push(2 * (words - 1));
        words += wordsOf(sentence).length;
      }
    }
  }
  return ends;
}

test.each([
  "Universities v. Happy, 12 U.S.C. § 1983(b)",
  "the plaintiff’s “café” re\u00adplevin naïve—NAÏVE",
  "ﬁling ½ İstanbul ΟΔΥΣΣΕΥΣ K\u212a 𝒜bc x\ud800y",
  "a\u0301bc \u0301abc e\u0301\u00ade",
  `${"x".repeat(41)} ${"running".repeat(6)} ${"y".repeat(40)}`,
  "\0a\u200bb\ue000c\u00a0d",
  "He fell. She ran\nfar. § \nThe Dep't. Of U.S. Law. (“See no. 5, said no. The ½. “End.” Ass’n. No.",
  "\n. A\n\nb?\u00a0C d! 5 a. B.) internationalization. He",
  "",
  " — ",
])("TokenWriter writes the tokens of %j", (text) => {
  expectRule([text, text]);
});

test("TokenWriter writes the tokens of any text, row after row", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ..."the|Running|happy| |, |’|\u00ad|\u0301|é|ς|12|½|—|\n|. |.|? A|v|.” “| § |Ass'n|no. ".split("|"),
    ),
    fc.string({ unit: "binary", maxLength: 3 }),
    fc.stringMatching(/^[A-Za-z0-9]{1,45}$/),
  );
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 3 }), (texts) => expectRule(texts)),
    { numRuns: 250, seed: 5 },
  );
});

test.each([0, 1, 5, 9, 13, 15, 17])(
  "TokenWriter cuts no word of a long text in two, %i units on",
  (units) => {
    expectRule([`${"x".repeat(units)}${" universities ca\u0301fé".repeat(2_000)}`]);
  },
);

test.each(["\ufdfa ", "日本 ", `${"abcdefghi".repeat(2)}ing `, "é", "ﬃ ", "xyz"])(
  "TokenWriter writes a long text of words that are in no table: %j",
  (word) => {
    const long = word.repeat(Math.ceil(70_000 / word.length));
    expectRule([long, `law ${long.slice(0, 20_000)}`]);
  },
);

test("TokenWriter finds the ends of sentences and paragraphs on both sides of a cut", () => {
  for (const start of ["", "a", "ab", "abc", "abcd", "abcde"])
    expectRule([`${start} ${"Mr. U.S. ".repeat(1_500)}${"So. 1 so. It\na\n".repeat(1_500)}`]);
});

test("TokenWriter writes the same tokens whatever it wrote before, also with more words than its table may have", () => {
  const many = Array.from({ length: 160_000 }, (_, index) => `w${index.toString(36)}ing`).join(" ");
  expect(written(writer, [many])).toEqual(written(new TokenWriter(), [many]));
  expectRule(["happily running", "w1ing"]);
});
