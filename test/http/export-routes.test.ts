/** Files of exports by their address: who may read them, and in parts. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { digestOfToken } from "../../src/http/credentials.ts";
import { startService } from "../../src/http/service.ts";
import { parquetRows } from "../export/parquet-rows.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile, serviceOptions } from "./serving.ts";

const folder = keptFolder();
const exports = join(folder, "exports");
const tokensFile = join(folder, "tokens");
const corpusPath = join(folder, "exports.db");
const TOKEN = { Authorization: "Token t" };
const NOT_FOUND = { detail: "Not found." };

const served = serviceOfFile(async () => {
  mkdirSync(join(exports, "notes"), { recursive: true });
  writeFileSync(join(exports, "notes", "secret"), "secret");
  writeFileSync(tokensFile, `t ${digestOfToken("t")}\n`);
  makeCorpus([bulkCase(1), bulkCase(2, { courtlistener: { cluster_ids: [7], blocked: true } })], corpusPath);
  const request = { format: "parquet", question: { full_case: true } } as const;
  await runExport(corpusPath, { ...request, target: join(exports, "open"), blocked: "hidden" });
  await runExport(corpusPath, { ...request, target: join(exports, "shown") });
  await runExport(corpusPath, { ...request, target: join(exports, "x.1.part"), blocked: "hidden" });
  symlinkSync(tokensFile, join(exports, "open", "linked"));
  symlinkSync(join(exports, "open"), join(exports, "linked"));
  return { corpusPath, tokensFile, exportsFolder: exports };
});

function get(
  path: string,
  headers: Readonly<Record<string, string>> = TOKEN,
  method = "GET",
): Promise<Response> {
  return fetch(served.url + path, { method, headers: { ...headers }, redirect: "manual" });
}

test("/exports/ lists the exports that may be served", async () => {
  const answer = await get("/exports/");
  expect(await answer.json()).toEqual({ open: `${served.url}/exports/open/manifest.json` });
  expect((await get("/exports")).headers.get("location")).toBe(`${served.url}/exports/`);
});

test("an exported file is sent in its bytes, or in a part, as readers of Parquet ask for it", async () => {
  const path = "/exports/open/cases.parquet";
  const file = readFileSync(join(exports, "open", "cases.parquet"));
  const head = await get(path, TOKEN, "HEAD");
  expect(Object.fromEntries(head.headers)).toMatchObject({
    "accept-ranges": "bytes",
    "content-length": String(file.length),
    "content-type": "application/vnd.apache.parquet",
    "content-disposition": 'attachment; filename="cases.parquet"',
    "cache-control": "private, no-store",
  });
  const end = await get(path, { ...TOKEN, Range: "bytes=-8" });
  expect(end.status).toBe(206);
  expect(Buffer.from(await end.arrayBuffer()).equals(file.subarray(-8))).toBe(true);
  expect((await get(path, { ...TOKEN, Range: `bytes=${file.length}-` })).status).toBe(416);
  const whole = await get(path);
  expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
  expect((await parquetRows(join(exports, "open"), "cases.parquet")).map(({ id }) => id)).toEqual([1]);
  expect((await get("/exports/open/manifest.json")).headers.get("content-type")).toBe("application/json");
});

test.each(["", "open/cases.parquet", "shown/cases.parquet", "none/cases.parquet", "notes/secret"])(
  "/exports/%s is 401 without credentials",
  async (path) => {
    const answer = await get(`/exports/${path}`, {});
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Token"]);
  },
);

test.each([
  "none/manifest.json",
  "notes/secret",
  "open/",
  "open/none",
  "open/linked",
  "open/../../tokens",
  "open/..%2f..%2ftokens",
  "open/..%2fshown%2fmanifest.json",
  "open/..%2fnotes%2fsecret",
  "%2e%2e/tokens",
  "..%2f/tokens",
  "linked/cases.parquet",
  "x.1.part/manifest.json",
  "open/cases.parquet%00",
])("/exports/%s is 404", async (path) => {
  const answer = await get(`/exports/${path}`);
  expect([answer.status, await answer.json()]).toEqual([404, NOT_FOUND]);
});

test("an export that shows blocked decisions is for nobody", async () => {
  for (const path of ["manifest.json", "cases.parquet"]) {
    const answer = await get(`/exports/shown/${path}`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("--without-blocked");
  }
});

test("--open shows exports to everyone; without a folder there are none", async () => {
  const statusOf = async (more: object): Promise<number> => {
    await using service = await startService(serviceOptions(corpusPath, { bodies: "for everyone", ...more }));
    return (await fetch(`${service.url}/exports/open/edges.parquet`)).status;
  };
  expect(await statusOf({ exportsFolder: exports })).toBe(200);
  expect(await statusOf({})).toBe(404);
});
