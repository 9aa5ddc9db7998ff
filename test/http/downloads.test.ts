/** test/conformance/examples.md, row 33; docs/faults.md, "H5". */
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOfToken } from "../../src/http/credentials.ts";
import { keptPath } from "../../src/http/send-file.ts";
import { openTestWriter } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const TOKEN = { Authorization: "Token t" };
const BYTES = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));
const folder = keptFolder();
const dataFolder = join(folder, "data");

const BULK = { exportDate: null, filterType: null, filterId: null, bodyFormat: null };
const NOTED = {
  source: "bulk",
  url: "http://127.0.0.1/",
  path: "/",
  bytes: 1,
  sha256: "0",
  etag: null,
  lastModified: null,
  version: null,
  confirmed: 1,
  downloadedAt: "2020-01-01",
};
const FILES = [
  { id: 1, fileName: "Ill. “A”-20200302-text.zip", public: true, path: "bulk/ill/text.zip" },
  { id: 2, fileName: "neb.zip", public: false, path: "bulk/neb.zip" },
  { id: 3, fileName: "gone.zip", public: true, path: "bulk/gone.zip" },
  { id: 4, fileName: "passwd.zip", public: true, path: "../secret" },
  { id: 5, fileName: "never.zip", public: true, path: null },
  { id: 6, fileName: "linked.zip", public: true, path: "bulk/linked.zip" },
  { id: 7, fileName: "inner.zip", public: true, path: "bulk/inner.zip" },
  { id: 8, fileName: "folder.zip", public: true, path: "bulk" },
] as const;

const served = serviceOfFile(async () => {
  mkdirSync(join(dataFolder, "bulk", "ill"), { recursive: true });
  for (const path of ["bulk/ill/text.zip", "bulk/neb.zip"]) writeFileSync(join(dataFolder, path), BYTES);
  writeFileSync(join(folder, "secret"), "secret");
  writeFileSync(join(dataFolder, "tokens"), `t ${digestOfToken("t")}\n`);
  symlinkSync(join(folder, "secret"), join(dataFolder, "bulk", "linked.zip"));
  symlinkSync(join(dataFolder, "tokens"), join(dataFolder, "bulk", "inner.zip"));
  const corpusPath = join(folder, "test.db");
  using writer = openTestWriter(corpusPath);
  const records = FILES.map(({ path: _path, ...record }) => ({ ...record, ...BULK }));
  writer.writeListings({ jurisdictions: [], courts: [], reporters: [], volumes: [] }, records);
  for (const { id, path } of FILES) {
    if (path !== null) writer.noteDownload({ ...NOTED, unit: `unit ${id}` }, { id, path });
  }
  return { corpusPath, dataFolder, tokensFile: join(dataFolder, "tokens") };
});

interface Part {
  readonly status: number;
  readonly bytes: Buffer;
  readonly headers: Headers;
}

