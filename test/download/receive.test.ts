import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { openArchive } from "../../src/archive/open-archive.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { makeBagZip } from "../support/archives.ts";
import { bulkCases } from "../support/records.ts";
import { fileStep, type Scripted, sha256Of } from "../support/scripted-server.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { TOKEN, takeAnyBytes, zipLike } from "../support/web.ts";
import { reasonOf, run } from "./run-download.ts";

const BYTES = zipLike(10_000);

test.each([
  ["a page", "<html>\n<b>Sorry\u0007</b>", '"<html> <b>Sorry </b>"'],
  ["JSON", '{"detail": "x"}', `"{'detail': 'x'}"`],
  ["a pointer", "version https://git-lfs", '"version https://git-lfs"'],
  ["less than the first bytes", "PK", '"PK"'],
])("N9: download refuses %s named as a zip, quoting its beginning", async (_, body, shown) => {
  const { outcome, requests, files } = await run([{ body, headers: { "content-type": "application/zip" } }]);
  expect(reasonOf(outcome)).toBe(
    `Cannot download http://127.0.0.1:PORT/x.zip: not a zip archive, it begins with ${shown}`,
  );
  expect([requests, files]).toEqual([1, []]);
});

test("N3: download echoes no token, not even the beginning of a cut one", async () => {
  const cutEcho: Scripted = ({ headers }) => ({
    body: `${"x".repeat(45)} ${headers.authorization} and more`,
  });
  const { outcome } = await run([cutEcho]);
  expect(reasonOf(outcome)).toMatch(/x Token …/);
  expect(JSON.stringify(outcome)).not.toContain(TOKEN.slice(0, 6));
});

test("N10: download takes a body without length once the validation accepts it", async () => {
  const checked: string[] = [];
  const validate = async (path: string) => {
    checked.push(path.replace(/^.*\//, ""));
    return takeAnyBytes(path);
  };
  const { outcome, files } = await run([{ body: BYTES, size: "unknown" }], { validate });
  expect(outcome).toMatchObject({ kind: "stored", stored: { bytes: 10_000 } });
  expect([checked, files]).toEqual([["x.zip.part"], ["x.zip"]]);
});

test("N9: download gives no final name to what the validation refuses", async () => {
  const validate = async () => {
    throw new CaselawError("corrupt", "Cannot open archive: no end record");
  };
  const { outcome, files } = await run([{ body: BYTES }], { validate });
  expect(reasonOf(outcome)).toBe(
    "Cannot download http://127.0.0.1:PORT/x.zip: cannot open archive: no end record",
  );
  expect(files).toEqual([]);
});

test("N10: download refuses a body longer than its Content-Length, because its archive is cut", async () => {
  const body = await readFile(await makeBagZip(join(tempFolder(), "x.zip"), { lines: bulkCases(1, 9) }));
  const validate = async (path: string) => {
    await using archive = await openArchive(path);
    await archive.validate();
    return takeAnyBytes(path);
  };
  expect((await run([{ body }], { validate })).outcome.kind).toBe("stored");
  const headers = { "content-length": body.length - 1 };
  const { outcome, files } = await run([{ body, headers }], { validate });
  expect(reasonOf(outcome)).toMatch(/x\.zip: cannot read ".*": cut short, or no zip/);
  expect(files).toEqual([]);
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
])("N10: download undoes the encoding %s before storing", async (encoding, pack) => {
  const { outcome } = await run([{ body: pack(BYTES), headers: { "content-encoding": encoding } }]);
  expect(outcome).toMatchObject({ kind: "stored", stored: { bytes: 10_000, sha256: sha256Of(BYTES) } });
});

test("N10: download starts over when a packed body broke off", async () => {
  const packed = { body: gzipSync(BYTES), headers: { "content-encoding": "gzip", etag: '"a"' } };
  const { outcome, requests } = await run([{ ...packed, cutAfter: 300 }, packed]);
  expect(outcome).toMatchObject({ kind: "stored", stored: { sha256: sha256Of(BYTES) } });
  expect(requests).toBe(2);
});

test.each([
  [
    "an unknown encoding",
    { body: BYTES, headers: { "content-encoding": "rot13" } },
    /an unknown encoding, "rot13"$/,
  ],
  ["a broken encoding", { body: BYTES, headers: { "content-encoding": "gzip" } }, /its encoding is broken/],
])("N10: download refuses %s", async (_, step, reason) => {
  const { outcome, requests } = await run([step]);
  expect(reasonOf(outcome)).toMatch(reason);
  expect(requests).toBe(1);
});

test.each([["known"], ["unknown"]] as const)(
  "N11: download takes a body of as many bytes as the limit, its size %s, and not one more",
  async (size) => {
    const limits = { maxFileBytes: 5_000 };
    const at = await run([{ body: zipLike(5_000), size }], {}, { limits });
    expect(at.outcome).toMatchObject({ kind: "stored", stored: { bytes: 5_000 } });
    const over = await run([{ body: zipLike(5_001), size }], {}, { limits });
    expect(reasonOf(over.outcome)).toMatch(/: longer than 5000 bytes$/);
    expect(over.files).toEqual([]);
  },
);

test("N11: download keeps to the limit also over the tries of one file", async () => {
  const [bytes, etag] = [zipLike(6_000), '"a"'];
  const cut = { headers: { etag }, body: bytes, cutAfter: 4_000 };
  const ended = await run([cut, fileStep(bytes, { etag })], {}, { limits: { maxFileBytes: 5_000 } });
  expect(reasonOf(ended.outcome)).toMatch(/: longer than \d+ bytes$/);
  expect(ended.files).toEqual([]);
});
