import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/text/analyzer.ts";
import { sentencesIn } from "../../src/text/sentences.ts";

describe("sentencesIn", () => {
  test.each([
    ["One. Two? Three! Four", ["One.", "Two?", "Three!", "Four"]],
    ["He said “Go.” She went. (It rained.) Then", ["He said “Go.”", "She went.", "(It rained.)", "Then"]],
    ["Smith v. Jones, 12 Ill. 284. Held", ["Smith v. Jones, 12 Ill. 284.", "Held"]],
    ["Mr. J. P. Hale sued. The U.S. Court agreed", ["Mr. J. P. Hale sued.", "The U.S. Court agreed"]],
    ["See No. 5. He said no. The end", ["See No. 5.", "He said no.", "The end"]],
    ["It was done. 12 men came. § 5 applies", ["It was done.", "12 men came.", "§ 5 applies"]],
    ["He did so. Then 3 So. 2d 5", ["He did so.", "Then 3 So. 2d 5"]],
    ["It cost 3.50 dollars. and more", ["It cost 3.50 dollars. and more"]],
    ["The Ass'n. Board and the Dep't. Head", ["The Ass'n. Board and the Dep't. Head"]],
    ["No end. ", ["No end."]],
    ["", [""]],
  ])("%j", (text, sentences) => {
    expect(sentencesIn(text).map((paragraph) => paragraph.map((one) => one.trim()))).toEqual([sentences]);
  });

  test("a line break ends a paragraph", () => {
    expect(sentencesIn("One. Two\nthree")).toEqual([["One.", " Two"], ["three"]]);
  });

  test("has the words of the text, in order", () => {
    const part = fc.constantFrom(..."a A. v. é\u0301 No. 1 § ” ) ( . ? \n \u00ad ½".split(" "), " ", "  ");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join("");
        expect(sentencesIn(text).flat(2).flatMap(wordsOf)).toEqual(wordsOf(text));
      }),
      { numRuns: 700, seed: 12 },
    );
  });
});
