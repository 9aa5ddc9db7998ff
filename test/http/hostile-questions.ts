/** Questions that nobody asks in good faith (docs/faults.md, "H1", "H2", "H4"): values, and a generator of whole questions. */
import fc from "fast-check";
import { COLLECTIONS, parametersOf } from "../../src/v1/collections.ts";
import { HOSTILE } from "../support/hostile-texts.ts";

/** FTS5's own query language, and ours half written. */
const OPERATORS = 'AND;OR;NOT;NEAR(;NEAR(a b, 2);a*;^a;(a;{x y}:;col:foo;"a b"~99;|;-'.split(";");
const NUMBERS = ["0", "-0", "1e9", "99999999999999999999", "9007199254740993", "0x10", "Infinity", "١٢"];
const BROKEN_CURSORS = [
  "xyz",
  "e30=",
  "W05hTl0",
  "cD0xNzk1LTAxLTAx",
  "////",
  "AAAA\0AAAA",
  "A".repeat(2_000),
];
/** Below the limit of 8 KiB whatever stands before. */
const MAX_QUERY_CHARS = 7_000;

/** Paths with their query: random Unicode, operators, SQL, numbers and cursors in every parameter of every collection. */
export const QUESTIONS: fc.Arbitrary<string> = fc.constantFrom(...COLLECTIONS).chain((collection) => {
  const parameter = fc.constantFrom(...parametersOf(collection).map(({ name }) => name));
  return fc.array(parameter.chain(pairOf), { maxLength: 5 }).map((pairs) => {
    const query = String(new URLSearchParams(pairs)).slice(0, MAX_QUERY_CHARS);
    // an escape that the cut went through would be another fault than the one that is tried
    return `/v1/${collection}/?${query.replace(/%[^%]?$/, "")}`;
  });
});

function pairOf(name: string): fc.Arbitrary<[string, string]> {
  const word = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(...HOSTILE, ...OPERATORS),
  );
  const texts = fc.array(word, { maxLength: 4 }).map((words) => words.join(" ").toWellFormed());
  const values = [texts, fc.constantFrom(...NUMBERS)];
  if (name === "cursor") values.push(fc.constantFrom(...BROKEN_CURSORS), fc.base64String());
  return fc.tuple(fc.constant(name), fc.oneof(...values));
}
