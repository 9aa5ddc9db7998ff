import { expect, test } from "vitest";
import { checkLines } from "../../src/cli/commands/check.ts";
import { checkText } from "../../src/v1/check/check.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBulkCorpus } from "../support/corpus.ts";
import { openedOnce } from "../support/opened-corpus.ts";
import { bulkCase, namedCase, textBody } from "../support/records.ts";

const TEXT =
  "The owner of the mill dam is not liable for the flood, which came from the hills above his land. The judgment of the court below is reversed.";

const dated = { decision_date: "1851", last_page: "5" };
const corpus = openedOnce(
  namedCase(1, "Hale v. Finch", "1 Ill. 1", {
    ...{ ...dated, name: "Ambrose Hale v. Silas Finch", casebody: textBody(TEXT) },
  }),
  namedCase(9, "In re Orne", "1 Ill. 9", { ...dated, name: "In re Estate of Orne", casebody: null }),
  bulkCase(20),
  namedCase(21, "B v. C", "1 Ill. 20"),
  namedCase(22, "Case 22", "1 Ill. 22; 9 N.Y.S. 7"),
);

function verdicts(text: string): string[] {
  return checkText(corpus(), text).citations.map(({ cite, verdict }) => `${cite}: ${verdict}`);
}

test("a citation is found, ambiguous, of no case in a volume that is there, of another volume, or of no reporter", () => {
  expect(
    verdicts(
      "1 Ill. 1; 1 Ill. 20; 1 Ill. 999; 2 Ill. 999; 410 U.S. 113; 9 N.Y.S. 8; 3 Quill. 4; 42 U.S.C. § 1983; 84 Harv. L. Rev. 1",
    ),
  ).toEqual([
    "1 Ill. 1: found",
    "1 Ill. 20: ambiguous",
    "1 Ill. 999: no such case in a volume that is imported",
    "2 Ill. 999: volume not imported",
    "410 U.S. 113: volume not imported",
    "9 N.Y.S. 8: volume not imported",
    "3 Quill. 4: not a reporter",
  ]);
  expect(verdicts("B v. C, 1 Ill. 20")).toEqual(["1 Ill. 20: found"]);
});

test("name, year and page are compared with the case", () => {
  const v1 = corpus();
  const checked = (text: string) => {
    const [one] = checkText(v1, text).citations;
    return [one?.name?.verdict, one?.year?.verdict, ...(one?.pin_pages ?? []).map(({ verdict }) => verdict)];
  };
  expect(checked("See Hale v. Finch, 1 Ill. 1, 4 (1851).")).toEqual(["match", "match", "in the case"]);
  expect(checked("Finch v. Hale, 1 Ill. 1, 6 (1850)")).toEqual(["differs", "differs", "outside the case"]);
  expect(checked("Hale v. Finch, 1 Ill. 1 and")).toEqual(["match", undefined]);
  expect(checked("It was so held. In Ambrose Hale v. Silas Finch, 1 Ill. 1")).toEqual(["match", undefined]);
  expect(checked("In re Estate of Orne, 1 Ill. 9 (1851)")).toEqual(["match", "match"]);
  expect(checked("In re Estate of Ogden, 1 Ill. 9")).toEqual(["differs", undefined]);
});

test("a quotation is exact, equal but for its form, near with the differences, not found, or cannot be compared", () => {
  const v1 = corpus();
  const checked = (quoted: string, cite = "1 Ill. 1") => checkText(v1, `“${quoted}” ${cite}.`).quotations[0];
  expect(checked("the mill dam is not liable for the flood")?.verdict).toBe("exact");
  const form = "equal but for spacing, hyphenation, brackets and ellipses";
  expect(
    checked("[T]he owner of the mill-dam is not liable . . . . The judgment of the court below")?.verdict,
  ).toBe(form);
  // a few words that are somewhere in the case are no quotation of it
  expect(checked("The [x] dam [y] is [z] above [w] court is reversed")?.verdict).not.toBe(form);
  const near = checked("the owner of the mill dam is liable for the flood, which came from the mountains");
  expect(near).toMatchObject({
    verdict: "near",
    passage: expect.stringContaining("not liable for the flood"),
  });
  expect(near?.changes).toContainEqual({ kind: "original", text: "not" });
  expect(checked("a completely different sentence about something else")?.verdict).toBe("not found");
  expect(checked("the mill dam is not liable", "1 Ill. 9")?.verdict).toBe("body not available");
  expect(checkText(v1, "“the mill dam is not liable for anything”").quotations[0]?.verdict).toBe(
    "no citation",
  );
});

