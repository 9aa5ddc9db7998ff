import { expect, test } from "vitest";
import { nameBefore } from "../../src/citations/case-name.ts";
import { findMentions } from "../../src/citations/find-mentions.ts";

const nameIn = (text: string, end = text.length) => nameBefore(text, 0, end).reading?.name;

test("a name begins after the year or the quotation before it", () => {
  for (const text of [
    " (1950), and Barlow v. Vance, ",
    " (Frankl. 1950), and Barlow v. Vance, ",
    " said that “the dam is not liable,” Barlow v. Vance, ",
  ]) {
    expect(nameIn(text), text).toBe("Barlow v. Vance");
  }
});

test("a name begins after a heading", () => {
  const citation = "Strong v. Kneeland, 61 Ill. 33";
  for (const heading of [
    "Memorandum\n\n",
    "Memorandum\n\nIn ",
    "Memorandum\nIn ",
    "RE: Mills\nTO: Judge Hand\n \n",
  ]) {
    const text = heading + citation;
    expect(nameIn(text, text.indexOf("61")), heading).toBe("Strong v. Kneeland");
  }
  const matter = "See Hand v. In re Orne, 61 Ill. 33";
  expect(nameIn(matter, matter.indexOf("61"))).toBe("Hand v. In re Orne");
});

test("a name begins after the bracket or quotation that it is in", () => {
  for (const before of ["Held. (", "Rule “", "The Trespass Act [", "Held. (See "]) {
    const text = `${before}Strong v. Kneeland, 61 Frankl. 30`;
    expect(nameIn(text, text.indexOf("61")), before).toBe("Strong v. Kneeland");
  }
});

test.each([
  ["Smith v. Jones, 5 Cir., 85 F.2d 560", "Smith v. Jones"],
  ["Smith v. Jones, 5 Cir. 1936, 85 F.2d 560", "Smith v. Jones"],
  ["Smith v. Jones, C.C.A., 5 Cir., 1936, 85 F.2d 560", "Smith v. Jones"],
  ["Doe v. Roe, D.C. App., 100 A.2d 36", "Doe v. Roe"],
  ["Doe v. Roe, D.C.S.D.N.Y., 100 F.Supp. 36", "Doe v. Roe"],
  ["Doe v. Roe (Tex. Civ. App.) 100 S.W. 36", "Doe v. Roe"],
  ["Doe v. Roe (1973) 10 Cal.3d 36", "Doe v. Roe"],
  ["Doe v. Roe (1 Ill. 2)", "Doe v. Roe"],
  ["Doe v. Roe [1 Ill. 2]", "Doe v. Roe"],
  ["Doe v. Roe, Ky., 100 S.W.2d 36", "Doe v. Roe"],
  ["In re Moore, D.C.E.D.Pa., 100 F.Supp. 36", "In re Moore"],
  ["Lingle v. Chevron U.S.A., Inc., 544 U.S. 528", "Lingle v. Chevron U.S.A., Inc."],
  ["Smith v. Citibank, N.A., 100 F.2d 36", "Smith v. Citibank, N.A."],
  ["Patterson v. C., D. & V. R. R., 50 Ga. 1", "Patterson v. C., D. & V. R. R."],
  ["Roe v. Doe, Roe & Co., 50 Ga. 1", "Roe v. Doe, Roe & Co."],
])("the name in %j is %j, and the citation is one", (text, name) => {
  expect(findMentions(`See ${text}.`)).toMatchObject([{ form: "full", name }]);
});

test("a court between parallel citations is no citation", () => {
  const found = findMentions("Doe v. Roe, 1 Ill. 2, 5 Cir., 85 F.2d 560 (1936).");
  expect(found).toMatchObject([
    { citation: { page: "2" }, pinPages: [] },
    { citation: { page: "560" }, year: 1936 },
  ]);
});

test("a name begins in the footnote of its citation", () => {
  const [first, second] = findMentions("The court held so.^[Roe v. Wade, 1 Ill. 2; Roe, 1 Ill. at 3.]");
  expect([first, second]).toMatchObject([{ name: "Roe v. Wade" }, { name: "Roe" }]);
});
