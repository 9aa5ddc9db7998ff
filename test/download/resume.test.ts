/** Downloads that break off or change on the way (docs/faults.md, "N1" and "N2"). */
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fileStep, type Scripted, type Step, sha256Of } from "../support/scripted-server.ts";
import { zipLike } from "../support/web.ts";
import { openDownload } from "./run-download.ts";

const BYTES = zipLike(100_000);
const OTHER = zipLike(100_000, 5);
const ETAG = '"first"';
const DATE = "Fri, 01 May 2020 00:00:00 GMT";

/** The complete file, broken off after so many bytes. */
function cut(bytes: number, validators: object = { etag: ETAG }): Step {
  return { body: BYTES, headers: { ...validators }, cutAfter: bytes };
}

/** Downloads by a script; `part` is what an earlier run left. */
async function run(steps: readonly Scripted[], part: { bytes: Buffer; note: object | string } | null = null) {
  await using place = await openDownload(steps);
  const { path, server } = place;
  if (part !== null) {
    await writeFile(`${path}.part`, part.bytes);
    const own = { url: `${server.url}/x.zip` };
    const note = typeof part.note === "string" ? part.note : JSON.stringify({ ...own, ...part.note });
    await writeFile(`${path}.part.json`, note);
  }
  const outcome = await place.fetch();
  const files = await place.files();
  return {
    outcome,
    ranges: server.requests.map(({ headers }) => headers.range),
    conditions: server.requests.map(({ headers }) => headers["if-range"]?.toString()),
    files,
    bytes: files.includes("x.zip") ? await readFile(path) : null,
  };
}

function expectWhole(seen: Awaited<ReturnType<typeof run>>, bytes: Buffer): void {
  const sha256 = sha256Of(bytes);
  expect(seen.outcome).toMatchObject({
    kind: "stored",
    stored: { bytes: bytes.length, sha256, downloaded: true },
  });
  expect(seen.bytes?.equals(bytes)).toBe(true);
  expect(seen.files).toEqual(["x.zip"]);
}

test.each([0, 1, 50_000, 99_999])(
  "N1: download continues after a cut at byte %i where the server obeys Range",
  async (at) => {
    const seen = await run([cut(at), fileStep(BYTES, { etag: ETAG })]);
    expectWhole(seen, BYTES);
    expect(seen.ranges).toEqual([undefined, at === 0 ? undefined : `bytes=${at}-`]);
    expect(seen.conditions).toEqual([undefined, at === 0 ? undefined : ETAG]);
  },
);

test("N1: download goes by the date where there is no tag, or a weak one", async () => {
  for (const validators of [{ "last-modified": DATE }, { "last-modified": DATE, etag: 'W/"x"' }]) {
    const seen = await run([cut(7, validators), fileStep(BYTES, { lastModified: DATE })]);
    expectWhole(seen, BYTES);
    expect(seen.conditions).toEqual([undefined, DATE]);
  }
});

test("N1: download starts over where the server gave nothing to hold it to", async () => {
  const seen = await run([cut(50_000, {}), fileStep(BYTES)]);
  expectWhole(seen, BYTES);
  expect(seen.ranges).toEqual([undefined, undefined]);
});

test("N1: download starts over when the server answers a ranged request with the complete file", async () => {
  const seen = await run([cut(50_000), fileStep(BYTES, { etag: ETAG, ranges: "ignored" })]);
  expectWhole(seen, BYTES);
  expect(seen.ranges).toEqual([undefined, "bytes=50000-"]);
});

test("N1: download continues what a killed run left", async () => {
  const part = {
    bytes: BYTES.subarray(0, 70_001),
    note: { etag: ETAG, lastModified: null, total: BYTES.length },
  };
  const seen = await run([fileStep(BYTES, { etag: ETAG })], part);
  expectWhole(seen, BYTES);
  expect(seen.ranges).toEqual(["bytes=70001-"]);
});

test.each([
  ["a broken note", "{"],
  ["the note of another address", { url: "http://127.0.0.1:1/y.zip", etag: ETAG, total: BYTES.length }],
  ["a note without validators", { etag: null, lastModified: null, total: BYTES.length }],
  ["a part longer than the file", { etag: ETAG, total: 10 }],
])("N2: download starts over with %s", async (_, note) => {
  const seen = await run([fileStep(BYTES, { etag: ETAG })], { bytes: OTHER.subarray(0, 500), note });
  expectWhole(seen, BYTES);
  expect(seen.ranges).toEqual([undefined]);
});

