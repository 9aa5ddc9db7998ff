/** Citations as people write them: no wrong authority is confirmed, and a right one is found. */
import { describe, expect, test } from "vitest";
import { checkText, type V1CheckedCitation } from "../../src/v1/check/check.ts";
import { openedOnce } from "../support/opened-corpus.ts";
import { namedCase } from "../support/records.ts";

const dated = { decision_date: "1851", last_page: "8" };
const v1 = openedOnce(
  namedCase(1, "", "1 Ill. App. 3d 1; 9 N.E.2d 7", {
    ...dated,
    name: "William Hale and Sons Company et al. v. Silas Finch; Silas Finch v. William Hale and Sons Company",
    name_abbreviation: "Wm. Hale & Sons Co. v. Finch",
  }),
  namedCase(2, "The Moxy", "1 Ill. App. 3d 2; 9 N.E.2d 40", { ...dated, last_page: "9" }),
  namedCase(3, "Chisholm v. Georgia", "2 U.S. (Dall.) 3", dated),
  namedCase(4, "In the Matter of the Estate of Orne-Dyer", "1 Ill. App. 3d 4", dated),
  namedCase(5, "Lane v. Mill", "1 Ill. Cir. Ct. Rep. 9", dated),
);

const citationsOf = (text: string): readonly V1CheckedCitation[] => checkText(v1(), text).citations;
const CITE = "1 Ill. App. 3d 1";

describe("a citation of another case is not confirmed", () => {
  test.each([
    "See *Harlow v. Prentiss*,",
    "_Harlow v. Prentiss_,",
    "**Harlow v. Prentiss**,",
    "“Harlow v. Prentiss,”",
    "HARLOW V. PRENTISS,",
    "Harlow et al. v. Prentiss et al.,",
    "It is Harlow I,",
    "Harlow v. Prentiss:",
    "Harlow v. Prentiss: see",
    "Harlow versus Prentiss,",
    "Harlow against Prentiss,",
    "Harlow -v- Prentiss,",
    "Harlow/Prentiss,",
    "Harlow,",
    "as was said in Harlow",
    "Harlow in",
    "harlow v. prentiss,",
    "the Harlow case,",
    "The Harlow,",
    "Harlow's Case,",
    "Guardianship of Harlow,",
    "Conservatorship of Harlow,",
    "Appeal of Harlow,",
    "In re Harlow,",
    "Harlow v. Prentiss (In re Oakes),",
    "Harlow v. Prentiss (“Harlow”),",
    "Harlow v. Prentiss, No. 12-345,",
    "Harlow v. Prentiss, 2008-0814 (Ill. 12/30/51),",
    "Harlow v. Pren-\ntiss,",
    "Harlow v. Wm. Prentiss and Sons,",
    "Harlow v. Prentiss is reported at",
    "In Harlow v. Prentiss the court held,",
    "Finch v. Harlow,",
    "Moxy,",
    "Harlow, In re,",
    "| Harlow v. Prentiss |",
  ])("%j", (before) => {
    const [one] = citationsOf(`The rule is old. ${before} ${CITE}.`);
    expect(one).toMatchObject({ verdict: "found", is_confirmed: false });
    expect(["differs", "not read"]).toContain(one?.name?.verdict);
  });
});

