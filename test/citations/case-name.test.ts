import { expect, test } from "vitest";
import { nameBefore } from "../../src/citations/case-name.ts";

test("a name begins after the year or the quotation before it", () => {
  for (const text of [
    " (1950), and Barlow v. Vance, ",
    " (Frankl. 1950), and Barlow v. Vance, ",
    " said that “the dam is not liable,” Barlow v. Vance, ",
  ]) {
    expect(nameBefore(text, 0, text.length), text).toBe("Barlow v. Vance");
  }
});
