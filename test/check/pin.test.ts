import { expect, test } from "vitest";
import { namesOneOf, readPin } from "../../src/check/pin.ts";

test.each([
  ["571", "page", ["571"], true],
  ["at 570", "page", ["571"], false],
  ["569-71", "page", ["571"], true],
  ["569–70", "page", ["571"], false],
  ["*571", "page", ["570", "571"], true],
  ["483, 490-92", "page", ["491"], true],
  ["¶ 7", "paragraph", ["7"], true],
  ["¶¶ 12-15, 18", "paragraph", ["18"], true],
  ["¶¶ 12 & 14", "paragraph", ["13"], false],
  ["P12", "paragraph", ["12"], true],
  ["para. 12", "paragraph", ["12"], true],
])("%s names %ss: of %j %s", (written, kind, labels, isNamed) => {
  const pin = readPin(written);
  expect(pin?.kind).toBe(kind);
  expect(pin !== null && namesOneOf(pin, labels)).toBe(isNamed);
});

test("a pin that is not only numbers is not read", () => {
  for (const written of ["xii", "571 n.2", "", "¶", "5-"]) expect(readPin(written), written).toBeNull();
});
