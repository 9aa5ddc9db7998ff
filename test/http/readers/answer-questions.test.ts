import fc from "fast-check";
import { expect, test } from "vitest";
import { CaselawError } from "../../../src/domain/errors.ts";
import { CHUNK_BYTES } from "../../../src/http/limits.ts";
import { AnswerBuffer } from "../../../src/http/readers/answer-questions.ts";
import { jsonChunks } from "../../../src/http/readers/json-chunks.ts";
import { stackOf } from "../../../src/http/readers/protocol.ts";
import { fuzzing } from "../../support/fuzz.ts";

function bytes(length: number): Buffer {
  return Buffer.alloc(length);
}

test("AnswerBuffer returns the chunks of an answer one by one, then null", () => {
  const buffer = new AnswerBuffer(100);
  buffer.add(1, [bytes(3), bytes(2)]);
  expect([buffer.next(1)?.length, buffer.next(1)?.length, buffer.next(1)]).toEqual([3, 2, null]);
});

test("AnswerBuffer discards the answer that has waited longest when it is full, and never the newest", () => {
  const buffer = new AnswerBuffer(100);
  buffer.add(1, [bytes(10), bytes(40)]);
  buffer.add(2, [bytes(40)]);
  buffer.next(1); // 1 is in use, 2 waits longer now
  buffer.add(3, [bytes(60)]);
  expect(buffer.next(2)).toBeNull();
  expect(buffer.next(1)?.length).toBe(40);
  buffer.add(4, [bytes(500)]);
  expect(buffer.next(3)).toBeNull();
  expect(buffer.next(4)?.length).toBe(500);
});

test("the first line of an error in the log says what to do", () => {
  const error = new CaselawError("corrupt", "Cannot read the body of case 1", { hint: "Repair it." });
  expect(stackOf(error).split("\n")[0]).toBe("CaselawError: Cannot read the body of case 1; Repair it.");
  expect(stackOf("a text")).toBe("a text");
});

test("jsonChunks makes the bytes of JSON.stringify, for any object", () => {
  const list = fc.array(fc.jsonValue());
  const objects = fc.dictionary(fc.string({ unit: "binary" }), fc.oneof(fc.jsonValue(), list));
  fc.assert(
    fc.property(objects, (value) => {
      expect(Buffer.concat(jsonChunks(value)).toString()).toBe(JSON.stringify(value));
    }),
    fuzzing(30),
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
