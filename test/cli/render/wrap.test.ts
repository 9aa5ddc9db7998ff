import fc from "fast-check";
import { expect, test } from "vitest";
import { shorten, wrap, wrapBehind } from "../../../src/cli/render/wrap.ts";

const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 });

test("wrap loses no word and keeps to the width", () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 8, max: 40 }), (list, width) => {
      const lines = wrap(list.join(" "), width);
      expect(lines.join(" ").split(" ")).toEqual(list);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    }),
  );
});

test("wrap keeps the lines of the text and lets a long word stand alone", () => {
  expect(wrap("a b\n\nconstitutionality c", 5)).toEqual(["a b", "", "constitutionality", "c"]);
});

test("wrapBehind puts a label in front of the first line and indents the others", () => {
  expect(wrapBehind("Court  ", "Superior Court of Georgia", 16)).toBe(
    "Court  Superior\n       Court of\n       Georgia",
  );
});

test("shorten counts characters, not code units, and marks the cut", () => {
  expect(shorten("𝒜𝒜𝒜", 3)).toBe("𝒜𝒜𝒜");
  expect(shorten("𝒜𝒜𝒜𝒜", 3)).toBe("𝒜𝒜…");
});