describe("a right name is read", () => {
  test.each([
    ["See *Wm. Hale & Sons Co. v. Finch*,", CITE],
    ["WILLIAM HALE & SONS CO. V. FINCH,", CITE],
    ["William Hale and Sons Company v. Silas Finch, No. 1,", CITE],
    ["Finch v. Hale,", CITE],
    ["Hale v. Finch, No. DA 07-0758,", CITE],
    ["Hale v. Finch, DA 07-0758,", CITE],
    ["Hale v. Finch, Case No. CV 12-345 ABC,", CITE],
    ["Hale v. Finch, No. 3—04—0738,", CITE],
    ["He died in Ohio. Hale v. Finch,", CITE],
    ["However, Hale & Sons v. Finch, supra,", CITE],
    ["12 Hale v. Finch,", CITE],
    ["[1] Hale v. Finch,", CITE],
    ["Hale v. Finch (1851)", CITE],
    ["The Moxy,", "1 Ill. App. 3d 2"],
    ["Matter of Orne-\nDyer,", "1 Ill. App. 3d 4"],
    ["Estate of OrneDyer,", "1 Ill. App. 3d 4"],
  ])("%j", (before, cite) => {
    const [one] = citationsOf(`${before} ${cite}.`);
    expect(one).toMatchObject({ verdict: "found", is_confirmed: true, name: { verdict: "match" } });
  });

  test.each([
    "See",
    "In",
    "quoting",
    "The Supreme Court, ",
    "held by the Supreme Court of Illinois in",
    "the Clean Air Act,",
    "As it is in Illinois,",
    "Another Illinois case,",
    "Illinois’s decision,",
    "The Supreme Court’s decision,",
    "This case,",
  ])("%j is no name", (before) =>
    expect(citationsOf(`It is so. ${before} ${CITE}.`)[0]).toMatchObject({ is_confirmed: true, name: null }),
  );
});

test.each([
  "1 Ill. App. 3d 1, 4 & n.2 (1861)",
  "1 Ill. App. 3d 1, 4 nn. 3-4 (1861)",
  "1 Ill. App. 3d 1, 4 fn. 5 (1861)",
  "1 Ill. App. 3d 1, 4, note 6 (1861)",
  "1 Ill. App. 3d 1, 4 et seq. (1861)",
  "1 Ill. App. 3d 1, passim (1861)",
  "1 Ill. App. 3d 1, 4‑5 (1861)",
  "1 Ill. App. 3d 1-8 (1861)",
  "1 Ill. App. 3d 1, 4 (plurality opinion) (1861)",
  "1 Ill. App. 3d 1, 4 to 5 (1861)",
  "1 Ill. App. 3d 1, 4f. (1861)",
  "1 Ill. App. 3d 1, 4 text accompanying n. 3 (1861)",
  "1 Ill. App. 3d 1 (No. 12) (1861)",
  "1 Ill. App. 3d 1, 4 (Smith, J., dissenting) (1861)",
  "Hale v. Finch (1861) 1 Ill.App.3d 1, 4",
  "Hale v. Finch, 2008-0814 (Ill. 12/30/61), 1 Ill. App. 3d 1",
  "Hale v. Finch, 1 Ill. App. 3d 1 (1861, Ill.)",
  "| Hale v. Finch | 1 Ill. App. 3d 1 | 1861 |",
  "Hale v. Finch, 1 Ill. App. 3d 1 - Ill: Appellate Court, 4th Dist. 1861",
])("the year of %j differs", (text) => {
  expect(citationsOf(text)[0]?.year?.verdict).toBe("differs");
});

describe("a name that is not directly before its citation is compared", () => {
  test.each([
    [(name: string) => `| ${name} | Ill. App. | ${CITE} | 1851 |`],
    [(name: string) => `See *${name}*.[^1]\n\n[^1]: See ${CITE}.`],
    [(name: string) => `Case: ${name}\nCitation: ${CITE}`],
    [(name: string) => `- Case name: ${name}\n- Cite: ${CITE}`],
    [(name: string) => `${CITE} (1851) – ${name}`],
    [(name: string) => `| ${CITE} | ${name} |`],
    [(name: string) => `| 1 Ill. Cir. Ct. Rep. 9 | Lane v. Mill |\n| ${CITE} | ${name} |`],
  ])("%s", (written) => {
    expect(citationsOf(written("Hale v. Finch")).at(-1)?.is_confirmed).toBe(true);
    expect(citationsOf(written("Harlow v. Prentiss")).at(-1)?.is_confirmed).toBe(false);
  });
});

test("a year after a comma is no page", () => {
  const [right, wrong] = citationsOf(`Hale v. Finch (${CITE}, 1851). Hale v. Finch (${CITE}, 1861).`);
  expect([right?.judgement, wrong?.year?.verdict, wrong?.pin_pages]).toEqual(["confirmed", "differs", []]);
});

test("the court is compared after notes and before the citation", () => {
  const courts = ["1 Ill. App. 3d 1, 4 n.1 (Ga. 1851)", "Hale v. Finch (Ga. 1851) 1 Ill. App. 3d 1"];
  expect(courts.map((text) => citationsOf(text)[0]?.court?.verdict)).toEqual(["differs", "differs"]);
});

