import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startService } from "../../src/http/service.ts";
import { COLLECTIONS } from "../../src/v1/collections.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { CLOSED, oneCase } from "./records.ts";
import { serviceOfFile, serviceOptions } from "./serving.ts";

const folder = keptFolder();
const corpusPath = join(folder, "service.db");

const served = serviceOfFile(async () => {
  makeCorpus(
    Array.from({ length: 40 }, (_, at) => oneCase(at + 1, at % 3 === 0 ? { jurisdiction: CLOSED } : {})),
    corpusPath,
  );
  return { corpusPath, readers: 2 };
});

test.each(["POST", "PUT", "DELETE", "PATCH", "PROPFIND"])("%s is not allowed, anywhere", async (method) => {
  for (const path of ["/v1/cases/", "/v1/cases", "/nope", "/%zz", "/healthz"]) {
    const { status, text } = await ask(served.url + path, { method });
    expect({ status, text }).toEqual({
      status: 405,
      text: `{"detail":"Method \\"${method}\\" not allowed."}`,
    });
  }
});

test.each([
  ["/v1", "/v1/"],
  ["/v1/cases?page_size=2&x=%2F", "/v1/cases/?page_size=2&x=%2F"],
  ["/v1/courts/mass-1", "/v1/courts/mass-1/"],
  ["/v1/bulk/1/download", "/v1/bulk/1/download/"],
  ["/v1/cases/1%20Mass.%201?full_case=true", "/v1/cases/1%20Mass.%201/?full_case=true"],
])("%s is redirected to its slash, its query kept", async (path, location) => {
  const { status, headers } = await ask(served.url + path);
  expect({ status, location: headers.get("location") }).toEqual({
    status: 301,
    location: served.url + location,
  });
});

test("a citation's redirect keeps the other parameters, and no header gets in", async () => {
  const { status, headers } = await ask(
    `${served.url}/v1/cases/1%0d%0aSet-Cookie:%20a=b/?full_case=true&cite=x`,
  );
  expect(status).toBe(302);
  expect(headers.get("set-cookie")).toBeNull();
  expect(headers.get("location")).toBe(
    `${served.url}/v1/cases/?cite=1%0D%0ASet-Cookie%3A+a%3Db&full_case=true`,
  );
});

test.each(["//evil.example/x", "/%5Cevil.example", "/\\evil.example", "//evil.example/v1/cases"])(
  "%s leads nowhere",
  async (path) => {
    const { status, headers } = await ask(served.url + path);
    expect(status).toBe(404);
    expect(headers.get("location")).toBeNull();
  },
);

test.each(["/v1/cases/%ff/", "/%zz", "/v1/courts/%c3%28/", "/v1/cases/%"])(
  "%s is refused as no valid address",
  async (path) => {
    expect((await ask(served.url + path)).status).toBe(400);
  },
);

test.each([
  "?search=%zz",
  "?search=%ff%fe",
  "?name=%00%00%00",
  "?__proto__[x]=1&constructor=2",
  `?search=${"a".repeat(4000)}`,
  "?page_size=%F0%9F",
])("H1, X6: %s is answered or refused, never a fault", async (query) => {
  for (const collection of COLLECTIONS) {
    const { status } = await ask(`${served.url}/v1/${collection}/${query}`);
    expect([200, 400]).toContain(status);
  }
  expect(Reflect.get({}, "x")).toBeUndefined();
});

test("an ETag is answered by 304 when the caller has it, in each form of If-None-Match", async () => {
  const address = `${served.url}/v1/cases/?page_size=2`;
  const etag = (await ask(address)).headers.get("etag") ?? "";
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
  for (const held of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
    const { status, text, headers } = await ask(address, { headers: { "If-None-Match": held } });
    expect({ status, text, etag: headers.get("etag") }).toEqual({ status: 304, text: "", etag });
  }
  expect((await ask(address, { headers: { "If-None-Match": '"other"' } })).status).toBe(200);
  expect((await ask(`${served.url}/v1/cases/?page_size=3`)).headers.get("etag")).not.toBe(etag);
});

