import { expect, test } from "vitest";
import { AnswerBuffer } from "../../../src/http/readers/answer-questions.ts";

function bytes(length: number): Buffer {
  return Buffer.alloc(length);
}

test("AnswerBuffer returns the chunks of an answer one by one, then null", () => {
  const buffer = new AnswerBuffer(100, () => {});
  buffer.add(1, [bytes(3), bytes(2)]);
  expect([buffer.next(1)?.length, buffer.next(1)?.length, buffer.next(1)]).toEqual([3, 2, null]);
});

test("AnswerBuffer discards the answer that has waited longest when it is full", () => {
  const lost: number[] = [];
  const buffer = new AnswerBuffer(100, (id) => lost.push(id));
  buffer.add(1, [bytes(10), bytes(40)]);
  buffer.add(2, [bytes(40)]);
  buffer.next(1); // 1 is in use, 2 waits longer now
  buffer.add(3, [bytes(60)]);
  expect(lost).toEqual([2]);
  expect(buffer.next(2)).toBeNull();
  expect(buffer.next(1)?.length).toBe(40);
});

test("AnswerBuffer keeps the newest answer whatever its size, and forgets dropped ones", () => {
  const lost: number[] = [];
  const buffer = new AnswerBuffer(100, (id) => lost.push(id));
  buffer.add(1, [bytes(500)]);
  expect(lost).toEqual([]);
  buffer.drop(1);
  buffer.add(2, [bytes(100)]);
  buffer.add(3, []);
  expect(lost).toEqual([]);
});