test.each(["1, 4, 490-600", "1, 4-90", "1, [90]", "1, 4; 610", "1, 4 and 610", "1-90", "1, 6-12"])(
  "each page of %j is compared",
  (pins) => {
    const [one] = citationsOf(`1 Ill. App. 3d ${pins} (1851)`);
    expect(one?.pin_pages.some(({ verdict }) => verdict === "outside the case")).toBe(true);
  },
);

test("a short form with another name is not confirmed; a record of the case is no citation", () => {
  const found = citationsOf(
    `Hale v. Finch, ${CITE}. Hale, 1 Ill. App. 3d at 4. Jones, 1 Ill. App. 3d at 4. 2 CT 345. Compl. ¶ 14. Id. ¶ 15.`,
  );
  expect(found.map(({ form, is_confirmed: isConfirmed }) => [form, isConfirmed])).toEqual([
    ["full", true],
    ["short", true],
    ["short", false],
  ]);
});

test.each([
  ["1 Ill. App. 3rd 1", 1],
  ["1 Ill. App. 3 d 1", 1],
  ["1Ill.App.3d1", 1],
  ["1 Illinois Appellate Court Reports, Third Series 1", 1],
  ["1 [*7] Ill. App. 3d 1", 1],
  ["2 U.S. 3", 3],
  ["2 Dall. 3", 3],
  ["2 U.S. (2 Dall.) 3", 3],
  ["2 U.S. [2 Dall.] 3", 3],
  ["2 U.S. (2 Dall.) 3. Chisholm, 2 Dall. at 4", 3],
  [`${CITE}; 1 id. 2`, 2],
  ["9 N.E.2d 4O", 2],
])("%j is seen and found", (text, id) => {
  expect(
    citationsOf(text)
      .at(-1)
      ?.cases.map((found) => found.id),
  ).toEqual([id]);
});

test.each([
  ["Order 3D printers of type 2B50 for rooms 100A, 2d floor.", 0],
  ["in 846F.2d746", 1],
  ["State v. Lally, 2008–MT–452", 1],
  ["2015 IL App (2d) 130663‑U, ¶ 12", 1],
  ["No. 2007AP617", 0],
])("%j has %i citations", (text, count) => expect(citationsOf(text)).toHaveLength(count));

test("a name after a citation, or before the first of two, is compared", () => {
  for (const text of [
    `${CITE} (1851) (Harlow v. Prentiss)`,
    `Harlow v. Prentiss, ${CITE}; 9 N.E.2d 7 (1851)`,
  ])
    expect(citationsOf(text).map(({ name }) => name?.verdict)).not.toContain(undefined);
});

test("parallel citations are compared with those of the case", () => {
  const verdicts = (text: string) => citationsOf(text).map(({ verdict }) => verdict);
  expect(verdicts(`Hale v. Finch, ${CITE}, 9 N.E.2d 7 (1851)`)).toEqual(["found", "found"]);
  expect(verdicts(`Hale v. Finch, ${CITE}, 9 N.E.2d 8 (1851)`)).toEqual(["found", "parallel differs"]);
  // the name says which of two is right
  expect(verdicts(`Hale v. Finch, ${CITE}, 9 N.E.2d 40 (1851)`)).toEqual(["found", "parallel differs"]);
  expect(verdicts(`Hale v. Finch, ${CITE}, 9 N.E.2d 7. Id. at 4, 9 N.E.2d at 9.`).slice(2)).toEqual([
    "found",
    "found",
  ]);
});

test("supra has the name before it, without the word that begins the sentence", () => {
  const found = citationsOf(
    `Hale v. Finch, ${CITE}. Later, Hale, supra, at 4, was followed. Later, Mill, supra, at 4.`,
  );
  expect(found.map(({ refers_to: refersTo }) => refersTo)).toEqual([null, 0, null]);
});

