import { describe, expect, test } from "vitest";
import { REPORTER_TABLE } from "../../src/citations/reporter-table.ts";
import { citationForms, knownReporter, volumeForms } from "../../src/citations/reporters.ts";

describe("knownReporter", () => {
  test.each([
    ["usrep", "410", "U.S."],
    ["martnc", "2", "Mart. (N.C.)"],
    ["mart", "2", "Mart."],
    ["dccranch", "1", "Cranch C.C."],
  ])("finds %j after volume %s as %s", (normal, volume, name) => {
    expect(knownReporter(normal, volume)?.name).toBe(name);
  });

  test.each([
    ["wi", "12"],
    ["usc", "42"],
    ["", "1"],
    ["frankl", "7"],
  ])("does not find %j after volume %s", (normal, volume) => {
    expect(knownReporter(normal, volume)).toBeNull();
  });

  test("knows ambiguous variations, without a name", () => {
    expect(knownReporter("harr", "4")).toEqual({ name: null, isNeutral: false });
  });

  test("names of one kind are unique, and no name is a number", () => {
    const names = REPORTER_TABLE.split(";").map((entry) => entry.split("|")[0] ?? "");
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => /^\d+$/.test(name))).toEqual([]);
    expect(names.length).toBeGreaterThan(1_300);
  });
});

/** A form that has all others, and forms that sources and texts use for the same case. */
const SAME = [
  ["2us419", "2dall419", "2us2dall419", "2usdall419"],
  ["5us137", "1cranch137", "5us1cranch137", "1cranch5us137"],
  ["90us5", "23wall5", "90us23wall5"],
  ["1ill17", "1breese17", "1ill1breese17", "1illbreese17", "breese17"],
  ["10va241", "6call241", "10va6call241"],
  ["14del5", "9houst5", "14del9houst5", "9houston5"],
  ["4tenn5", "3hayw5"],
  ["37scl5", "3rich5"],
  ["20nc5", "3devbat5", "4devbat5", "20nc34devbat5"],
];

describe("citationForms", () => {
  test.each(SAME)("finds the forms of %s", (first, ...others) => {
    expect(citationForms(first)[0]).toBe(first);
    for (const form of others) {
      expect(citationForms(first)).toContain(form);
      expect(citationForms(form)).toContain(first);
    }
  });

  test.each([
    ["a number that both reporters have, as the nominative number", "10va241", "6vacall241"],
    ["a variation of the name", "2dallas419", "2usdall419"],
    ["a name that other series share, next to the state's", "42mass1met5", "42mass5"],
  ])("reads %s", (_, normal, form) => {
    expect(citationForms(normal)).toContain(form);
  });

  test.each(["410us113", "91us5", "3f2d5", "24wall5", "2ill3breese5", "2us3dall419", "", "ill17", "1ill"])(
    "knows no other form of %j",
    (normal) => {
      expect(citationForms(normal)).toEqual([normal]);
    },
  );

  test("does not confuse reporters with one name", () => {
    expect(citationForms("1met5")).toEqual(["1met5"]);
    expect(citationForms("1wash5")).toEqual(["1wash5"]);
    for (const normal of ["42mass5", "58ky5"]) expect(citationForms(normal)).not.toContain("1met5");
    for (const normal of ["1cranchcc5", "1cranchdc5"]) {
      expect(citationForms(normal)).toContain("1dc5");
      expect(citationForms(normal)).not.toContain("5us5");
    }
    expect(citationForms("5us5")).not.toContain("5uscranch5");
  });
});

test("volumeForms names a volume as citationForms its cases", () => {
  expect(volumeForms("2us")).toEqual(["2us", "2dall", "2us2dall", "2dall2us", "2usdall"]);
  expect(volumeForms("359illapp3d")).toEqual(["359illapp3d"]);
});
