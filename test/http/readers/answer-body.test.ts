import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { bodyOf } from "../../../src/http/readers/answer-body.ts";
import type { ChunkedAnswer } from "../../../src/http/readers/reader-pool.ts";

const BODY = Buffer.from("0123456789");

/** An answer in chunks of two bytes; the reader has discarded those after `chunks` chunks. */
function answerOf(chunks: number): ChunkedAnswer & { dropped: number } {
  let at = 2;
  const chunk = BODY.subarray(0, 2);
  const [tag, requests] = ["t", { count: 0, seconds: 0 }];
  const one = {
    head: { status: 200, tag, bytes: BODY.length, chunk, headers: {}, requests, fault: null },
    dropped: 0,
    more: async () => {
      at += 2;
      return at / 2 > chunks + 1 ? null : BODY.subarray(at - 2, at);
    },
    drop: () => void one.dropped++,
  };
  return one;
}

/** As a stream: the answer has more than one chunk. */
function streamOf(answer: ChunkedAnswer): Readable {
  const body = bodyOf(answer);
  if (!(body instanceof Readable)) throw new Error("not a stream");
  return body;
}

test("bodyOf ends with an error if the reader has discarded the answer", async () => {
  await expect(buffer(streamOf(answerOf(1)))).rejects.toThrow("The answer was discarded");
});

test("bodyOf drops an answer whose client left before it began", async () => {
  const answer = answerOf(10);
  const body = streamOf(answer);
  body.destroy();
  await new Promise((resolve) => body.once("close", resolve));
  expect(answer.dropped).toBeGreaterThan(0);
});
