import { expect, test } from "vitest";
import { packExtras, type StoredExtras, unpackExtras } from "../../../src/store/write/extras.ts";

function extrasOf(cites: number) {
  const citesTo = Array.from({ length: cites }, (_, at) => ({ cite: `${at} Frankl. 7 — §` }));
  return {
    values: { citesTo, analysis: null, provenance: {}, courtlistener: null },
    origins: {},
    citations: [{ type: "official", cite: "1 Frankl. 2" }],
  };
}

function unpacked(extras: Parameters<typeof packExtras>[0]): StoredExtras {
  const data = packExtras(extras);
  return unpackExtras(typeof data === "string" ? data : Buffer.from(data));
}

test.each([0, 1, 5, 6, 7, 8, 9, 500])("extras with %i citations are the same after packing", (cites) => {
  expect(unpacked(extrasOf(cites))).toEqual(extrasOf(cites));
});
