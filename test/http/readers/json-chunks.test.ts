import fc from "fast-check";
import { expect, test } from "vitest";
import { CHUNK_BYTES } from "../../../src/http/limits.ts";
import { jsonChunks } from "../../../src/http/readers/json-chunks.ts";

test("jsonChunks makes the bytes of JSON.stringify, for any object", () => {
  const list = fc.array(fc.jsonValue());
  const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.oneof(fc.jsonValue(), list));
  fc.assert(
    fc.property(objects, (value) => {
      expect(Buffer.concat(jsonChunks(value)).toString()).toBe(JSON.stringify(value));
    }),
  );
});

test("jsonChunks leaves out what is undefined, and writes null", () => {
  expect(Buffer.concat(jsonChunks({ a: undefined, b: [] })).toString()).toBe('{"b":[]}');
  expect(Buffer.concat(jsonChunks(null)).toString()).toBe("null");
  expect(Buffer.concat(jsonChunks({})).toString()).toBe("{}");
});

test("jsonChunks makes no chunk longer than allowed, and loses nothing of long texts", () => {
  const value = { results: ["é".repeat(100_000), "x", "𝄞".repeat(50_000)], next: null };
  const chunks = jsonChunks(value);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(CHUNK_BYTES);
  expect(Buffer.concat(chunks).toString()).toBe(JSON.stringify(value));
});
