import { expect, test } from "vitest";
import { safeName, sortableNumber } from "../../src/export/file-names.ts";

test.each([
  ["61 Frankl. 33", "61 Frankl. 33"],
  ["../../etc/passwd", "etc passwd"],
  ['a/b\\c:d*e?f"g<h>i|j\u0000k', "a b c d e f g h i j k"],
  ["..", "nothing"],
  ["§", "nothing"],
  ["NUL.x", "NUL.x-"],
  ["ends with a dot.", "ends with a dot"],
  ["-rf", "rf"],
  ["Ａ Ünï", "A Ünï"],
])("safeName makes %j into %j", (text, name) => {
  expect(safeName(text, "nothing")).toBe(name);
});

test("safeName keeps names short, in whole characters", () => {
  const name = safeName("ü".repeat(500), "nothing");
  expect(Buffer.byteLength(name)).toBe(120);
  expect(name).toMatch(/^ü+$/);
});

test("sortableNumber sorts as numbers do", () => {
  expect(["2", "10", "1983-84", "12345", "A"].map(sortableNumber)).toEqual([
    "0002",
    "0010",
    "1983-84",
    "12345",
    "A",
  ]);
});
