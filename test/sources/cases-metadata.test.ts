import fc from "fast-check";
import { expect, test } from "vitest";
import { compareWithMetadata } from "../../src/sources/cases-metadata.ts";

const ROW = { id: 1, name: "x", cites_to: [{ cite: "a", case_ids: [1, 2] }], analysis: {} };

test("compareWithMetadata ignores the body and the order of keys", () => {
  const { id, ...rest } = ROW;
  expect(compareWithMetadata({ ...rest, casebody: { opinions: [] }, id }, ROW)).toBe(true);
});

test.each([
  ["another value", { ...ROW, name: "y" }],
  ["a key more", { ...ROW, more: null }],
  ["another type", { ...ROW, analysis: [] }],
  ["another order of a list", { ...ROW, cites_to: [{ cite: "a", case_ids: [2, 1] }] }],
  ["an inherited key", JSON.parse('{"id": 1, "name": "x", "cites_to": [], "constructor": {}}')],
  ["no object", [ROW]],
])("compareWithMetadata sees %s", (_, row) => {
  expect(compareWithMetadata({ ...ROW, casebody: {} }, row)).toBe(false);
  expect(compareWithMetadata(row, ROW)).toBe(false);
});

test("compareWithMetadata finds any record equal to its copy, and survives any depth", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (record) => {
      expect(compareWithMetadata(record, structuredClone({ ...record, casebody: 5 }))).toBe(true);
    }),
  );
  const deep = () => JSON.parse(`{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`);
  expect(compareWithMetadata(deep(), deep())).toBe(false);
});
