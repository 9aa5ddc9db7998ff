import { expect, test } from "vitest";
import { readDocx } from "../../../src/check/documents/docx-document.ts";
import { type PageItem, readPages } from "../../../src/check/documents/pdf-layout.ts";
import { authoritiesOf } from "../../../src/v1/check/authorities.ts";
import { docxPackage } from "../../support/draft-files.ts";
import { openedOnce } from "../../support/opened-corpus.ts";
import { namedCase } from "../../support/records.ts";

const name = "Ambrose Hale v. Silas Finch";
const corpus = openedOnce(
  namedCase(1, "Hale v. Finch", "1 Ill. 22; 9 N.Y.S. 7", { name, decision_date: "1851" }),
);

const linesOf = (text: string) =>
  authoritiesOf(corpus(), text).map(({ authority, lines }) => `${authority}: ${lines.join(", ")}`);

test("a confirmed case has the name and citations of the corpus; others are as the draft has them most completely", () => {
  const text =
    "Hale, 9 N.Y.S. 7.\n\nHale v. Finch, 1 Ill. 22 (1851). 3 Wis. 4.\n\nRoe v. Doe, 3 Wis. 4, 5 N.W. 6 (1899).";
  expect(authoritiesOf(corpus(), text)).toMatchObject([
    {
      kind: "case",
      authority: "Hale v. Finch, 1 Ill. 22 (1851)",
      id: 1,
      is_confirmed: true,
      lines: [1, 3],
      pages: null,
    },
    {
      kind: "case",
      authority: "Roe v. Doe, 3 Wis. 4, 5 N.W. 6 (1899)",
      id: null,
      is_confirmed: false,
      lines: [3, 5],
    },
  ]);
});

test("a case that the draft calls by another name is not the one of the corpus", () => {
  expect(linesOf("Hale v. Finch, 1 Ill. 22 (1851).\n\nRoe v. Doe, 1 Ill. 22 (1851).")).toEqual([
    "Hale v. Finch, 1 Ill. 22 (1851): 1",
    "Roe v. Doe, 1 Ill. 22 (1851): 3",
  ]);
  // nor do two cases become one by a citation that both are given
  expect(
    linesOf("Roe v. Doe, 3 Wis. 4, 5 N.W. 6 (1899).\n\nAlder v. Birch, 7 Wis. 8, 5 N.W. 6 (1899)."),
  ).toHaveLength(2);
});

test("short forms, id. and supra count for their case; those of no case are left out", () => {
  expect(
    linesOf(
      "Id. at 4.\n\nRoe v. Doe, 3 Wis. 4 (1899).\n\nId. at 5.\n\nRoe, 3 Wis. at 6.\n\nRoe, supra, at 7.",
    ),
  ).toEqual(["Roe v. Doe, 3 Wis. 4 (1899): 3, 5, 7, 9"]);
});

test("kinds are in order, statutes by title, and each form of writing once", () => {
  const text =
    "See Wis. Stat. § 3.04. 42 U.S.C. § 1983; 42 U. S. C. §1983; 5 U.S.C. § 552. Zed v. Yew, 3 Wis. 4. The Alder v. Birch, 3 Wis. 9. 100 Harv. L. Rev. 12. 17 A.L.R.4th 337.";
  expect(authoritiesOf(corpus(), text).map(({ kind, authority }) => `${kind}: ${authority}`)).toEqual([
    ...["The Alder v. Birch, 3 Wis. 9", "Zed v. Yew, 3 Wis. 4"].map((one) => `case: ${one}`),
    ...["5 U.S.C. § 552", "42 U.S.C. § 1983", "Wis. Stat. § 3.04"].map((one) => `statute: ${one}`),
    ...["17 A.L.R.4th 337", "100 Harv. L. Rev. 12"].map((one) => `other: ${one}`),
  ]);
});

test("what only a table of authorities in the draft has is said to be nowhere", () => {
  const table =
    "TABLE OF AUTHORITIES\n\nCases\n\nRoe v. Doe, 3 Wis. 4 ........ 3\n\nZed v. Yew, 3 Wis. 9 ........ 3\n\n";
  expect(linesOf(`${table}ARGUMENT\n\nSee Roe v. Doe, 3 Wis. 4.`)).toEqual([
    "Roe v. Doe, 3 Wis. 4: 11",
    "Zed v. Yew, 3 Wis. 9: ",
  ]);
  const prose =
    "The rule has been the same in this state for more than one hundred years, see Zed v. Yew, 3 Wis. 9.";
  expect(linesOf(`${table}${prose}`)).toEqual(["Roe v. Doe, 3 Wis. 4: ", "Zed v. Yew, 3 Wis. 9: 9"]);
});

/** Letters are half as wide as they are high. */
const at = (y: number, text: string, x = 90, size = 12): PageItem => ({
  text,
  x,
  y,
  size,
  width: (text.length * size) / 2,
});

test("the pages of a PDF are those of the file, also where a sentence goes on, of an empty page and of notes", () => {
  const draft = readPages([
    [at(700, "So it is in Roe v. Doe,")],
    [at(700, "3 Wis. 4, and also")],
    [],
    [at(700, "in Zed v. Yew, 3 Wis. 9."), at(100, "1 Roe, 3 Wis. at 5.", 90, 8)],
    ...["one", "two", "three", "four", "five", "six"].map((word) => [at(700, `${word} Zed, 3 Wis. at 10.`)]),
  ]);
  expect(draft.pageStarts.map(({ page }) => page)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 4]);
  expect(authoritiesOf(corpus(), draft)).toMatchObject([
    { authority: "Roe v. Doe, 3 Wis. 4", pages: [2, 4], passim: false },
    { authority: "Zed v. Yew, 3 Wis. 9", pages: [4, 5, 6, 7, 8, 9, 10], passim: true },
  ]);
});

test("the pages of a DOCX are those with which it was saved", async () => {
  const R = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const broken = "<w:r><w:lastRenderedPageBreak/><w:tab/></w:r>";
  const cited = "Roe v. Doe, 3 Wis. 4.";
  const body = [
    R(`One. ${cited}`),
    `${broken}${R("Two. Zed v. Yew, 3")}${broken}${R(" Wis. 9, three. Id.")}`,
  ];
  const pages = async (paragraphs: readonly string[]) =>
    authoritiesOf(
      corpus(),
      await readDocx(await docxPackage(paragraphs.map((one) => `<w:p>${one}</w:p>`).join(""))),
    ).map((one) => one.pages);
  expect(await pages(body)).toEqual([[1], [2, 3]]);
  expect(await pages([R(cited)])).toEqual([null]);
});
