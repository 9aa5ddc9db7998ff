/** What an answer may grow to (docs/faults.md, "N12") and what a run may ask and read in all (docs/faults.md, "N13"). */
import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { beforeEach, expect, test, vi } from "vitest";
import type { DownloadOutcome } from "../../src/download/web.ts";
import { fileStep, type Scripted, startScriptedServer } from "../support/scripted-server.ts";
import { openTestWeb, zipLike } from "../support/web.ts";
import { openDownload, run as runDownload } from "./run-download.ts";

const disk = vi.hoisted(() => ({ free: 0 }));

vi.mock(import("../../src/download/part.ts"), async (load) => ({
  ...(await load()),
  freeBytes: async () => disk.free,
}));

beforeEach(() => {
  disk.free = 2 ** 40;
});

const BYTES = zipLike(10_000);

async function run(step: Scripted) {
  const { outcome, ...ended } = await runDownload([step], {}, { limits: { ratioFromBytes: 2 ** 20 } });
  return { ...ended, found: foundIn(outcome) };
}

/** Why it failed, without the URL; else the outcome's kind. */
function foundIn(outcome: DownloadOutcome): string {
  return outcome.kind === "failed" ? outcome.reason.replace(/^.*\/x\.zip: /, "") : outcome.kind;
}

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
])("N12: download stops an answer that %s has made small", async (encoding, pack) => {
  const body = pack(Buffer.concat([BYTES, Buffer.alloc(30 * 2 ** 20)]));
  const ended = await run({ body, headers: { "content-encoding": encoding } });
  expect(ended.found).toBe("its encoding unpacks to more than 100 times its size");
  expect([ended.files, ended.requests]).toEqual([[], 1]);
});

test.each([
  ["encoded", { body: gzipSync(BYTES), headers: { "content-encoding": "gzip" } }],
  ["of unknown size", { body: BYTES, size: "unknown" as const }],
])("N12: download leaves as much space free as a body %s takes", async (_, step) => {
  disk.free = 9_999;
  const ended = await run(step);
  expect(ended.found).toBe("longer than the 9999 bytes that are left free, and its size is unknown");
  expect([ended.files, ended.requests]).toEqual([[], 1]);
  disk.free = 10_000;
  expect((await run(step)).found).toBe("stored");
});

test("N12: download does not begin a file that does not fit", async () => {
  disk.free = 9_999;
  const ended = await run({ body: BYTES });
  expect(ended.found).toBe("10000 more bytes are needed, 9999 are free");
  expect([ended.files, ended.requests]).toEqual([[], 1]);
});

test("N12: download keeps a part that lacks space for its rest, and goes on from it later", async () => {
  const cut = { headers: { etag: '"a"' }, body: BYTES, cutAfter: 4_000 };
  const complete = fileStep(BYTES, { etag: '"a"' });
  const whileFull: Scripted = (request) => {
    disk.free = 5_999;
    return complete(request);
  };
  await using place = await openDownload([cut, whileFull]);
  expect(foundIn(await place.fetch())).toBe("6000 more bytes are needed, 5999 are free");
  disk.free = 6_000;
  place.server.script.set("/x.zip", [complete]);
  expect(await place.fetch()).toMatchObject({ kind: "stored" });
  expect(place.server.requests.at(-1)?.headers.range).toBe("bytes=4000-");
});

test("N13: getJson bounds all listings of a run together", async () => {
  const body = JSON.stringify(Array.from({ length: 100 }, () => "abcd"));
  await using server = await startScriptedServer({ "/a": [{ body }] });
  for (const [limits, found] of [
    [{ maxListingsBytes: 2 * body.length }, `${2 * body.length} bytes`],
    [{ maxListingsValues: 200 }, "200 values"],
  ] as const) {
    await using opened = openTestWeb(server.url, { limits });
    for (let times = 0; times < 2; times++) await opened.web.getJson(`${server.url}/a`);
    await expect(opened.web.getJson(`${server.url}/a`)).rejects.toMatchObject({
      code: "corrupt",
      message: `Cannot read ${server.url}/a: the listings of one run have more than ${found} together`,
    });
  }
});

test("N13: getJson counts a listing that broke off once it is complete, and only then", async () => {
  const body = JSON.stringify(Array.from({ length: 100 }, () => "abcd"));
  await using server = await startScriptedServer({ "/a": [{ body, cutAfter: body.length - 1 }, { body }] });
  await using opened = openTestWeb(server.url, { limits: { maxListingsBytes: body.length } });
  expect(await opened.web.getJson(`${server.url}/a`)).toHaveLength(100);
});

test("N13: getJson bounds the time of all listings of a run, pauses and slow bodies too", async () => {
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
    random: () => 0,
  };
  const slow: Scripted = () => {
    now += 1_000;
    return { body: "[1]" };
  };
  await using server = await startScriptedServer({
    "/slow": [slow],
    "/later": [{ status: 503, headers: { "retry-after": "60" } }],
  });
  const late = /: the listings of one run may take 100 seconds and took longer$/;
  await using first = openTestWeb(server.url, { clock, limits: { maxListingsMs: 100_000 } });
  for (let times = 0; times < 100; times++) await first.web.getJson(`${server.url}/slow`);
  await expect(first.web.getJson(`${server.url}/slow`)).rejects.toMatchObject({
    code: "unreachable",
    message: late,
  });
  expect(server.seen("/slow")).toHaveLength(101);
  await using second = openTestWeb(server.url, { clock, limits: { maxListingsMs: 100_000, maxRetries: 50 } });
  await expect(second.web.getJson(`${server.url}/later`)).rejects.toThrow(late);
  expect(server.seen("/later")).toHaveLength(2);
});

test("N13: a run follows so many redirects in all, those of retried and resumed downloads too", async () => {
  const cut = { headers: { etag: '"a"' }, body: BYTES, cutAfter: 4_000 };
  const script = {
    "/x.zip": [{ status: 302, headers: { location: "/y.zip" } }],
    "/y.zip": [{ status: 302, headers: { location: "/z.zip" } }],
    "/z.zip": [{ status: 503 }, cut, { status: 503 }, fileStep(BYTES, { etag: '"a"' })],
    "/list": [{ status: 301, headers: { location: "/other" } }],
    "/other": [{ body: "[]" }],
  };
  await using place = await openDownload(script, { limits: { maxRunRedirects: 7 } });
  const { server, web } = place;
  expect(foundIn(await place.fetch())).toBe("more than 7 redirects in one run");
  await expect(web.getJson(`${server.url}/list`)).rejects.toThrow(/: more than 7 redirects in one run$/);
  expect(server.requests).toHaveLength(4 * 2 + 3 + 1);
});