test("N2: download takes the new file when the old one is gone", async () => {
  const seen = await run([cut(50_000), fileStep(OTHER, { etag: '"second"' })]);
  expectWhole(seen, OTHER);
});

const RANGED = { status: 206, body: OTHER.subarray(50_000) };
test.each([
  ["another start", { ...RANGED, headers: { etag: ETAG, "content-range": "bytes 40000-89999/100000" } }],
  ["another size", { ...RANGED, headers: { etag: ETAG, "content-range": "bytes 50000-99999/100001" } }],
  ["another tag", { ...RANGED, headers: { etag: '"second"', "content-range": "bytes 50000-99999/100000" } }],
  ["several parts", { ...RANGED, headers: { "content-type": "multipart/byteranges; boundary=x" } }],
])("N2: download drops the part when a 206 has %s", async (_, step) => {
  const seen = await run([cut(50_000), step, fileStep(OTHER, { etag: '"second"' })]);
  expectWhole(seen, OTHER);
  expect(seen.ranges).toEqual([undefined, "bytes=50000-", undefined]);
});

test("N2: download gives up on a server that answers 206 to a plain request", async () => {
  const seen = await run([{ ...RANGED, headers: { "content-range": "bytes 50000-99999/100000" } }]);
  expect(seen.outcome).toMatchObject({ kind: "failed" });
  expect(seen.ranges).toHaveLength(4);
  expect(seen.files).toEqual([]);
});

test("N2: download takes a complete part for done when the 416 names its version", async () => {
  const note = { etag: ETAG, lastModified: null, total: BYTES.length };
  const seen = await run([fileStep(BYTES, { etag: ETAG })], { bytes: BYTES, note });
  expectWhole(seen, BYTES);
  expect(seen.ranges).toEqual(["bytes=100000-"]);
});

test.each([
  ["too long", { etag: '"second"', "content-range": "bytes */100000" }, BYTES],
  ["of an old file of that size", { etag: '"second"', "content-range": "bytes */100000" }, BYTES],
  ["of a file that is not named", { "content-range": "bytes */100000" }, BYTES],
  ["of a file whose size is not named", { etag: ETAG }, BYTES],
])("N2: download drops a part at a 416 when it is %s", async (_, headers, bytes) => {
  const note = { etag: ETAG, lastModified: null, total: null };
  const steps = [{ status: 416, headers }, fileStep(OTHER, { etag: '"second"' })];
  const seen = await run(steps, { bytes, note });
  expectWhole(seen, OTHER);
  expect(seen.ranges).toEqual(["bytes=100000-", undefined]);
});

test("N2: download continues when a 206 brings less than the rest", async () => {
  const middle = {
    status: 206,
    body: BYTES.subarray(50_000, 60_000),
    headers: { etag: ETAG, "content-range": "bytes 50000-59999/100000" },
  };
  const seen = await run([cut(50_000), middle, fileStep(BYTES, { etag: ETAG })]);
  expectWhole(seen, BYTES);
  expect(seen.ranges).toEqual([undefined, "bytes=50000-", "bytes=60000-"]);
});

test("N1: download counts tries from 0 after progress, and only then", async () => {
  const cuts = Array.from({ length: 9 }, (_, n) => (n === 0 ? cut(10_000) : cutRange((n + 1) * 10_000)));
  const script = {
    "/x.zip": [...cuts, fileStep(BYTES, { etag: ETAG })],
    "/y.zip": [cut(10_000), cut(10_000, { etag: '"other"' })],
  };
  await using patient = await openDownload(script, { limits: { progressBytes: 5_000 } });
  expect(await patient.fetch()).toMatchObject({ kind: "stored" });
  expect(await patient.fetch({ file: { path: "y.zip" } })).toMatchObject({ kind: "failed" });
  expect(patient.server.seen("/y.zip").length).toBeLessThan(8);
});

/** A ranged answer that breaks off when the part has `upTo` bytes. */
function cutRange(upTo: number): Scripted {
  return ({ headers }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1]);
    const range = { etag: ETAG, "content-range": `bytes ${from}-99999/100000` };
    return { status: 206, headers: range, body: BYTES.subarray(from), cutAfter: upTo - from };
  };
}
