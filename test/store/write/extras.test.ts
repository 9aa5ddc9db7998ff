import { expect, test } from "vitest";
import { NO_EXTRAS, packExtras, type StoredExtras, unpackExtras } from "../../../src/store/write/extras.ts";

function extrasOf(cites: number): StoredExtras {
  const citesTo = Array.from({ length: cites }, (_, at) => ({ cite: `${at} Frankl. 7 — §` }));
  return { values: { citesTo, analysis: null, provenance: {} }, origins: {} };
}

function unpacked(extras: StoredExtras): StoredExtras {
  const data = packExtras(extras);
  return unpackExtras(data === null || typeof data === "string" ? data : Buffer.from(data));
}

test.each([0, 1, 5, 6, 7, 8, 9, 500])("extras with %i citations are the same after packing", (cites) => {
  expect(unpacked(extrasOf(cites))).toEqual(extrasOf(cites));
});

test("packExtras keeps a short text as it is, and packs a long one", () => {
  expect(packExtras(extrasOf(0))).toBe(JSON.stringify(extrasOf(0)));
  expect(packExtras(extrasOf(500))?.length).toBeLessThan(JSON.stringify(extrasOf(500)).length / 2);
});

test("packExtras keeps nothing where there is nothing", () => {
  expect(packExtras(NO_EXTRAS)).toBeNull();
  expect(unpacked(NO_EXTRAS)).toEqual(NO_EXTRAS);
});