test("the page of a short form is compared behind the note of its case", () => {
  const found = citationsOf(`Hale v. Finch, ${CITE}. Hale, supra note 3, at 4. Hale, supra n. 3, at 90.`);
  expect(found.map(({ pin_pages: pins }) => pins[0]?.verdict)).toEqual([
    undefined,
    "in the case",
    "outside the case",
  ]);
});

test("a list of citations of one reporter is not of one case", () => {
  const found = citationsOf("Compare 1 Ill. App. 3d 1, 1 Ill. App. 3d 2, and 1 Ill. App. 3d 4.");
  expect(found.map(({ verdict }) => verdict)).toEqual(["found", "found", "found"]);
});

test("a name is that of the next citation only", () => {
  const found = citationsOf(
    `Harlow v. Prentiss, ${CITE}. It was cited with approval in later cases, as in ${CITE}.`,
  );
  expect(found.map(({ name }) => name?.verdict)).toEqual(["differs", undefined]);
});

test("a short form in a quotation is that of the case which is quoted", () => {
  const found = citationsOf(`“The owner, as was said supra, is liable for it.” ${CITE}. See Harlow, supra.`);
  expect(found.map(({ judgement }) => judgement)).toEqual(["unknown", "confirmed", "unsure"]);
});

test("a citation is found under each name of its reporter", () => {
  expect(citationsOf("1 Ill. Cir. Ct. 9. 2 U.S. (2 Da.) 3.").map(({ cases }) => cases[0]?.id)).toEqual([
    5, 3,
  ]);
});

test("a case that the corpus has elsewhere in the same reporter is to be looked at", () => {
  const [elsewhere, other] = citationsOf(
    "Lane v. Mill, 8 Ill. Cir. Ct. 9 (1851). Lane v. Mill, 8 N.E.2d 77 (1851).",
  );
  expect(elsewhere).toMatchObject({
    ...{ verdict: "volume not imported", judgement: "unsure" },
    candidates: [{ case: { id: 5 } }],
  });
  expect(other?.judgement).toBe("unknown");
});

test("a second series of a reporter is not one of its volumes by Dallas", () => {
  expect(citationsOf("Chisholm v. Georgia, 2 U.S. 2d 3 (1793)")[0]).toMatchObject({
    cases: [],
    is_confirmed: false,
  });
});

test.each([
  ["Ex parte Georgia, 2 U.S. 3 (1851).", "unsure"],
  ["In re Orne-Dyer, 1 Ill. App. 3d 4 (1851).", "confirmed"],
  ["Chisholm, 2 U.S. 3 (1851).", "confirmed"],
])("a name of one party only is of a case with two if it does not say otherwise: %s", (text, judgement) => {
  expect(citationsOf(text).map((one) => one.judgement)).toEqual([judgement]);
});

test.each([
  [
    "He said “I never saw the gate by night.” Under Chisholm v. Georgia, 2 U.S. 3 (1851), that is enough.",
    "unknown",
  ],
  ["“I never saw the gate by night.” Chisholm v. Georgia, 2 U.S. 3 (1851).", "wrong"],
  ["The court wrote “I never saw the gate by night” in Chisholm v. Georgia, 2 U.S. 3 (1851).", "wrong"],
  ["“I never saw the gate by night,” as the court put it. Chisholm v. Georgia, 2 U.S. 3 (1851).", "wrong"],
  ["Chisholm v. Georgia, 2 U.S. 3 (1851), is clear. It says “I never saw the gate by night.”", "wrong"],
  ["It is so. Chisholm v. Georgia, 2 U.S. 3 (1851). “I never saw the gate by night.” So it is.", "wrong"],
  [
    "It is so. Chisholm v. Georgia, 2 U.S. 3 (1851). He said “I never saw the gate by night” then.",
    "unknown",
  ],
  ["It is so. His lease says “I never saw the gate by night” too. Chisholm v. Georgia, 2 U.S. 3.", "unknown"],
  [
    "See Lane v. Mill, 1 Ill. Cir. Ct. 9. Then “I never saw the gate by night” is so. Chisholm v. Georgia, 2 U.S. 3.",
    "wrong",
  ],
])("a quotation may be of something else than the case that is cited next: %s", (text, judgement) => {
  expect(checkText(v1(), text).quotations.map((one) => one.judgement)).toEqual([judgement]);
});
