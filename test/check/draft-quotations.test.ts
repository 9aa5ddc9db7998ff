import { expect, test } from "vitest";
import { draftReferences } from "../../src/check/draft-citations.ts";
import { draftQuotations } from "../../src/check/draft-quotations.ts";

test("a footnote is no part of a quotation, and can have its citation", () => {
  const text =
    "It said “the mill dam^[A dam.] is not liable.”^[See Case 1 v. State, 1 Ill. 1; 2 Ill. 2.] Roe v. Doe, 3 Ill. 3.";
  const { citations } = draftReferences(text);
  expect(citations.map(({ cite }) => cite)).toEqual(["1 Ill. 1", "2 Ill. 2", "3 Ill. 3"]);
  expect(draftQuotations(text, citations)).toMatchObject([
    { text: "the mill dam is not liable.", citation: 0 },
  ]);
});

test("a quotation is of the citation before it where the one after it only agrees", () => {
  for (const signal of ["See also", "Accord"]) {
    const text = `In Roe v. Doe, 3 Ill. 3 (1840), it said “the mill dam is not liable.” ${signal} Poe v. Coe, 4 Ill. 4.`;
    expect(draftQuotations(text, draftReferences(text).citations), signal).toMatchObject([{ citation: 0 }]);
  }
  const alone = "“The mill dam is not liable.” See also Poe v. Coe, 4 Ill. 4.";
  expect(draftQuotations(alone, draftReferences(alone).citations)).toMatchObject([{ citation: 0 }]);
});

test("straight quotation marks are of one paragraph, and neither inches nor an opening mark alone", () => {
  const text =
    'A 5" pipe. The court said "any owner may burn the mill of his neighbour at pleasure." Doe v. Roe, 1 Ill. 2 (1850).\n\nHe wrote "an opening mark alone\n\nis of no quotation" here.';
  const { citations } = draftReferences(text);
  const found = draftQuotations(text, citations);
  expect(found).toMatchObject([
    { text: "any owner may burn the mill of his neighbour at pleasure.", citation: 0 },
  ]);
});
