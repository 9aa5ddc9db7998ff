import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { fileStep, type Scripted, sha256Of } from "../support/scripted-server.ts";
import { TOKEN, zipLike } from "../support/web.ts";
import { reasonOf, run } from "./run-download.ts";

const BYTES = zipLike(10_000);

test("N3: download echoes no token, not even the beginning of a cut one", async () => {
  const cutEcho: Scripted = ({ headers }) => ({
    body: `${"x".repeat(45)} ${headers.authorization} and more`,
  });
  const { outcome } = await run([cutEcho]);
  expect(reasonOf(outcome)).toMatch(/x Token …/);
  expect(JSON.stringify(outcome)).not.toContain(TOKEN.slice(0, 6));
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
