/** Texts of a megabyte, most of them made to be read slowly. */
import { expect, test } from "vitest";
import { extractCitations } from "../../src/citations/extract.ts";

test("extractCitations reads adversarial texts of a megabyte", () => {
  for (const part of "1 Ill. 2, |1 Ill. 2 (|1 A |9|9 |9 *|(((|1 Ill. 2, 3, |1 U. S. (1 ".split("|")) {
    const opinions = [{ text: part.repeat(1_000_000 / part.length) }];
    expect(extractCitations({ headMatter: "", opinions }).length).toBeLessThanOrEqual(1);
  }
});

test("extractCitations reads a megabyte of different citations", () => {
  const count = 50_000;
  const all = Array.from({ length: count }, (_, at) => `${at % 1000} Ill. ${at}, ${at + 1}`).join("; ");
  expect(extractCitations({ headMatter: "", opinions: [{ text: all }] })).toHaveLength(count);
});
