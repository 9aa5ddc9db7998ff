import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { MAX_REBUILDS } from "../../../src/http/limits.ts";
import { bodyOf } from "../../../src/http/readers/answer-body.ts";
import type { Question } from "../../../src/http/readers/protocol.ts";
import type { ChunkedAnswer } from "../../../src/http/readers/reader-pool.ts";

const QUESTION: Question = { kind: "bulk file", id: 1 };
const BODY = Buffer.from("0123456789");

/** An answer in chunks of two bytes, beginning at `from`; the reader has discarded those after `chunks` chunks. */
function answerFrom(from: number, chunks: number, tag = "t"): ChunkedAnswer & { dropped: number } {
  let [at, left] = [from + 2, chunks];
  const head = {
    status: 200,
    tag,
    bytes: BODY.length,
    chunk: BODY.subarray(from, from + 2),
    headers: {},
    requests: { count: 0, seconds: 0 },
    fault: null,
  };
  const one = {
    head,
    dropped: 0,
    more: async () => {
      if (left-- === 0) return null;
      at += 2;
      return BODY.subarray(at - 2, at);
    },
    drop: () => void one.dropped++,
  };
  return one;
}

async function read(body: Buffer | Readable): Promise<string> {
  return String(body instanceof Readable ? await buffer(body) : body);
}

test("bodyOf joins the chunks, and drops the answer at the end", async () => {
  const first = answerFrom(0, 10);
  const pool = { answer: () => Promise.reject(new Error("not requested again")) };
  expect(await read(bodyOf(pool, QUESTION, first))).toBe("0123456789");
  expect(first.dropped).toBeGreaterThan(0);
});

test("bodyOf continues with the answer that was built again after the reader discarded it", async () => {
  const requests: unknown[] = [];
  const pool = {
    answer: async (_question: Question, { from = 0 } = {}) => {
      requests.push(from);
      return answerFrom(from, 1);
    },
  };
  expect(await read(bodyOf(pool, QUESTION, answerFrom(0, 1)))).toBe("0123456789");
  expect(requests).toEqual([4, 8]);
});

test("bodyOf ends with an error if the answer that was built again differs", async () => {
  const pool = { answer: async (_question: Question, { from = 0 } = {}) => answerFrom(from, 9, "other") };
  await expect(read(bodyOf(pool, QUESTION, answerFrom(0, 1)))).rejects.toThrow("The corpus changed");
});

test("bodyOf gives up an answer that is discarded again and again", async () => {
  let requests = 0;
  const pool = {
    answer: async () => {
      requests++;
      return { ...answerFrom(0, 0), head: { ...answerFrom(0, 0).head, chunk: BODY.subarray(0, 1) } };
    },
  };
  await expect(read(bodyOf(pool, QUESTION, answerFrom(0, 0)))).rejects.toThrow("discarded too often");
  expect(requests).toBe(MAX_REBUILDS);
});

test("bodyOf drops an answer whose client left before it began", async () => {
  const first = answerFrom(0, 10);
  const body = bodyOf({ answer: () => Promise.reject(new Error("x")) }, QUESTION, first);
  if (!(body instanceof Readable)) throw new Error("not a stream");
  body.destroy();
  await new Promise((resolve) => body.once("close", resolve));
  expect(first.dropped).toBeGreaterThan(0);
});
