import fc from "fast-check";
import { expect, test } from "vitest";
import {
  escapeLine,
  escapeMarkup,
  escapeText,
  shorten,
  wrap,
  wrapBehind,
} from "../../src/cli/terminal-text.ts";

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

test("wrapBehind puts a label in front of the first line and indents the others", () => {
  expect(wrapBehind("Court  ", "Superior Court of Georgia", 16)).toBe(
    "Court  Superior\n       Court of\n       Georgia",
  );
});

test("shorten counts characters, not code units, and marks the cut", () => {
  expect(shorten("𝒜𝒜𝒜", 3)).toBe("𝒜𝒜𝒜");
  expect(shorten("𝒜𝒜𝒜𝒜", 3)).toBe("𝒜𝒜…");
});

/** All but the white space that texts may have. */
const STEERING = /[^\P{Cc}\t\n\r]|\p{Bidi_C}/u;
const anyText = fc.string({ unit: "binary" });

test.each([
  ["escapeLine", escapeLine, " a\t\n b\u001b[31mc\u007f\u202ed ", "a b␛[31mc␡\ufffdd"],
  ["escapeText", escapeText, "a\r\nb\tc\rd\u2028e\u0000", "a\nb c\nd\ne␀"],
  ["escapeMarkup", escapeMarkup, "<p>a\t\u202eb\n\u0085</p>\r\n", "<p>a\t&#x202e;b\n&#x85;</p>\r\n"],
])("%s shows controls, and keeps what lines it may", (_name, shown, text, expected) => {
  expect(shown(text)).toBe(expected);
});

test("escapeLine, escapeText and escapeMarkup let no control character through, whatever the text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const shown of [escapeLine(text), escapeText(text), escapeMarkup(text)]) {
        expect(shown).not.toMatch(STEERING);
      }
      expect(escapeLine(text)).not.toMatch(/[\r\n]/);
    }),
  );
});
