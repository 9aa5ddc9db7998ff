import fc from "fast-check";
import { expect, test } from "vitest";
import { PIECE_BYTES } from "../../../src/http/limits.ts";
import { jsonPieces } from "../../../src/http/readers/json-pieces.ts";

test("jsonPieces makes the bytes of JSON.stringify, for any object", () => {
  const list = fc.array(fc.jsonValue());
  const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.oneof(fc.jsonValue(), list));
  fc.assert(
    fc.property(objects, (value) => {
      expect(Buffer.concat(jsonPieces(value)).toString()).toBe(JSON.stringify(value));
    }),
  );
});

test("jsonPieces leaves out what is undefined, and writes null", () => {
  expect(Buffer.concat(jsonPieces({ a: undefined, b: [] })).toString()).toBe('{"b":[]}');
  expect(Buffer.concat(jsonPieces(null)).toString()).toBe("null");
  expect(Buffer.concat(jsonPieces({})).toString()).toBe("{}");
});

test("jsonPieces makes no piece longer than allowed, and loses nothing of long texts", () => {
  const value = { results: ["é".repeat(100_000), "x", "𝄞".repeat(50_000)], next: null };
  const pieces = jsonPieces(value);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(PIECE_BYTES);
  expect(Buffer.concat(pieces).toString()).toBe(JSON.stringify(value));
});
