/** The table of overruled decisions: each line can be read, and a case is found by any of its citations if its name fits. */
import { expect, test } from "vitest";
import { partsOfCitation } from "../../src/citations/read-citation.ts";
import { normaliseCitation } from "../../src/domain/citation.ts";
import { overrulingsOf } from "../../src/treatment/overruled.ts";
import { OVERRULED_TABLE } from "../../src/treatment/overruled-table.ts";

const found = (cite: string, name: string) => overrulingsOf([normaliseCitation(cite)], name);

test("every line has both decisions, and the overruled one is found by its citation and name", () => {
  expect(OVERRULED_TABLE).toHaveLength(288);
  for (const line of OVERRULED_TABLE) {
    const [name = "", cite = "", year = "", overruled = "", overruledCite = "", overruledYear = ""] =
      line.split("|");
    const plain = overruledCite.replace(/ \([^()]*\)/, "");
    expect(partsOfCitation(plain)?.reporter, line).toBe("U.S.");
    expect(Number(year), line).toBeGreaterThanOrEqual(Number(overruledYear));
    expect(
      found(plain, overruled).map((one) => [one.name, one.cite]),
      line,
    ).toContainEqual([name, cite]);
  }
});

test.each([
  ["221 U.S. 1", "Another Case v. Other", []],
  ["410 U.S. 113", "Roe v. Wade", []],
  ["220 U.S. 373", "Dr. Miles Medical Co. v. John D. Park & Sons Co.", ["551 U.S. 877"]],
  ["8 Wall. 603", "Hepburn v. Griswold", ["79 U.S. (12 Wall.) 457"]],
  ["75 U.S. 603", "Hepburn v. Griswold", ["79 U.S. (12 Wall.) 457"]],
  ["409 U.S. 810", "Richardson v. Baker Other", ["No. 14-556 (U.S. June 26, 2015)"]],
  ["409 U.S. 810", "Smith v. Jones", []],
])("%s, %s", (cite, name, cites) => {
  expect(found(cite, name).map((one) => one.cite)).toEqual(cites);
});
