/** test/cli/commands/show and test/pages/search have what is found by the usual forms. */
import { expect, test } from "vitest";
import { pastedCitation } from "../../src/citations/pasted-citation.ts";

test.each([
  " 61  Frankl. 33, 34",
  "61 Frankl. 33, 34-36 & 40",
  "61 Frankl. 33 at *34",
  "61 Frankl. 33–34",
  "61 Frankl. 33-34 (1877)",
  "61 Frankl. 33, 34 (Frankl. Sup. Ct. 1877) (en banc).",
  "Strong v. Kneeland, 61 Frankl. 33 (1877)",
  "Strong, Adm'r, v. Kneeland (No. 2), 61 Frankl. 33",
  "(Strong v. Kneeland, 61 Frankl. 33 (1877)).",
  "[61 Frankl. 33]",
])("pastedCitation finds the citation in %j", (text) => {
  expect(pastedCitation(text)?.forms.map((form) => form.replace(/\s+/g, " "))).toContain("61 Frankl. 33");
  expect(pastedCitation(text)?.isWellFormed).toBe(true);
});

test.each([
  ["61 Frankl. at 33", "61 Frankl. 33", false],
  ["Strong, 61 Frankl., at 33–34 (1877).", "61 Frankl. 33", false],
  ["61 Ill. at p. 33", "61 Ill. 33", true],
  ["61 Ill. at *33", "61 Ill. 33", true],
  ["12 Main St. at 5", "12 Main St. 5", false],
])(
  "pastedCitation takes %j for the short form of a page, whose reporter must be known",
  (text, cite, isKnown) => {
    expect(pastedCitation(text)).toMatchObject({ cite, isShort: true, isWellFormed: isKnown });
  },
);

test("pastedCitation lists parallel citations and nominative volumes in turn", () => {
  expect(pastedCitation("Roe v. Doe, 15 Ill. 284, 12 N.E. 5 (1854)")?.forms).toEqual(
    expect.arrayContaining(["15 Ill. 284", "12 N.E. 5"]),
  );
  expect(pastedCitation("12 U. S. (8 Wheat.) 1")?.forms).toContain("12 U.S. 1");
});

test.each([
  "",
  "dog",
  "61 Frankl. 33 | sheep",
  '"61 Frankl. 33"',
  "v. Doe, 5 dogs",
  "x".repeat(400),
  "§ 1983",
  ", ".repeat(150),
])("pastedCitation takes %j for none", (text) => {
  expect(pastedCitation(text)).toBeNull();
});
