/** What a download keeps, leaves and says (docs/faults.md, "N3", "N4", "N8", "D1"). */
import { link, lstat, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KnownFile } from "../../src/download/web.ts";
import { limitFileBytes } from "../support/no-space.ts";
import { fileStep, type Scripted, sha256Of } from "../support/scripted-server.ts";
import { lettingTimePass, stopClock } from "../support/stopped-clock.ts";
import { bulkFileAt, TOKEN, takeAnyBytes, zipLike } from "../support/web.ts";
import { openDownload, reasonOf, run } from "./run-download.ts";

stopClock();
const BYTES = zipLike(10_000);
const TAGGED = fileStep(BYTES, { etag: '"a"' });

/** A file of the tag "a" that was downloaded before, as version 1. */
function knownAt(path: string): KnownFile {
  const [etag, lastModified] = ['"a"', null];
  return { path, bytes: 10_000, sha256: sha256Of(BYTES), etag, lastModified, version: "1", isPruned: false };
}

test("download stores a file with its size, hash and validators", async () => {
  const [etag, lastModified] = ['"a"', "Fri, 01 May 2020 00:00:00 GMT"];
  const script = { "/bulk/x.zip": [fileStep(BYTES, { etag, lastModified })] };
  await using place = await openDownload(script);
  const file = bulkFileAt(`${place.server.url}/bulk/x.zip`, { path: "bulk/x.zip" });
  const reported: (number | null)[][] = [];
  const onProgress = (bytes: number, total: number | null) => void reported.push([bytes, total]);
  const outcome = await place.fetch({ file, onProgress });
  const path = join(place.folder, "bulk", "x.zip");
  const sha256 = sha256Of(BYTES);
  const validated = await takeAnyBytes(path);
  const own = { file, path, bytes: 10_000, sha256, etag, lastModified };
  const stored = { ...own, downloaded: true, validated };
  expect(outcome).toEqual({ kind: "stored", stored });
  expect((await readFile(path)).equals(BYTES)).toBe(true);
  expect(reported.at(-1)).toEqual([10_000, 10_000]);
  expect(place.server.requests[0]?.headers).toMatchObject({
    "user-agent": "caselaw-test",
    authorization: `Token ${TOKEN}`,
  });
});

test.each([401, 403])("N3: download asks once when refused with %i, and echoes nothing", async (status) => {
  const echo: Scripted = ({ headers }) => ({ status, body: JSON.stringify(headers) });
  const { outcome, requests, files } = await run([echo]);
  expect(reasonOf(outcome)).toBe(
    `Cannot download http://127.0.0.1:PORT/x.zip: the server answered ${status}, credentials are missing or refused; give the source's token`,
  );
  expect(requests).toBe(1);
  expect(files).toEqual([]);
});

test("N4: download reports a 404 as missing, once, and keeps what was stored", async () => {
  await using place = await openDownload({});
  const { path, server } = place;
  await writeFile(path, BYTES);
  const known = knownAt(path);
  expect(await place.fetch({ known, file: { version: "2" } })).toEqual({ kind: "missing" });
  expect(server.requests).toHaveLength(1);
  expect((await readFile(path)).equals(BYTES)).toBe(true);
});

test("download asks nothing for an unchanged version, and only if changed for another", async () => {
  await using place = await openDownload([TAGGED]);
  const { server } = place;
  const at = (version: string | null, known: KnownFile | null) => place.fetch({ known, file: { version } });
  const first = await at("1", null);
  if (first.kind !== "stored") throw new Error("the first download did not end well");
  const known: KnownFile = { ...first.stored, version: "1", isPruned: false };
  const here = { kind: "stored", stored: { downloaded: false, bytes: 10_000, sha256: known.sha256 } };

  expect(await at("1", known)).toMatchObject(here);
  expect(server.requests).toHaveLength(1);
  expect(await at("2", known)).toMatchObject(here);
  expect(server.requests[1]?.headers["if-none-match"]).toBe('"a"');
  expect(await at(null, { ...known, version: null })).toMatchObject(here);
  expect(server.requests).toHaveLength(3);
});

test("download asks only if changed for a file that was pruned", async () => {
  await using place = await openDownload([TAGGED]);
  const known = { ...knownAt(place.path), isPruned: true };
  expect(await place.fetch({ known, file: { version: "2" } })).toMatchObject({
    kind: "stored",
    stored: { downloaded: false, sha256: known.sha256 },
  });
  expect(await place.files()).toEqual([]);
});

