/** Small files by URL (docs/faults.md, "N1", "N4", "N5", "N7" and "N8"). */
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Scripted, startScriptedServer } from "../support/scripted-server.ts";
import { openTestWeb, type TestWeb, TOKEN } from "../support/web.ts";

/** What a script comes to, and how often it was asked. */
async function ask(steps: readonly Scripted[], maxBytes = 1_000) {
  await using server = await startScriptedServer({ "/a": steps });
  await using opened: TestWeb = openTestWeb(server.url);
  const answer = await opened.web.getBytes(`${server.url}/a`, maxBytes);
  const text = answer.kind === "got" ? answer.bytes.toString() : answer.kind;
  return { answer, text, requests: server.requests };
}

test("getBytes reads a complete file, plain or packed, with the credentials", async () => {
  const plain = await ask([{ body: "<p>x</p>" }]);
  expect(plain.text).toBe("<p>x</p>");
  expect(plain.requests[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
  const packed = { body: gzipSync("<p>x</p>"), headers: { "content-encoding": "gzip" } };
  expect((await ask([packed])).text).toBe("<p>x</p>");
});

test("getBytes tries again after a cut and after a passing fault", async () => {
  const { text, requests } = await ask([
    { body: "<p>x</p>", cutAfter: 3 },
    { status: 503 },
    { body: "<p>x</p>" },
  ]);
  expect([text, requests.length]).toEqual(["<p>x</p>", 3]);
});

test.each([404, 410])("getBytes reports a missing file (%i) after one request", async (status) => {
  const { text, requests } = await ask([{ status, body: "Not found" }]);
  expect([text, requests.length]).toEqual(["missing", 1]);
});

test.each<[number, string, number]>([
  [403, "the server answered 403, credentials are missing or refused", 1],
  [500, "the server answered 500", 4],
])("getBytes gives up a %i", async (status, reason, requests) => {
  const found = await ask([{ status }]);
  expect(found.answer).toEqual({ kind: "failed", reason });
  expect(found.requests).toHaveLength(requests);
});

test("getBytes refuses what is longer than asked for, or packed in an unknown way", async () => {
  const long = await ask([{ body: "x".repeat(11) }], 10);
  expect(long.answer).toEqual({ kind: "failed", reason: "longer than 10 bytes" });
  const odd = await ask([{ body: "x", headers: { "content-encoding": "zoo" } }]);
  expect(odd.answer).toEqual({ kind: "failed", reason: 'an unknown encoding, "zoo"' });
});