test("of a block that ends with a citation, the draft's own or a quoted one, it is seen which it is", () => {
  const casebody = textBody("The dam is not liable. Hale v. Finch, 1 Ill. 1, 4.");
  using v1 = openV1(
    makeBulkCorpus([
      namedCase(1, "Hale v. Finch", "1 Ill. 1", { ...dated, casebody: textBody(TEXT) }),
      namedCase(2, "B v. C", "1 Ill. 9", { casebody }),
    ]),
  );
  const judged = (...lines: string[]) =>
    checkText(v1, lines.join("\n\n")).quotations.map(({ judgement }) => judgement);
  const quoted = "The dam is not liable. Hale v. Finch, 1 Ill. 1, 4.";
  expect(judged("In B v. C, 1 Ill. 9, it was said:", `> ${quoted}`, "So it is.")).toEqual(["confirmed"]);
  expect(judged(`> ${quoted}`, "B v. C, 1 Ill. 9.")).toEqual(["confirmed"]);
  const own =
    "The owner of the mill dam is not liable for the flood, which came from the hills. Hale v. Finch, 1 Ill. 1.";
  expect(judged("As in B v. C, 1 Ill. 9, it was said:", `> ${own}`, "Id. at 1.")).toEqual(["confirmed"]);
});

test("pin paragraphs are compared with the numbered paragraphs of the case", () => {
  const casebody = textBody(
    "¶ 1. A mill was burnt.\n¶ 2. Its owner is not liable for the dam.\n¶ 3. Affirmed.",
  );
  using v1 = openV1(makeBulkCorpus([namedCase(1, "", "2009 WI 5; 1 Ill. 1", { last_page: "9", casebody })]));
  const verdict = (pin: string) => checkText(v1, `2009 WI 5, ${pin}.`).citations[0]?.pin_pages[0]?.verdict;
  expect(["¶ 3", "¶ 4", "¶¶ 2-3", "¶¶ 2-4"].map(verdict)).toEqual([
    "in the case",
    "outside the case",
    "in the case",
    "outside the case",
  ]);
  const quoted = (cite: string) =>
    checkText(v1, `“Its owner is not liable for the dam.” ${cite}.`).quotations[0];
  expect(quoted("2009 WI 5, ¶ 2")).toMatchObject({ is_confirmed: true, paragraphs: ["2"], remark: null });
  expect(quoted("2009 WI 5, ¶ 3")).toMatchObject({ is_confirmed: false, remark: "it is in ¶ 2" });
  // the pin of a parallel citation counts too
  expect(quoted("2009 WI 5, ¶ 3, 1 Ill. 1")).toMatchObject({ is_confirmed: false });
});

test("the pages of a citation are not those of a later quotation that only names its case", () => {
  const v1 = corpus();
  const quoted = "the Court said “the mill dam is not liable for the flood.”";
  expect(checkText(v1, `Hale v. Finch, 1 Ill. 1, 4 (1851). In Hale, ${quoted}`).quotations[0]).toMatchObject({
    ...{ citation: 0, verdict: "exact", remark: null },
  });
  expect(checkText(v1, `In Hale v. Finch, 1 Ill. 1, 4 (1851), ${quoted}`).quotations[0]?.remark).toBe(
    "page not checkable",
  );
});

