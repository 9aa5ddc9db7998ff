/** HEAD, and what the browsers of other sites may read: docs/interface.md, "Methods, headers and errors". */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { oneCase, textBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const served = serviceOfFile(async () => ({
  corpusPath: makeCorpus(
    // a page with all bodies has several chunks
    Array.from({ length: 40 }, (_, at) => oneCase(at + 1, { casebody: textBody("a b ".repeat(5000), "") })),
    join(folder, "head.db"),
  ),
}));

const OF_CONNECTION: readonly string[] = ["date", "connection", "keep-alive", "transfer-encoding"];

async function headersOf(path: string, method: string, encoding: string): Promise<Record<string, unknown>> {
  const answer = await fetch(served.url + path, {
    ...{ method, redirect: "manual" },
    headers: { "Accept-Encoding": encoding, Accept: "text/html" },
  });
  const body = await answer.arrayBuffer();
  if (method === "HEAD") expect(body.byteLength).toBe(0);
  const headers = [...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name));
  return { status: answer.status, ...Object.fromEntries(headers) };
}

test.each([
  "/v1/",
  "/v1/cases/",
  "/v1/cases/?full_case=true",
  "/v1/cases/?format=parquet",
  "/v1/cases/1",
  "/v1/cases/99/",
  "/v1/cases/?page_size=0",
  "/openapi.json",
  "/healthz",
  "/nope/",
  "/%zz",
  "/",
  "/cases/1/",
  "/cases/1.bib",
])("HEAD %s has the status and headers of GET, and no body", async (path) => {
  for (const encoding of ["identity", "gzip"]) {
    const got = await headersOf(path, "GET", encoding);
    expect(await headersOf(path, "HEAD", encoding)).toEqual(got);
    if (encoding === "identity") expect(Number(got["content-length"])).toBeGreaterThan(0);
  }
});

test("HEAD with the ETag of GET is 304", async () => {
  const etag = (await fetch(`${served.url}/v1/cases/`)).headers.get("etag") ?? "";
  const again = await fetch(`${served.url}/v1/cases/`, {
    method: "HEAD",
    headers: { "If-None-Match": etag },
  });
  expect(again.status).toBe(304);
});

test.each(["/v1/cases/?search=a", "/check/", "/nope"])(
  "a browser may ask %s with a token, and read every header",
  async (path) => {
    const answer = await fetch(served.url + path, {
      method: "OPTIONS",
      headers: {
        Origin: "https://example.org",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
      },
    });
    expect(answer.status).toBe(204);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": path === "/check/" ? "GET, HEAD, OPTIONS, POST" : "GET, HEAD, OPTIONS",
      "access-control-allow-headers": "Authorization, *",
      "access-control-expose-headers": "*",
    });
  },
);

test.each([
  ["OPTIONS", "/mcp", 405],
  ["HEAD", "/mcp", 405],
  ["OPTIONS", "/%zz", 400],
])("%s %s is %i", async (method, path, status) => {
  const answer = await fetch(served.url + path, { method });
  expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([status, null]);
});

test("other sites read no page, and a file of a list says how many cases there are", async () => {
  const page = await fetch(`${served.url}/cases/1/`);
  expect([...page.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  const file = await fetch(`${served.url}/v1/cases/?format=csv&page_size=2`);
  expect(file.headers.get("x-total-count")).toBe("40");
});
