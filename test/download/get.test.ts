/** Listings by URL, and what all requests share: retries, redirects, credentials (docs/faults.md, "N3", "N5" to "N7", "N11"). */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Scripted, startScriptedServer } from "../support/scripted-server.ts";
import { SELF_SIGNED } from "../support/self-signed.ts";
import { openTestWeb, type TestWeb, TOKEN } from "../support/web.ts";

const JSON_STEP = { body: '{"a": 1}' };

test("getJson reads JSON, also with a byte order mark, packed, and of unknown size", async () => {
  const steps = [
    JSON_STEP,
    { body: '\ufeff{"a": 1}' },
    { body: gzipSync('{"a": 1}'), headers: { "content-encoding": "gzip" } },
    { body: brotliCompressSync('{"a": 1}'), headers: { "content-encoding": "br" } },
    { ...JSON_STEP, size: "unknown" as const },
  ];
  await using server = await startScriptedServer({ "/a": steps });
  await using opened = openTestWeb(server.url);
  for (const _ of steps) expect(await opened.web.getJson(`${server.url}/a`)).toEqual({ a: 1 });
});

test.each([
  [404, "not_found", "the server answered 404", 1],
  [401, "unreachable", "the server answered 401, credentials are missing or refused", 1],
  [403, "unreachable", "the server answered 403, credentials are missing or refused", 1],
  [400, "unreachable", "the server answered 400", 1],
  [500, "unreachable", "the server answered 500", 4],
  [503, "unreachable", "the server answered 503", 4],
  [429, "unreachable", "the server answered 429", 4],
])("N5: getJson reports a %i", async (status, code, found, requests) => {
  await using server = await startScriptedServer({
    "/a": [({ headers }) => ({ status, body: JSON.stringify(headers) })],
  });
  await using opened = openTestWeb(server.url);
  const message = `Cannot read ${server.url}/a: ${found}`;
  await expect(opened.web.getJson(`${server.url}/a`)).rejects.toMatchObject({ code, message });
  expect(server.requests).toHaveLength(requests);
});

test.each([
  ["not JSON", "<html>\u001b[31m", /: not JSON, it begins with "<html> \[31m"$/],
  ["a cut list", '[{"id": 1}, {"id": ', /: the JSON is cut after 19 bytes$/],
  ["a list cut after an element", "[1, 2", /: the JSON is cut after 5 bytes$/],
  ["nothing", "", /: not JSON, it begins with nothing$/],
  ["broken UTF-8", Buffer.from([0x22, 0xff, 0x22]), /: not JSON/],
  ["a byte too much", `"${"a".repeat(999)}"`, /: longer than 1000 bytes$/],
])("N11: getJson refuses %s", async (_, body, message) => {
  await using server = await startScriptedServer({ "/a": [{ body }] });
  await using opened = openTestWeb(server.url, { limits: { maxListBytes: 1_000 } });
  await expect(opened.web.getJson(`${server.url}/a`)).rejects.toMatchObject({ code: "corrupt", message });
  expect(server.requests).toHaveLength(1);
});

test("N11: getJson stops at the limit of a packed body that unpacks to more", async () => {
  const bomb = { body: gzipSync(Buffer.alloc(1_000_000, 32)), headers: { "content-encoding": "gzip" } };
  await using server = await startScriptedServer({ "/a": [bomb] });
  await using opened = openTestWeb(server.url, { limits: { maxListBytes: 10_000 } });
  await expect(opened.web.getJson(`${server.url}/a`)).rejects.toMatchObject({ code: "corrupt" });
});

test.each([
  ["1", [1_000, 1_000]],
  ["Fri, 01 Mar 2024 00:00:05 GMT", [5_000, 5_000]],
  ["Thu, 29 Feb 2024 00:00:00 GMT", [0, 0]],
  ["soon", [500, 1_000]],
  [undefined, [500, 1_000]],
])("N5: getJson waits as Retry-After %s says, within the limit", async (retryAfter, pauses) => {
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  const busy = { status: 503, headers };
  await using server = await startScriptedServer({ "/a": [busy, busy, JSON_STEP] });
  await using opened = openTestWeb(server.url);
  expect(await opened.web.getJson(`${server.url}/a`)).toEqual({ a: 1 });
  expect(opened.pauses).toEqual(pauses);
});

