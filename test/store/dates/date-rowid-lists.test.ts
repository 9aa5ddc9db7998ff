/** Ascending lists as sets, against JavaScript's sets. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { chosenFrom, unionOf } from "../../../src/store/dates/date-rowid-lists.ts";

const LIST = fc
  .uniqueArray(fc.oneof(fc.nat(30), fc.maxSafeNat()), { maxLength: 60 })
  .map((numbers) => Float64Array.from(numbers).sort());

test("unionOf gives the different date rowids of all lists, ascending", () => {
  fc.assert(
    fc.property(fc.array(LIST, { maxLength: 7 }), (lists) => {
      const all = new Set(lists.flatMap((list) => [...list]));
      expect(unionOf(lists)).toEqual(Float64Array.from(all).sort());
    }),
  );
});

test("chosenFrom gives those that the other list has, or has not", () => {
  fc.assert(
    fc.property(LIST, LIST, (list, other) => {
      const set = new Set(other);
      expect(chosenFrom(list, other, "in")).toEqual(list.filter((one) => set.has(one)));
      expect(chosenFrom(list, other, "not in")).toEqual(list.filter((one) => !set.has(one)));
    }),
  );
});
