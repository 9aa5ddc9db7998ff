import { describe, expect, test } from "vitest";
import { REPORTER_TABLE } from "../../src/citations/reporter-table.ts";
import { knownReporter } from "../../src/citations/reporters.ts";

describe("knownReporter", () => {
  test.each([
    ["us", "410", "U.S."],
    ["usrep", "410", "U.S."],
    ["ill2d", "1", "Ill. 2d"],
    ["wheaton", "8", "Wheat."],
    ["martnc", "2", "Mart. (N.C.)"],
    ["mart", "2", "Mart."],
    ["dccranch", "1", "Cranch C.C."],
    ["mt", "2008", "MT"],
    ["mt", "12", "Mont."],
    ["me", "79", "Me."],
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