test("download fetches again when the stored file is missing or has another size", async () => {
  await using place = await openDownload([TAGGED]);
  const { path } = place;
  for (const left of [null, BYTES.subarray(0, 9_999)]) {
    if (left !== null) await writeFile(path, left);
    const outcome = await place.fetch({ known: knownAt(path), file: { version: "1" } });
    expect(outcome).toMatchObject({ kind: "stored", stored: { downloaded: true } });
    expect((await stat(path)).size).toBe(10_000);
  }
});

test.each([
  ["sends no headers", { stallAfter: -1 }, { headersTimeoutMs: 200 }],
  [
    "stops within the body",
    { body: BYTES, stallAfter: 5_000, headers: { etag: '"a"' } },
    { idleTimeoutMs: 500 },
  ],
  [
    "sends a byte per interval",
    { body: BYTES, trickleMs: 20, headers: { etag: '"a"' } },
    { rateSpanMs: 100, minSpanBytes: 50 },
  ],
])("N8: download leaves a server that %s and goes on", async (_, slow, limits) => {
  const script = { "/x.zip": [slow, TAGGED], "/slow.zip": [slow], "/y.zip": [{ body: BYTES }] };
  await using place = await openDownload(script, { limits });
  const { server } = place;
  let underWay = 3;
  const fetch = (path: string) => place.fetch({ file: { path } }).finally(() => underWay--);
  const outcomes = await lettingTimePass(
    Promise.all([fetch("x.zip"), fetch("slow.zip"), fetch("y.zip")]),
    // while each that is not done waits for the server
    () => server.stalling() === underWay,
  );
  expect(outcomes.map(({ kind }) => kind)).toEqual(["stored", "failed", "stored"]);
  expect(server.seen("/slow.zip")).toHaveLength(4);
});

test("download ends with an error that stops the run when the disk does not take it", async () => {
  await using place = await openDownload({ "/bulk/x.zip": [{ body: BYTES }] });
  await writeFile(join(place.folder, "bulk"), "a file where a folder should be");
  await expect(place.fetch({ file: { path: "bulk/x.zip" } })).rejects.toMatchObject({
    code: "unavailable",
    message: /^Cannot store .*x\.zip: /,
  });
});

test("download says what a full disk lacks", async () => {
  await using place = await openDownload([{ body: BYTES }]);
  using _full = limitFileBytes(0);
  const message = `Cannot store ${place.path}: no space left on the device, 10000 more bytes needed`;
  await expect(place.fetch()).rejects.toMatchObject({ code: "unavailable", message });
});

test.each([
  ["symbolic link", symlink],
  ["hard link", link],
])("K2: download writes through no %s in the place of a part", async (_kind, makeLink) => {
  await using place = await openDownload([TAGGED]);
  const { path, server } = place;
  const [precious, note] = [`${path}.precious`, `${path}.precious-note`];
  await writeFile(precious, BYTES.subarray(0, 5_000));
  await writeFile(note, JSON.stringify({ url: `${server.url}/x.zip`, total: BYTES.length, etag: '"a"' }));
  await makeLink(precious, `${path}.part`);
  await makeLink(note, `${path}.part.json`);
  const before = await readFile(note, "utf8");
  expect(await place.fetch()).toMatchObject({ kind: "stored" });
  expect(await readFile(path)).toEqual(BYTES);
  expect(await readFile(precious)).toEqual(BYTES.subarray(0, 5_000));
  expect(await readFile(note, "utf8")).toBe(before);
  expect((await lstat(path)).isFile()).toBe(true);
});

test("download stops at the signal and keeps the part", async () => {
  const stop = new AbortController();
  const steps = [{ body: BYTES, stallAfter: 5_000, headers: { etag: '"a"' } }];
  await using place = await openDownload(steps, { signal: stop.signal });
  const onProgress = () => stop.abort(new Error("stopped"));
  await expect(place.fetch({ onProgress })).rejects.toThrow("stopped");
  expect((await stat(`${place.path}.part`)).size).toBe(5_000);
});

test("download refuses a path outside the data folder", async () => {
  await using place = await openDownload({});
  await expect(place.fetch({ file: { path: "../x.zip" } })).rejects.toMatchObject({ code: "invalid" });
});