test("N5: getJson takes up to a half off its own pauses, by chance, and bounds them", async () => {
  await using server = await startScriptedServer({ "/a": [{ status: 500 }] });
  const pauses: number[] = [];
  const clock = { now: Date.now, sleep: async (ms: number) => void pauses.push(ms), random: () => 0.5 };
  await using opened = openTestWeb(server.url, { clock, limits: { maxDelayMs: 1_600 } });
  await expect(opened.web.getJson(`${server.url}/a`)).rejects.toThrow();
  expect(pauses).toEqual([375, 750, 1_200]);
});

test("N6: getJson names host and cause where nobody is", async () => {
  await using gone = await startScriptedServer({});
  await gone.close();
  await using opened = openTestWeb(gone.url);
  await expect(opened.web.getJson(`${gone.url}/a`)).rejects.toMatchObject({
    code: "unreachable",
    message: expect.stringMatching(/^Cannot read http:\/\/127\.0\.0\.1:\d+\/a: .*ECONNREFUSED/),
  });
});

test("N6: getJson uses the proxy for its kind of address, unless the host is excepted", async () => {
  await using proxy = await startScriptedServer({});
  await using server = await startScriptedServer({ "/a": [JSON_STEP] });
  await using secure = await startScriptedServer({ "/a": [JSON_STEP] }, SELF_SIGNED);
  await proxy.close();
  const settings = { httpsProxy: proxy.url, httpProxy: proxy.url, noProxy: null };
  const port = new URL(proxy.url).port;
  await using through = openTestWeb(server.url, { proxy: settings });
  await expect(through.web.getJson(`${server.url}/a`)).rejects.toThrow(port);
  await expect(through.web.getJson(`${secure.url}/a`)).rejects.toThrow(port);
  await using direct = openTestWeb(server.url, { proxy: { ...settings, noProxy: "127.0.0.1" } });
  expect(await direct.web.getJson(`${server.url}/a`)).toEqual({ a: 1 });
  await expect(direct.web.getJson(`${secure.url}/a`)).rejects.toThrow("self-signed");
});

test("createWeb refuses a proxy or base that is no address, showing no password", () => {
  const proxy = { httpsProxy: "me:secret@proxy", httpProxy: null, noProxy: null };
  expect(() => openTestWeb("http://127.0.0.1:1", { proxy })).toThrow(/^Cannot use the proxy: /);
  expect(() => openTestWeb("no address")).toThrow(/^Cannot use source address "no address": /);
});

test("getJson shows no password of an address", async () => {
  await using server = await startScriptedServer({});
  await using opened = openTestWeb(server.url);
  const url = `${server.url.replace("://", "://me:secret@")}/a`;
  await expect(opened.web.getJson(url)).rejects.toThrow(
    `Cannot read ${server.url}/a: the server answered 404`,
  );
});

