import { expect, test } from "vitest";
import { checkLines } from "../../src/cli/commands/check.ts";
import { checkDraftText } from "../../src/mcp/citation-tools.ts";
import { checkReport } from "../../src/pages/check/check-report.ts";
import { checkText } from "../../src/v1/check/check.ts";
import { findingsOf } from "../../src/v1/check/words.ts";
import { openedOnce } from "../support/opened-corpus.ts";
import { namedCase, textBody } from "../support/records.ts";

const QUOTED = "a mill that stands idle for seven years has lost its right to the stream";
const FEDERAL = { id: 39, slug: "us", name: "U.S.", name_long: "United States", whitelisted: true };
const CIRCUIT = {
  id: 7,
  name: "Court of Appeals for the Third Circuit",
  name_abbreviation: "3d Cir.",
  slug: "ca3",
};

type Pages = readonly [first: number, last: number];
const named = (id: number, name: string, cites: string, pages: Pages, date: string, more = {}) =>
  namedCase(id, name, cites, {
    ...{ decision_date: date, first_page: String(pages[0]), last_page: String(pages[1]), ...more },
  });
const federal = { jurisdiction: FEDERAL, court: CIRCUIT };

const corpus = openedOnce(
  named(1, "Harlow v. Prentiss", "348 Ill. 70; 201 N.E.2d 9", [70, 84], "1964-03-02", {
    casebody: textBody(`We hold that ${QUOTED}.`),
  }),
  named(2, "Barlow v. Vance", "348 Ill. 85", [85, 90], "1964-05-01"),
  named(3, "Quarles v. Town of Milford", "564 F.3d 636", [636, 660], "2009-04-01", federal),
  named(4, "People v. Dunmore", "351 Ill. 12", [12, 14], "1965-01-01"),
  named(5, "People v. Dunmore", "351 Ill. 20", [20, 22], "1965-01-02"),
  named(6, "People v. Dunmore", "352 Ill. 12", [12, 13], "1965-01-03"),
  named(7, "People v. Dunmore", "352 Ill. 30", [30, 31], "1965-01-04"),
  named(8, "Harlow v. Prentiss", "360 Ill. 5", [5, 6], "1966-03-02"),
);

function candidatesOf(text: string) {
  return checkText(corpus(), text).citations[0]?.candidates ?? [];
}

test.each([
  ["Harlow v. Prentiss, 349 Ill. 70 (1964)", 1, "one digit of the volume differs"],
  ["Harlow v. Prentiss, 384 Ill. 70 (1964)", 1, "two digits of the volume are swapped"],
  ["Harlow v. Prentiss, 348 Ill. 7 (1964)", 1, "a digit of the page is missing"],
  ["Harlow v. Prentiss, 3348 Ill. 70 (1964)", 1, "a digit of the volume is too many"],
  ["Harlow v. Prentiss, 348 Ill. 78 (1964)", 1, "page 78 is within it"],
  ["Harlow v. Prentiss, 348 Ill. 2d 70 (1964)", 1, "the reporter is that of 348 Ill. 70"],
  ["Harlow v. Prentiss, 348 Wis. 2d 70 (1964)", 1, "the reporter is that of 348 Ill. 70"],
  ["Harlow v. Prentiss, 201 N.E. 9 (1964)", 1, "the reporter is that of 201 N.E.2d 9"],
  ["Harlow v. Prentiss, 348 Ill. App. 70 (1964)", 1, "the reporter is that of 348 Ill. 70"],
  ["Harlow v. Prentiss, 299 Ill. 412 (1964)", 1, "it has the name"],
  ["Prentiss v. Harlow, 349 Ill. 70 (1964)", 1, "one digit of the volume differs; the parties are swapped"],
  ["Prentiss v. Harlow, 299 Ill. 412 (1964)", 1, "the parties are swapped"],
  ["Harlow v. Prentiss, 201 N.E.2d 9 (1966)", 8, "it has the name"],
  ["Quarles v. Town of Milford, 546 F.3d 636 (3d Cir. 2009)", 3, "two digits of the volume are swapped"],
  ["Quarles v. Town of Milford, 564 F.3d 651 (3d Cir. 2010)", 3, "page 651 is within it; the year differs"],
  ["Quarles v. Town of Milford, 12 F. Supp. 2d 9 (3d Cir. 2009)", 3, "it has the name"],
  ["Quarles v. Town of Milford, No. 08-1234 (3d Cir. Apr. 1, 2009)", 3, "it has the name"],
  ["Quarles v. Town of Milford, 564 F.3d ___ (2009)", 3, "it has the name"],
  ["Dorsey v. Wick, 348 Ill. 85 (1964)", null, ""],
  ["348 Ill. 88", 2, "page 88 is within it"],
  ["348 Ill. 58 (Ill. 1964)", 2, "two digits of the page are swapped"],
])("%s means case %s: %s", (text, id, reason) => {
  const [first] = candidatesOf(`See ${text}.`);
  expect([first?.case.id ?? null, first?.reason ?? ""]).toEqual([id, reason]);
});