async function download(id: number | string, headers: Record<string, string> = {}): Promise<Part> {
  const response = await fetch(`${served.url}/v1/bulk/${id}/download/`, { headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

test("row 33: a public archive is sent whole, in its exact bytes", async () => {
  const { status, bytes, headers } = await download(1);
  expect({ status, isSame: bytes.equals(BYTES) }).toEqual({ status: 200, isSame: true });
  expect(headers.get("content-type")).toBe("application/zip");
  expect(headers.get("content-length")).toBe("5000");
  expect(headers.get("content-encoding")).toBeNull();
  expect(headers.get("accept-ranges")).toBe("bytes");
  expect(headers.get("content-disposition")).toBe(
    "attachment; filename=\"Ill. _A_-20200302-text.zip\"; filename*=UTF-8''Ill.%20%E2%80%9CA%E2%80%9D-20200302-text.zip",
  );
});

test.each([
  ["bytes=0-9", 0, 10],
  ["bytes=4990-", 4990, 5000],
  ["bytes=-10", 4990, 5000],
  ["bytes=4990-9999", 4990, 5000],
])("row 33: Range %s is answered by that part", async (range, from, to) => {
  const { status, bytes, headers } = await download(1, { Range: range });
  expect({ status, isSame: bytes.equals(BYTES.subarray(from, to)) }).toEqual({ status: 206, isSame: true });
  expect(headers.get("content-range")).toBe(`bytes ${from}-${to - 1}/5000`);
});

test.each([{}, { Range: "bytes=0-9" }, { Range: "bytes=5000-" }])(
  "HEAD with %j has the length of the file: Range is for GET only",
  async (headers) => {
    const address = `${served.url}/v1/bulk/1/download/`;
    const answer = await fetch(address, { method: "HEAD", headers: { ...headers } });
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("content-length")).toBe("5000");
    expect(answer.headers.get("accept-ranges")).toBe("bytes");
  },
);

test.each(["bytes=5000-", "bytes=9999-10000"])("row 33: Range %s lies beyond the file", async (range) => {
  const { status, bytes, headers } = await download(1, { Range: range });
  expect(status).toBe(416);
  expect(headers.get("content-range")).toBe("bytes */5000");
  expect(JSON.parse(bytes.toString())).toEqual({ detail: "The range does not lie within the file." });
});

test.each([
  "bytes=9-0",
  "bytes=-0",
  "rows=1-2",
  "bytes=x",
  `bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join()}`,
])("H5: Range %s is 206, 416, or the whole", async (range) => {
  const { status, bytes } = await download(1, { Range: range });
  expect([200, 206, 416]).toContain(status);
  if (status === 200) expect(bytes.equals(BYTES)).toBe(true);
});

test("a range goes on only with the file that it was begun with, by its date: the tag is weak", async () => {
  const { headers } = await download(1);
  const [etag, date] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
  expect((await download(1, { Range: "bytes=5-", "If-Range": date })).status).toBe(206);
  for (const ifRange of [etag, '"other"', new Date(0).toUTCString()])
    expect((await download(1, { Range: "bytes=5-", "If-Range": ifRange })).status).toBe(200);
  expect((await download(1, { "If-None-Match": etag })).status).toBe(304);
});

test.each([
  {},
  { Range: "bytes=0-1" },
  { Range: "bytes=9999-" },
  { Range: "bytes=-1" },
  { Authorization: "Bearer t" },
])("row 33, H5: a private archive is 401 without credentials: %j", async (headers) => {
  const { status, bytes } = await download(2, { ...headers });
  expect({ status, text: bytes.toString() }).toEqual({
    status: 401,
    text: '{"detail":"Authentication credentials were not provided."}',
  });
});

test("row 33: a private archive is sent to callers with credentials, without an ETag", async () => {
  const { status, bytes, headers } = await download(2, TOKEN);
  expect({ status, isSame: bytes.equals(BYTES) }).toEqual({ status: 200, isSame: true });
  expect(headers.get("etag")).toBeNull();
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect((await download(2, { ...TOKEN, Range: "bytes=0-0" })).status).toBe(206);
});

test.each([
  [3, "not there"],
  [4, "beside the data folder"],
  [5, "never kept"],
  [6, "a link out of the data folder"],
  [7, "a link to another file of the data folder"],
  [8, "a folder"],
  [99, "unknown"],
  ["../../etc/passwd", "a path"],
  ["%2e%2e%2f", "an escaped path"],
  ["1%00", "a number and a NUL"],
  ["1 OR 1", "SQL"],
  ["01", "another spelling"],
])("H5: download of %s is 404: %s", async (id, _what) => {
  const { status, bytes } = await download(id);
  expect({ status, text: bytes.toString() }).toEqual({ status: 404, text: '{"detail":"Not found."}' });
});

test("keptPath takes a data folder that is reached through a link", () => {
  const linked = join(folder, "linked data");
  symlinkSync(dataFolder, linked);
  expect(keptPath("bulk/neb.zip", linked)).toBe(join(realpathSync(dataFolder), "bulk", "neb.zip"));
  expect(keptPath("/etc/passwd", linked)).toBeNull();
  expect(keptPath("", linked)).toBeNull();
});
