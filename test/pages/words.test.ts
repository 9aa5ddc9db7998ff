import { expect, test } from "vitest";
import { dateTime, dateWords, shortName } from "../../src/pages/words.ts";

test.each([
  ["1853-06-05", "June 5, 1853"],
  ["1853-06", "June 1853"],
  ["1853", "1853"],
  ["1909-02-30", "February 30, 1909"],
  ["1853-13-01", "1853-13-01"],
  ["June Term", "June Term"],
  ["", "undated"],
  [null, "undated"],
])("dateWords tells %j as much as is told: %s", (date, words) => {
  expect(dateWords(date)).toBe(words);
});

test("dateTime gives programs a date only where there is one", () => {
  expect(String(dateTime("1853-06-05"))).toBe('<time datetime="1853-06-05">June 5, 1853</time>');
  expect(String(dateTime("June <Term>"))).toBe("<span>June &lt;Term&gt;</span>");
});

test("shortName takes the other name where one is empty, and the number where both are", () => {
  expect(shortName({ id: 7, name: "A v. B", nameAbbreviation: " " })).toBe("A v. B");
  expect(shortName({ id: 7, name: "", nameAbbreviation: "" })).toBe("Case 7");
});
