import { expect, test } from "vitest";
import { closestName } from "../../src/v1/parameter.ts";

const KNOWN = [
  ["ill", "Ill.", "Illinois"],
  ["ind", "Ind.", "Indiana"],
  ["ny", "N.Y.", "New York"],
  [null, "nameless", null],
];

test.each([
  ["ilinois", "ill"],
  ["NEW-YORK", "ny"],
  ["new y", "ny"],
  ["indianna", "ind"],
  ["zz", null],
  ["", null],
  ["§", null],
  ["nameles", null],
  ["x".repeat(100_000), null],
])("nearestOf %j is %j", (text, name) => {
  expect(closestName(text, KNOWN)).toBe(name);
});
