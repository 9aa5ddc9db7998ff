/** The ids of an archive with their places against a Map. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecordPlace } from "../../src/archive/members.ts";
import { SeenCases } from "../../src/import/seen-cases.ts";

const id = fc.oneof(
  fc.integer({ min: 1, max: 30 }),
  fc.integer({ min: 1, max: 2 ** 32 + 5 }),
  fc.constantFrom(2 ** 32 - 1, 2 ** 32, Number.MAX_SAFE_INTEGER),
);
const line = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constantFrom(2 ** 31 - 1, 2 ** 31, 2 ** 40));

function expectSame(seen: SeenCases, known: ReadonlyMap<number, RecordPlace>): void {
  expect([...seen.ids()].sort((a, b) => a - b)).toEqual([...known.keys()].sort((a, b) => a - b));
  for (const [one, place] of known) expect(seen.placeOf(one)).toEqual(place);
}

test("lines of one file: the last place of each id is known, also of ids and lines beyond 32 bits", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, line), { maxLength: 60 }), (notes) => {
      const seen = new SeenCases();
      const known = new Map<number, RecordPlace>();
      for (const [one, number] of notes) {
        const place = { entry: "data.jsonl", line: number };
        expect(seen.has(one)).toBe(known.has(one));
        seen.note(one, place);
        known.set(one, place);
      }
      expectSame(seen, known);
      expect(seen.placeOf(31)).toEqual(known.get(31) ?? null);
    }),
    { numRuns: 300, seed: 11 },
  );
});

test("entries of a volume, more than its first arrays hold, and then a large id", () => {
  const seen = new SeenCases();
  const known = new Map<number, RecordPlace>();
  const note = (one: number): void => {
    const place = { entry: `cases/${one}.json`, line: null };
    seen.note(one, place);
    known.set(one, place);
  };
  for (let one = 1; one <= 3_000; one++) note(one * 7);
  note(2 ** 33);
  for (let one = 1; one <= 100; one++) note(one * 7);
  expectSame(seen, known);
});
