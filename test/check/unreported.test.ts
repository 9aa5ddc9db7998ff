/** Decisions that no report has: found by their docket number, or not judged, with the reason. */
import { describe, expect, test } from "vitest";
import { checkText } from "../../src/v1/check/check.ts";
import { openedOnce } from "../support/opened-corpus.ts";
import { bulkCase } from "../support/records.ts";

const SDNY = { id: 7, slug: "nysd", name: "Southern District of New York", name_abbreviation: "S.D.N.Y." };
const PA = {
  id: 8,
  slug: "pa-super",
  name: "Superior Court of Pennsylvania",
  name_abbreviation: "Pa. Super. Ct.",
};

const decision = (id: number, name: string, docket_number: string, decision_date: string, court = SDNY) =>
  bulkCase(id, { name, name_abbreviation: name, docket_number, decision_date, court, citations: [] });

const corpus = openedOnce(
  decision(1, "Roe v. Poe", "1:12-cv-00345-ABC", "2015-05-05"),
  decision(2, "Roe v. Poe", "1:12-cv-00345-ABC", "2016-01-08"),
  decision(3, "Doe v. Mill", "No. 1239 WDA 2012", "2013-10-15", PA),
  bulkCase(7, {
    ...{ name: "Lane v. Mill", name_abbreviation: "Lane v. Mill", decision_date: "2013-10-15" },
    ...{ citations: [{ type: "official", cite: "1 Ill. 6" }], court: PA },
  }),
  decision(4, "Doe v. Ferry", "23-719", "2016-02-01"),
  decision(5, "Wood v. Ferry", "23-719", "2016-02-01"),
  decision(6, "Hale v. Ferry", "No. DA 07-0758", "2008-12-31"),
);

function checked(text: string) {
  const [one, ...others] = checkText(corpus(), text).citations;
  expect(others).toEqual([]);
  return { verdict: one?.verdict, judgement: one?.judgement, cases: one?.cases.map(({ id }) => id), one };
}

test.each([
  ["Roe v. Poe, No. 12-cv-345, 2015 WL 77, at *3 (S.D.N.Y. May 5, 2015)", [1]],
  ["Roe v. Poe, No. 12 Civ. 345 (ABC), 2015 WL 77 (S.D.N.Y. May 5, 2015)", [1]],
  ["Roe v. Poe, No. 1:12-cv-00345 (S.D.N.Y. Jan. 8, 2016)", [2]],
  ["Roe v. Poe, No. 12-CV-345, slip op. at 4 (S.D.N.Y. January 8, 2016)", [2]],
  ["Roe v. Poe, 12-cv-345, 2016 U.S. Dist. LEXIS 99 (S.D.N.Y. 2016)", []],
  ["Roe v. Poe, Case No. 12-cv-00345 (S.D.N.Y. 2016)", [2]],
  ["Doe v. Mill, No. 1239 WDA 2012 (Pa. Super. October 15, 2013)", [3]],
  ["Doe v. Ferry, No. 23-719 (S.D.N.Y. Feb. 1, 2016)", [4]],
  ["Hale v. Ferry, No. DA 07-0758, slip op. at 3 (S.D.N.Y. Dec. 31, 2008)", [6]],
  ["Hale v. Ferry, No. DA 07-0758, 2008 WL 77 (S.D.N.Y. Dec. 31, 2008)", [6]],
  ["Roe v. Poe, No. CV 12-345, 2015 WL 77 (S.D.N.Y. May 5, 2015)", [1]],
])("%s leads to %j by docket number, court, date and name", (text, ids) => {
  const found = checked(`So it was held. ${text}.`);
  expect([found.verdict, found.judgement, found.cases]).toEqual(
    ids.length === 0 ? ["cannot be looked up", "unknown", []] : ["found", "confirmed", ids],
  );
});

describe("what cannot be judged says why", () => {
  test.each([
    [
      "Roe v. Poe, No. 12-cv-345, 2015 WL 77 (S.D.N.Y. May 6, 2015)",
      "the corpus has No. 12-cv-345, decided 2015-05-05, 2016-01-08",
    ],
    [
      "Roe v. Poe, No. 12-cv-346, 2015 WL 77 (S.D.N.Y. May 5, 2015)",
      "no case of the corpus has No. 12-cv-346",
    ],
    ["Roe v. Poe, 2015 WL 77 (S.D.N.Y. May 5, 2015)", "a number of a database, which no printed report has"],
    ["Roe v. Poe, 2019 U.S. App. LEXIS 77 (2d Cir. 2019)", "2019 is after the last imported decision of"],
    [
      "Roe v. Poe, slip op. at 3 (S.D.N.Y. June 3, 2024)",
      "2024 is after the last imported decision of S.D.N.Y., 2016-02-01",
    ],
    [
      "Roe v. Poe, 601 F.4th 2 (2d Cir. 2024)",
      "2024 is after the last imported decision of the corpus, 2016-02-01",
    ],
    ["R v. Poe, 2 All E.R. 45 (2001)", "a report of another country"],
  ])("%s: %s", (text, reason) => {
    const { one, judgement } = checked(`So it was held. ${text}.`);
    expect(judgement).toBe("unknown");
    expect(one?.reason).toContain(reason);
  });
});

test("a decision with the docket number, court and date but another name is wrong", () => {
  const { one } = checked("Harlow v. Prentiss, No. 12-cv-345 (S.D.N.Y. May 5, 2015).");
  expect(one).toMatchObject({ verdict: "found", judgement: "wrong", name: { verdict: "differs" } });
});

test("id. after a docket number is of that decision, not of the one before", () => {
  const { citations } = checkText(
    corpus(),
    "Doe v. Mill, 1 Ill. 3. Roe v. Poe, No. 12-cv-345 (S.D.N.Y. May 5, 2015). Id. at 4.",
  );
  expect(citations.map(({ refers_to }) => refers_to)).toEqual([null, null, 1]);
});

test.each([
  "Local No. 5 (1990) is a union.",
  "See Executive Order No. 11246 (Sept. 24, 1965).",
  "Exhibit No. 3 (May 5, 2015).",
])("%s is no decision", (text) => expect(checkText(corpus(), text).citations).toEqual([]));

test.each(["[1932] AC 562", "[2001] 2 All E.R. 45", "[2009] UKSC 6"])(
  "%s is listed and not judged",
  (cite) => {
    const { citations, works } = checkText(corpus(), `Donoghue v. Stevenson, ${cite} (HL).`);
    expect([citations, works]).toMatchObject([[], [{ form: "foreign", cite }]]);
  },
);

test("another day of the same year than that of the decision is to be looked at", () => {
  const days = ["Oct. 15, 2013", "Oct. 16, 2013", "2013"].map(
    (day) => checked(`It is so. Lane v. Mill, 1 Ill. 6 (Pa. Super. ${day}).`).judgement,
  );
  expect(days).toEqual(["confirmed", "unsure", "confirmed"]);
});
