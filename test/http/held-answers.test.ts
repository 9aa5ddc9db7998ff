import { expect, test } from "vitest";
import { HeldAnswers } from "../../src/http/held-answers.ts";

function bytes(length: number): Buffer {
  return Buffer.alloc(length);
}

test("HeldAnswers hands a rest over piece by piece, then has none", () => {
  const held = new HeldAnswers(() => {}, 100);
  held.hold(1, [bytes(3), bytes(2)]);
  expect([held.next(1)?.length, held.next(1)?.length, held.next(1)]).toEqual([3, 2, null]);
});

test("HeldAnswers lets the rest go that waited longest, when there is no room", () => {
  const lost: number[] = [];
  const held = new HeldAnswers((id) => lost.push(id), 100);
  held.hold(1, [bytes(10), bytes(40)]);
  held.hold(2, [bytes(40)]);
  held.next(1); // 1 is in use, 2 waits longer now
  held.hold(3, [bytes(60)]);
  expect(lost).toEqual([2]);
  expect(held.next(2)).toBeNull();
  expect(held.next(1)?.length).toBe(40);
});

test("HeldAnswers keeps the newest whatever its size, and forgets what is dropped", () => {
  const lost: number[] = [];
  const held = new HeldAnswers((id) => lost.push(id), 100);
  held.hold(1, [bytes(500)]);
  expect(lost).toEqual([]);
  held.drop(1);
  held.hold(2, [bytes(100)]);
  held.hold(3, []);
  expect(lost).toEqual([]);
});
