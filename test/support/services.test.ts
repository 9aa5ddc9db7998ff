/** The two services on loopback, over the tracked sample. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { isJsonObject } from "../../src/domain/json.ts";
import { startBulkService } from "./bulk-service.ts";
import type { Service } from "./service.ts";
import { startStaticSite } from "./static-site.ts";

const SAMPLE = fileURLToPath(new URL("../../data/sample/", import.meta.url));
/** The publisher’s own data, where a checkout lies beside it. */
const REAL = fileURLToPath(new URL("../../../shared/real/", import.meta.url));
const FRANKLIN_TEXT = readFileSync(`${SAMPLE}bulk/Franklin-20231204-text.zip`);

const open: Service[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

async function started(starting: Promise<Service>): Promise<Service> {
  const service = await starting;
  open.push(service);
  return service;
}

async function getJson(url: string): Promise<Record<string, unknown>> {
  const value: unknown = await (await fetch(url)).json();
  return isJsonObject(value) ? { ...value } : {};
}

async function follow(first: string, link: "next" | "previous"): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (let url: unknown = first; typeof url === "string"; ) {
    const page = await getJson(url);
    seen.push(page.results);
    url = page[link];
  }
  return seen.flat();
}

describe("startBulkService", () => {
  test("lists a collection in the envelope, its own address in every record", async () => {
    const service = await started(startBulkService(SAMPLE));
    const page = await getJson(`${service.url}/v1/jurisdictions/`);
    expect(Object.keys(page)).toEqual(["count", "next", "previous", "results"]);
    expect(page).toMatchObject({ count: 4, next: null, previous: null });
    expect(page.results).toContainEqual({
      ...{ url: `${service.url}/v1/jurisdictions/frankl/`, id: 901, slug: "frankl", name: "Frankl." },
      ...{ name_long: "Franklin", whitelisted: true },
    });
  });

  test("pages by cursor, there and back", async () => {
    const service = await started(startBulkService(SAMPLE, { pageSize: 4 }));
    const all = (await getJson(`${service.url}/v1/volumes/?page_size=100`)).results;
    expect(await follow(`${service.url}/v1/volumes/`, "next")).toEqual(all);
    const [second] = [await getJson(String((await getJson(`${service.url}/v1/volumes/`)).next))];
    expect(await getJson(String(second.previous))).toMatchObject({ previous: null });
  });

  test("refuses a cursor that it did not make, and a bad page size", async () => {
    const { url } = await started(startBulkService(SAMPLE));
    expect((await fetch(`${url}/v1/volumes/?cursor=xyz`)).status).toBe(404);
    expect(await getJson(`${url}/v1/volumes/?page_size=0`)).toHaveProperty("page_size");
  });

  test("filters by jurisdiction and body format", async () => {
    const { url } = await started(startBulkService(SAMPLE));
    expect(await getJson(`${url}/v1/reporters/?jurisdictions=n-sylv`)).toMatchObject({ count: 2 });
    expect(await getJson(`${url}/v1/courts/?jurisdiction=absar`)).toMatchObject({ count: 2 });
    expect(await getJson(`${url}/v1/bulk/?body_format=xml&filter_id=902`)).toMatchObject({ count: 1 });
  });

  test("answers one record under its address, and 404 for any other", async () => {
    const { url } = await started(startBulkService(SAMPLE));
    expect(await getJson(`${url}/v1/courts/frankl-1/`)).toMatchObject({ id: 90101 });
    expect(await getJson(`${url}/v1/volumes/Bord2d_16/`)).toMatchObject({ volume_number: "16" });
    expect(await getJson(`${url}/v1/bulk/3/`)).toMatchObject({ id: 3 });
    expect(await getJson(`${url}/v1/bulk/99/`)).toEqual({ detail: "Not found." });
    expect((await fetch(`${url}/v1/nothing/`)).status).toBe(404);
  });

  test("serves an archive whole, in part, and not at all when it is unchanged", async () => {
    const { url } = await started(startBulkService(SAMPLE));
    const at = `${url}/v1/bulk/${await idOf(url, "Franklin-20231204-text.zip")}/download/`;
    const whole = await fetch(at);
    expect(Buffer.from(await whole.arrayBuffer()).equals(FRANKLIN_TEXT)).toBe(true);
    expect(whole.headers.get("content-type")).toBe("application/zip");
    const etag = whole.headers.get("etag") ?? "";
    const tail = await fetch(at, { headers: { Range: "bytes=100-", "If-Range": etag } });
    expect([tail.status, tail.headers.get("content-range")]).toEqual([
      206,
      `bytes 100-${FRANKLIN_TEXT.length - 1}/${FRANKLIN_TEXT.length}`,
    ]);
    expect(Buffer.from(await tail.arrayBuffer()).equals(FRANKLIN_TEXT.subarray(100))).toBe(true);
    expect((await fetch(at, { headers: { Range: "bytes=100-", "If-Range": '"other"' } })).status).toBe(200);
    expect((await fetch(at, { headers: { Range: "bytes=99999999-" } })).status).toBe(416);
    expect((await fetch(at, { headers: { "If-None-Match": etag } })).status).toBe(304);
  });

  test("keeps private archives for those with the token, when it has one", async () => {
    const { url } = await started(startBulkService(SAMPLE, { token: "secret" }));
    const at = `${url}/v1/bulk/${await idOf(url, "Absaroka-20180829-xml.zip")}/download/`;
    const get = (authorization: string) => fetch(at, { headers: { Authorization: authorization } });
    expect((await fetch(at)).status).toBe(401);
    expect((await get("Token wrong")).status).toBe(401);
    expect((await get("Bearer secret")).status).toBe(401);
    expect((await get("Token secret")).status).toBe(200);
  });

  test("records what it was asked, and answers GET alone", async () => {
    const service = await started(startBulkService(SAMPLE));
    const answer = await fetch(`${service.url}/v1/bulk/?a=1`, { method: "POST" });
    expect([answer.status, await answer.json()]).toEqual([405, { detail: 'Method "POST" not allowed.' }]);
    expect(service.requests).toMatchObject([{ method: "POST", path: "/v1/bulk/?a=1" }]);
  });
});