test.each([
  ["an invented name", "Dorsey v. Wick, 348 Ill. 71 (1964)"],
  ["one party of a real case", "Dorsey v. Prentiss, 349 Ill. 70 (1964)"],
  ["a number without name, year and court", "384 Ill. 70"],
  ["the name alone, of another year", "Harlow v. Prentiss, 12 F.2d 9 (1926)"],
  ["a name that too many cases of the year have", "People v. Dunmore, 377 Ill. 80 (1965)"],
  ["a number of a volume that is not imported, without a name", "384 Ill. 85 (Ill. 1964)"],
  ["another year in a volume that is not imported", "Harlow v. Prentiss, 391 Ill. 12 (1968)"],
  ["the next year, and a government as a party", "People v. Dunmore, 391 Ill. 93 (1966)"],
  ["words of a longer name", "Dorsey Systems, Inc. v. Town of Milford, 561 F.3d 3 (2009)"],
  ["a case of another state", "Harlow v. Prentiss, 12 Wis. 2d 9 (1964)"],
  ["a right citation", "Harlow v. Prentiss, 348 Ill. 70 (1964)"],
])("%s: no candidate", (_, text) => {
  expect(candidatesOf(`See ${text}.`)).toEqual([]);
});

test("a parallel citation that is right says which case is meant", () => {
  const { citations } = checkText(corpus(), "See Harlow v. Prentiss, 348 Ill. 70, 201 N.E.2d 8 (1964).");
  expect(citations.map(({ candidates }) => candidates.map(({ case: { id } }) => id))).toEqual([[], [1]]);
  expect(citations[1]?.candidates[0]).toMatchObject({
    score: 100,
    agrees: ["name", "year", "reporter", "volume", "parallel citation"],
    reason: "348 Ill. 70 is this case; one digit of the page differs",
  });
});

test.each([
  ["an invented name", "Dorsey v. Wick, 348 Ill. 71 (1950)", "the name differs"],
  ["another case, whose citation is right", "Barlow v. Vance, 348 Ill. 85 (1964)", "the quotation is in it"],
  [
    "a volume that is not imported, of a later year",
    "Dorsey v. Wick, 99 P.2d 1 (1970)",
    "the quotation is in it",
  ],
  ["one of an earlier year, which it may quote", "Dorsey v. Wick, 99 P.2d 1 (1950)", null],
])("a quotation is looked up in all cases: next to %s", (_, cite, reason) => {
  const [first] = candidatesOf(`“${QUOTED}.” ${cite}.`);
  expect(first?.case.id ?? null).toBe(reason === null ? null : 1);
  expect(first?.reason ?? "").toContain(reason ?? "");
});

test("cases that fit equally well are all listed, in the order of their ids", () => {
  const found = candidatesOf("See People v. Dunmore, 353 Ill. 12 (1965).");
  expect(found.map(({ case: { id }, score, reason }) => [id, score, reason])).toEqual([
    [4, 65, "one digit of the volume differs; 2 cases fit equally well"],
    [6, 65, "one digit of the volume differs; 2 cases fit equally well"],
  ]);
});

test("a short form has no candidates of its own", () => {
  const { citations } = checkText(
    corpus(),
    "Harlow v. Prentiss, 349 Ill. 70 (1964). 349 Ill. at 72. Id. at 73.",
  );
  expect(citations.map(({ candidates }) => candidates.length)).toEqual([1, 0, 0]);
});

test("table, findings, page and tools say what may be meant", () => {
  const text = "\nSee Barlow v. Vance, 348 Ill. 86 (1964).";
  const words =
    "perhaps Barlow v. Vance, 348 Ill. 85 (1964): page 86 is within it; name, year, reporter, volume agree";
  const checked = checkText(corpus(), text);
  expect(checkLines(checked, 200)).toContain(`line 2, 348 Ill. 86: ${words}`);
  expect(findingsOf(checked)[0]?.message).toContain(`; ${words}`);
  const page = checkReport(text, checked, "/base").toString();
  expect(page).toMatch(/Perhaps <a href="\/base\/cases\/2\/">.*page 86 is within it/);
  const [told] = checkDraftText(corpus(), { text }).citations;
  expect(told?.candidates).toMatchObject([
    { case: { id: 2, name_abbreviation: "Barlow v. Vance" }, score: 100 },
  ]);
});