test("N7: getJson follows a redirect on the same origin with the token", async () => {
  const hop = { status: 302, headers: { location: "/b" } };
  await using server = await startScriptedServer({ "/a": [hop], "/b": [JSON_STEP] });
  await using opened = openTestWeb(server.url);
  expect(await opened.web.getJson(`${server.url}/a`)).toEqual({ a: 1 });
  expect(server.seen("/b")[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
});

test("N7: getJson sends no token to another origin, nor on any later hop", async () => {
  await using other = await startScriptedServer({});
  await using server = await startScriptedServer({ "/back": [JSON_STEP] });
  server.script.set("/a", [{ status: 301, headers: { location: `${other.url}/b` } }]);
  other.script.set("/b", [{ status: 307, headers: { location: `${server.url}/back` } }]);
  await using opened = openTestWeb(server.url);
  expect(await opened.web.getJson(`${server.url}/a`)).toEqual({ a: 1 });
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
  expect(server.seen("/back")[0]?.headers.authorization).toBeUndefined();
});

test("N7: getJson sends no token to an address that is not of the base's origin", async () => {
  await using other = await startScriptedServer({ "/a": [JSON_STEP] });
  await using opened = openTestWeb("http://127.0.0.1:1");
  await opened.web.getJson(`${other.url}/a`);
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
});

test("getJson keeps to the number of connections", async () => {
  await using server = await startScriptedServer({ "/a": [JSON_STEP] });
  let open = 0;
  let most = 0;
  await using opened = openTestWeb(server.url, { connections: 2 });
  server.script.set("/a", [
    () => {
      most = Math.max(most, ++open);
      return JSON_STEP;
    },
  ]);
  const reads = Array.from({ length: 8 }, () => opened.web.getJson(`${server.url}/a`).then(() => open--));
  await Promise.all(reads);
  expect(most).toBeLessThanOrEqual(2);
});

test("getJson stops at the signal, also while it waits", async () => {
  const stop = new AbortController();
  await using server = await startScriptedServer({ "/a": [{ status: 503 }], "/b": [{ stallAfter: -1 }] });
  const sleep = async (_: number, signal: AbortSignal) => {
    stop.abort(new Error("stopped"));
    signal.throwIfAborted();
  };
  const clock = { now: Date.now, sleep, random: () => 0 };
  await using opened = openTestWeb(server.url, { signal: stop.signal, clock });
  const stalled = opened.web.getJson(`${server.url}/b`);
  await Promise.all([
    expect(stalled).rejects.toThrow("stopped"),
    expect(opened.web.getJson(`${server.url}/a`)).rejects.toThrow("stopped"),
  ]);
});

test.each([
  [61, "2024-03-01T00:01:01.000Z"],
  [1e15, "+275760-09-13T00:00:00.000Z"],
])(
  "N5: getJson obeys the longest Retry-After of the limits, and leaves alone a source that asks for %i s",
  async (more, until) => {
    const busy = (seconds: number) => ({ status: 503, headers: { "retry-after": String(seconds) } });
    await using server = await startScriptedServer({
      "/a": [busy(60), busy(more), JSON_STEP],
      "/b": [JSON_STEP],
    });
    await using opened = openTestWeb(server.url);
    const reason = `the server asks to wait until ${until}`;
    await expect(opened.web.getJson(`${server.url}/a`)).rejects.toThrow(reason);
    await expect(opened.web.getJson(`${server.url}/b`)).rejects.toThrow(reason);
    expect(opened.pauses).toEqual([60_000]);
    expect(server.requests).toHaveLength(2);
  },
);

test("N5: getJson leaves alone a source that fails again and again, and counts anew after an answer", async () => {
  await using server = await startScriptedServer({ "/a": [{ status: 503 }], "/b": [JSON_STEP] });
  await using opened = openTestWeb(server.url, { limits: { maxFailures: 6 } });
  const getA = () => opened.web.getJson(`${server.url}/a`);
  await expect(getA()).rejects.toThrow("the server answered 503");
  await opened.web.getJson(`${server.url}/b`);
  await expect(getA()).rejects.toThrow(/: the server answered 503$/);
  await expect(getA()).rejects.toThrow("6 requests in a row failed: the server answered 503");
  await expect(opened.web.getJson(`${server.url}/b`)).rejects.toThrow("6 requests in a row failed");
  expect(server.requests).toHaveLength(11);
});

/** What a script comes to, and how often it was asked. */
async function ask(steps: readonly Scripted[], maxBytes = 1_000) {
  await using server = await startScriptedServer({ "/a": steps });
  await using opened: TestWeb = openTestWeb(server.url);
  const answer = await opened.web.getBytes(`${server.url}/a`, maxBytes);
  const text = answer.kind === "done" ? answer.value.toString() : (answer.cause ?? "failed");
  return { answer, text, requests: server.requests };
}

test("getBytes reads a complete file, plain or packed, with the credentials", async () => {
  const plain = await ask([{ body: "<p>x</p>" }]);
  expect(plain.text).toBe("<p>x</p>");
  expect(plain.requests[0]?.headers.authorization).toBe(`Token ${TOKEN}`);
  const packed = { body: gzipSync("<p>x</p>"), headers: { "content-encoding": "gzip" } };
  expect((await ask([packed])).text).toBe("<p>x</p>");
});

test.each([404, 410])("getBytes reports a missing file (%i) after one request", async (status) => {
  const { text, requests } = await ask([{ status, body: "Not found" }]);
  expect([text, requests.length]).toEqual(["missing", 1]);
});

test("getBytes refuses what is longer than asked for, or packed in an unknown way", async () => {
  const long = await ask([{ body: "x".repeat(11) }], 10);
  expect(long.answer).toMatchObject({ kind: "failed", reason: "longer than 10 bytes" });
  const odd = await ask([{ body: "x", headers: { "content-encoding": "zoo" } }]);
  expect(odd.answer).toMatchObject({ kind: "failed", reason: 'an unknown encoding, "zoo"' });
});
