/** What a download keeps, leaves and says (docs/faults.md, "D1" and "K2"). */
import { link, lstat, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KnownFile } from "../../src/download/web.ts";
import { limitFileBytes } from "../support/no-space.ts";
import { fileStep, sha256Of } from "../support/scripted-server.ts";
import { bulkFileAt, TOKEN, takeAnyBytes, zipLike } from "../support/web.ts";
import { openDownload } from "./run-download.ts";

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
