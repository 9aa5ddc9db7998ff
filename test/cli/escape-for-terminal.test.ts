import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeLine, escapeMarkup, escapeText } from "../../src/cli/escape-for-terminal.ts";

/** All but the white space that texts may have. */
const STEERING = /[^\P{Cc}\t\n\r]|\p{Bidi_C}/u;
const anyText = fc.string({ unit: "binary" });

test("visibleLine draws controls as pictures and white space as one space", () => {
  expect(escapeLine(" a\t\n b\u001b[31mc\u007f\u202ed ")).toBe("a b␛[31mc␡\ufffdd");
});

test("visibleText keeps the lines of a text", () => {
  expect(escapeText("a\r\nb\tc\rd\u2028e\u0000")).toBe("a\nb c\nd\ne␀");
});

test("visibleMarkup keeps markup as it is but for controls, which become references", () => {
  expect(escapeMarkup("<p>a\t\u202eb\n\u0085</p>\r\n")).toBe("<p>a\t&#x202e;b\n&#x85;</p>\r\n");
});

test("visibleLine, escapeText and escapeMarkup let no control character through, whatever the text", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      for (const shown of [escapeLine(text), escapeText(text), escapeMarkup(text)]) {
        expect(shown).not.toMatch(STEERING);
      }
      expect(escapeLine(text)).not.toMatch(/[\r\n]/);
    }),
  );
});
