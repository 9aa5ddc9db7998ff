import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { MAX_REMAKES } from "../../../src/http/limits.ts";
import { bodyOf } from "../../../src/http/readers/answer-body.ts";
import type { Question } from "../../../src/http/readers/protocol.ts";
import type { Asked } from "../../../src/http/readers/reader-pool.ts";

const QUESTION: Question = { kind: "bulk file", id: 1 };
const BODY = Buffer.from("0123456789");

/** An answer of pieces of two bytes from `from` on; after `pieces` of them the reader has none any more. */
function asked(from: number, pieces: number, tag = "t"): Asked & { dropped: number } {
  let [at, left] = [from + 2, pieces];
  const answer = {
    status: 200,
    tag,
    bytes: BODY.length,
    piece: BODY.subarray(from, from + 2),
    isBounded: false,
    fault: null,
  };
  const one = {
    answer,
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

test("bodyOf joins the pieces, and lets the reader forget them at the end", async () => {
  const first = asked(0, 10);
  const pool = { ask: () => Promise.reject(new Error("not asked again")) };
  expect(await read(bodyOf(pool, QUESTION, first))).toBe("0123456789");
  expect(first.dropped).toBeGreaterThan(0);
});

test("bodyOf goes on with the answer made again where the reader let it go", async () => {
  const asks: unknown[] = [];
  const pool = {
    ask: async (_question: Question, { from = 0 } = {}) => {
      asks.push(from);
      return asked(from, 1);
    },
  };
  expect(await read(bodyOf(pool, QUESTION, asked(0, 1)))).toBe("0123456789");
  expect(asks).toEqual([4, 8]);
});

test("bodyOf breaks off when the answer made again is another one", async () => {
  const pool = { ask: async (_question: Question, { from = 0 } = {}) => asked(from, 9, "other") };
  await expect(read(bodyOf(pool, QUESTION, asked(0, 1)))).rejects.toThrow("The corpus changed");
});

test("bodyOf gives up an answer that is let go again and again", async () => {
  let asks = 0;
  const pool = {
    ask: async () => {
      asks++;
      return { ...asked(0, 0), answer: { ...asked(0, 0).answer, piece: BODY.subarray(0, 1) } };
    },
  };
  await expect(read(bodyOf(pool, QUESTION, asked(0, 0)))).rejects.toThrow("let go too often");
  expect(asks).toBe(MAX_REMAKES);
});

test("bodyOf lets the reader forget an answer whose client left before it began", async () => {
  const first = asked(0, 10);
  const body = bodyOf({ ask: () => Promise.reject(new Error("x")) }, QUESTION, first);
  if (!(body instanceof Readable)) throw new Error("not a stream");
  body.destroy();
  await new Promise((resolve) => body.once("close", resolve));
  expect(first.dropped).toBeGreaterThan(0);
});