test.each(["gzip", "br", "zstd"])(
  "answers are compressed with %s for those who take it",
  async (encoding) => {
    const { headers } = await ask(`${served.url}/v1/cases/`, { headers: { "Accept-Encoding": encoding } });
    expect(headers.get("content-encoding")).toBe(encoding);
    expect(headers.get("vary")).toBe("Accept, Authorization, accept-encoding");
  },
);

test("/healthz and /metrics answer", async () => {
  expect((await ask(`${served.url}/healthz`)).text).toBe('{"status":"ok"}');
  const { text, headers } = await ask(`${served.url}/metrics`);
  expect(headers.get("content-type")).toMatch(/^text\/plain/);
  expect(text).toMatch(/caselaw_http_requests_total\{route="\/v1\/cases\/",status="200"\} \d+/);
  expect(text).toContain('route="other",status="405"');
  expect(text).toMatch(/caselaw_http_requests_in_flight 1\n/);
  expect(text).toMatch(/^caselaw_corpus_readable 1$/m);
  expect(text).toMatch(/^caselaw_corpus_cases [1-9]\d*$/m);
});

test("what an import commits is seen by the next request, and another corpus under the same name", async () => {
  const [path, other] = [join(folder, "growing.db"), join(folder, "new.db")];
  makeCorpus([oneCase(1)], path);
  makeCorpus([oneCase(1), oneCase(3), oneCase(4)], other);
  await using service = await startService(serviceOptions(path, { readers: 2 }));
  const address = `${service.url}/v1/cases/`;
  const first = await ask(address);
  const { next } = Object(first.json);
  expect(next).toBeNull();
  {
    using writer = openTestWriter(path);
    const records = [oneCase(1), oneCase(2, { decision_date: "1950-01-01" })];
    importRecords(writer, { records, release: "2021-01-01" });
  }
  for (let turn = 0; turn < 4; turn++) {
    const { json } = await ask(address, { headers: { "If-None-Match": first.headers.get("etag") ?? "" } });
    expect(json).toMatchObject({ count: 2 });
  }
  expect((await ask(`${service.url}/v1/cases/2/`)).status).toBe(200);
  renameSync(other, path);
  expect((await ask(address)).json).toMatchObject({ count: 3 });
  renameSync(path, other);
  expect((await ask(address)).status).toBe(503);
  expect((await ask(`${service.url}/healthz`)).status).toBe(503);
  renameSync(other, path);
  expect((await ask(`${service.url}/healthz`)).status).toBe(200);
});

test("with a base URL, every link starts with it, whatever the request says of hosts", async () => {
  await using service = await startService(
    serviceOptions(corpusPath, { baseUrl: "https://cap.example.org/x" }),
  );
  const headers = {
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
    Forwarded: "host=evil.example",
  };
  for (const path of ["/v1/", "/v1/cases/?page_size=1", "/v1/cases/1/", "/v1/courts/", "/openapi.json"]) {
    const { text } = await ask(service.url + path, { headers });
    expect(text).toContain("https://cap.example.org/x");
    expect(text).not.toMatch(/evil|gopher|127\.0\.0\.1:(?!8000)/);
  }
  const { headers: moved } = await ask(`${service.url}/v1/cases`, { headers });
  expect(moved.get("location")).toBe("https://cap.example.org/x/v1/cases/");
});

test("startService refuses a corpus that is not there, and an address that is taken", async () => {
  await expect(startService(serviceOptions(join(folder, "no.db")))).rejects.toThrow(
    /Cannot open corpus .*: no such file/,
  );
  const port = Number(new URL(served.url).port);
  await expect(startService(serviceOptions(corpusPath, { port }))).rejects.toThrow(
    `Cannot listen on 127.0.0.1:${port}: another program listens there`,
  );
});

test("no request was told with a token, and none was a fault", async () => {
  await ask(`${served.url}/v1/cases/?token=secret&x=${"0123456789abcdef".repeat(3)}`);
  const told = JSON.stringify(served.events);
  expect(told).not.toMatch(/secret|0123456789abcdef/);
  expect(served.events.filter(({ kind }) => kind !== "request")).toEqual([]);
});