test.skipIf(!existsSync(REAL))(
  "both services serve the real data (skipped when it is absent), superseded files on request",
  async () => {
    const bulk = await started(startBulkService(`${REAL}bulk`));
    const count = async (path: string) => (await getJson(`${bulk.url}${path}`)).count;
    expect(await Promise.all(["/v1/bulk/", "/v1/bulk/?with_old=true"].map(count))).toEqual([6, 8]);
    const old = await fetch(`${bulk.url}/v1/bulk/1/download/`, { headers: { Range: "bytes=0-1" } });
    expect([old.status, await old.text()]).toEqual([206, "PK"]);
    const site = await started(startStaticSite(`${REAL}static`));
    expect((await fetch(`${site.url}/a2d/100.zip`)).status).toBe(200);
  },
);

async function idOf(url: string, name: string): Promise<unknown> {
  const { results } = await getJson(`${url}/v1/bulk/?with_old=true`);
  const records: unknown[] = Array.isArray(results) ? results : [];
  return records.filter(isJsonObject).find((record) => record.file_name === name)?.id;
}

describe("startStaticSite", () => {
  test("serves files with validators, ranges and conditions", async () => {
    const { url } = await started(startStaticSite(`${SAMPLE}static`));
    const at = `${url}/sarat-cc/1-2.zip`;
    const whole = await fetch(at);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await fetch(at, { headers: { Range: "bytes=-10" } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(-10)]);
    const modified = whole.headers.get("last-modified") ?? "";
    expect((await fetch(at, { headers: { "If-Modified-Since": modified } })).status).toBe(304);
    expect((await fetch(at, { method: "HEAD" })).headers.get("content-length")).toBe(String(bytes.length));
    expect((await fetch(`${url}/VolumesMetadata.json`)).headers.get("content-type")).toBe("application/json");
  });

  test("answers 404 for what is not there, folders and ways out included", async () => {
    const { url } = await started(startStaticSite(`${SAMPLE}static`));
    for (const path of ["/nothing.zip", "/sarat-cc/", "/%2e%2e/bulk.json", "/%00", "/%zz"]) {
      expect((await fetch(`${url}${path}`)).status, path).toBe(404);
    }
  });
});
