/** Which case of another source a decision is: never by a citation alone. */
import { expect, test } from "vitest";
import { matchOf, shareOfWords } from "../../../src/store/staging/match-clusters.ts";

const CLUSTER = { date: "1988-05-20", name: "Roe v. Mill River Co.", courtId: 5 };
const CASE = {
  id: 1,
  date: "1988-05-20",
  courtId: 5,
  name: "Jane ROE v. MILL RIVER COMPANY",
  nameAbbreviation: "Roe v. Mill River Co.",
};

test.each([
  ["the same date, and a word of the name", CLUSTER, [CASE], "citation and date"],
  [
    "another date of the year, the same court",
    CLUSTER,
    [{ ...CASE, date: "1988-06-01" }],
    "citation, year and court",
  ],
  ["only a year is known", CLUSTER, [{ ...CASE, date: "1988" }], "citation, year and court"],
  [
    "another court, the same names",
    CLUSTER,
    [{ ...CASE, date: "1988-06-01", courtId: 6 }],
    "citation and name",
  ],
  ["the same names, the year before", CLUSTER, [{ ...CASE, date: "1987-12-30" }], "citation and name"],
  ["the same names, many years before", CLUSTER, [{ ...CASE, date: "1970-12-30" }], null],
  [
    "an order of the same day on the same page",
    CLUSTER,
    [{ ...CASE, name: "Doe v. Dam", nameAbbreviation: "Doe v. Dam" }],
    null,
  ],
  ["two cases with the same names and date", CLUSTER, [CASE, { ...CASE, id: 2 }], null],
  [
    "two of one day, one with the names",
    CLUSTER,
    [CASE, { ...CASE, id: 2, name: "Roe v. Other", nameAbbreviation: "Roe v. Other" }],
    "citation and date",
  ],
  ["no date is known", { ...CLUSTER, date: null }, [{ ...CASE, date: null }], "citation and name"],
  ["nothing has the citation", CLUSTER, [], null],
] as const)("%s", (_what, cluster, candidates, rule) => {
  const found = matchOf(cluster, candidates);
  expect(found).toEqual(rule === null ? null : { id: 1, rule });
});

test.each([
  ["Roe v. Mill", "ROE, Jane v. MILL", 1],
  ["State v. Smith", "State v. Jones", 0],
  ["In re Estate of Müller", "Estate of Muller", 1],
  ["United States v. One 1957 Ford", "United States v. Lee", 0],
  ["", "Roe v. Mill", 0],
])("%s and %s share %s of their words", (one, other, share) => {
  expect(shareOfWords(one, other)).toBe(share);
});