test("a page that the text of the case does not mark is not checkable, which is no error", () => {
  using v1 = openV1(
    makeBulkCorpus([
      bulkCase(1, { last_page: "9", casebody: textBody(TEXT) }),
      bulkCase(2, { first_page: "2", last_page: "2", casebody: textBody(TEXT) }),
    ]),
  );
  const remarks = (cite: string) => {
    const checked = checkText(v1, `“the mill dam is not liable for the flood” ${cite}.`);
    return [
      checked.open,
      checked.quotations[0]?.remark,
      checkLines(checked, 200).join("\n").includes("not checkable"),
    ];
  };
  expect(remarks("1 Ill. 1, 4")).toEqual([0, "page not checkable", true]);
  expect(remarks("1 Ill. 1")).toEqual([0, null, false]);
  expect(remarks("1 Ill. 2, 2")).toEqual([0, null, false]);
});

test("a draft whose statements are all true has nothing open", () => {
  const v1 = corpus();
  expect(
    checkText(v1, "Hale v. Finch, 1 Ill. 1, 2 (1851) (“the judgment of the court below is reversed”)").open,
  ).toBe(0);
  expect(checkText(v1, "No citation at all.")).toEqual({
    ...{ citations: [], quotations: [], works: [], open: 0 },
    counts: { confirmed: 0, unsure: 0, wrong: 0, unknown: 0 },
  });
});

test("short forms, id. and supra have the verdict of the citation that they refer to, with their own pages", () => {
  const v1 = corpus();
  const { citations, works } = checkText(
    v1,
    "Hale v. Finch, 1 Ill. 1, 2 (1851). “The judgment of the court below is reversed.” Id. at 3. 1 Ill. at 90. Hale, supra. " +
      "In re Doe, 1 Ill. 999. Id. 410 U.S. at 5. 576 U.S. ___. 42 U.S.C. § 1983; 84 Harv. L. Rev. 1. Id.",
  );
  expect(citations.map(({ form, verdict, refers_to: to }) => [form, verdict, to])).toEqual([
    ["full", "found", null],
    ["id", "found", 0],
    ["short", "found", 0],
    ["supra", "found", 0],
    ["full", "no such case in a volume that is imported", null],
    ["id", "no such case in a volume that is imported", 4],
    ["short", "refers to no citation before it", null],
    ["blank", "refers to no citation before it", null],
  ]);
  expect(citations[1]?.pin_pages).toEqual([{ written: "3", verdict: "in the case", reason: null }]);
  expect(citations[2]?.pin_pages).toEqual([{ written: "90", verdict: "outside the case", reason: null }]);
  const later = checkText(
    v1,
    "Hale v. Finch, 1 Ill. 1 (1851). Id. at 2. Id. at 3. Id. at 300. 1 Ill. at 301.",
  );
  expect(later.citations.map(({ pin_pages: [pin] }) => pin?.verdict)).toEqual([
    ...[undefined, "in the case", "in the case", "outside the case", "outside the case"],
  ]);
  expect(works.map(({ form, cite }) => [form, cite])).toEqual([
    ["statute", "42 U.S.C. § 1983"],
    ["journal", "84 Harv. L. Rev. 1"],
  ]);
});

test("the notes on a case that is found are among the remarks, and leave the verdict as it is", () => {
  using v1 = openV1(makeBulkCorpus([bulkCase(1, { first_page: "9", last_page: "12" }), bulkCase(2)]));
  const checked = checkText(v1, "1 Ill. 1; 1 Ill. 2");
  expect(checked.open).toBe(0);
  const [noted, sound] = checked.citations.map(({ cases }) => cases[0]);
  expect(noted?.notes).toMatchObject([{ fault: "page-differs" }]);
  expect(sound?.notes).toEqual([]);
  expect(checkLines(checked, 200).join("\n")).toContain(
    "note: The first page is 9, but the official citation is 1 Ill. 1\n",
  );
});

test("lines of a draft may be broken within names and quotations", () => {
  const v1 = corpus();
  const draft =
    'Memorandum\r\n\r\nThe court said "the flood, which came from\r\nthe hills above his land." Hale v.\r\nFinch, 1 Ill. 1 (1851).';
  const { citations, quotations } = checkText(v1, draft);
  expect(citations).toMatchObject([{ line: 5, name: { written: "Hale v. Finch", verdict: "match" } }]);
  expect(quotations).toMatchObject([{ line: 3, verdict: "exact" }]);
});
