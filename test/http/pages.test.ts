/** Pages and their files over HTTP: what is one, with which headers, who may take a closed text away, and that `/v1/` is not touched. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ASSETS } from "../../src/pages/assets.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { CLOSED, oneCase, textBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const HTML = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

const served = serviceOfFile(async () => {
  const cited = (first_page: string, cite: string) => ({
    ...{ first_page, citations: [{ type: "official", cite }] },
  });
  const records = [
    oneCase(1, { first_page: "1", casebody: textBody("Head", "The mill dam.") }),
    oneCase(2, { jurisdiction: CLOSED, casebody: textBody("Head", "The mill pond.") }),
    oneCase(3, cited("5", "499 U.S. 340")),
    oneCase(4, cited("9", "9 Mass. 9")),
    oneCase(5, cited("9", "9 Mass. 9")),
  ];
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, "# without tokens, the pages are the owner's\n");
  return { corpusPath: makeCorpus(records, join(folder, "pages.db")), tokensFile };
});

function get(path: string, headers: Readonly<Record<string, string>> = HTML): Promise<Response> {
  return fetch(served.url + path, { headers, redirect: "manual" });
}

const PAGES = [
  "/",
  "/?search=mill",
  "/cases/1/",
  "/browse/",
  "/browse/mass/",
  "/browse/mass/21/",
  "/trends/",
];

test.each(PAGES)("%s is a page that may load nothing but what is ours", async (path) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
    allow: "GET, HEAD, OPTIONS",
    vary: expect.stringMatching(/^Accept, Authorization/),
  });
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  const html = await answer.text();
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).not.toMatch(/\sstyle=|<style|\son\w+=|<script(?! src=| type="application\/ld\+json">)/);
});

test("a page has an ETag, and 304 answers who has it", async () => {
  const tag = (await get("/browse/")).headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
  const again = await get("/browse/", { ...HTML, "If-None-Match": tag });
  expect({ status: again.status, text: await again.text() }).toEqual({ status: 304, text: "" });
  expect(again.headers.get("content-security-policy")).not.toBeNull();
});

test.each([
  ["/trends?q=a%20b", "/trends/?q=a%20b"],
  ["/browse", "/browse/"],
  ["/browse/mass", "/browse/mass/"],
  ["/browse/mass/21/A3d%5F138?from=2", "/browse/mass/21/A3d%5F138/?from=2"],
  ["/cases/1", "/cases/1/"],
  ["/cases", "/"],
  ["/cases/", "/"],
  ["/cases//", "/"],
  ["/cases/15%20Ill.%20284/", "/?search=15+Ill.+284"],
])("%s is redirected to %s", async (path, location) => {
  const answer = await get(path);
  expect([301, 302]).toContain(answer.status);
  expect(answer.headers.get("location")).toBe(location);
});

test.each(["/nope", "/cases/99/", "/cases/0/", "/browse/nowhere/", "/assets/pages.css", "/cases/1/2/"])(
  "%s is a page that says so to who reads pages",
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await answer.text();
    expect(html).toContain('<input type="search" name="search"');
  },
);

test.each([
  ["/%zz", 400, "not valid percent-encoded"],
  [`/?search=${"x".repeat(9000)}`, 414, "longer than"],
])("an address that cannot be read is a page to who reads pages: %.20s", async (path, status, told) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(await answer.text()).toContain(told);
  expect((await get(path, { Accept: "application/json" })).headers.get("content-type")).toBe(
    "application/json",
  );
});

test("an unknown path is JSON to who does not read pages, and below /v1/ to everyone", async () => {
  const found = await Promise.all([
    get("/nope", { Accept: "application/json" }),
    get("/nope", { Accept: "*/*" }),
    get("/v1/nope/"),
    get("/v1/cases/99/"),
  ]);
  for (const answer of found) {
    expect({ status: answer.status, text: await answer.text() }).toEqual({
      status: 404,
      text: '{"detail":"Not found."}',
    });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  }
});

test.each(ASSETS)(
  "$path is kept for ever, and nothing else below /assets/ is there",
  async ({ path, type, bytes }) => {
    const answer = await get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    expect((await get(path.replace(/\.[0-9a-f]{10}\./, ".0000000000."))).status).toBe(404);
  },
);

test.each([
  ["/cases/1.bib", "application/x-bibtex; charset=utf-8", "bib"],
  ["/cases/1/?format=bibtex", "application/x-bibtex; charset=utf-8", "bib"],
  ["/cases/1.biblatex", "application/x-bibtex; charset=utf-8", "bib"],
  ["/cases/1.ris", "application/x-research-info-systems; charset=utf-8", "ris"],
  ["/cases/1/?format=csl", "application/vnd.citationstyles.csl+json; charset=utf-8", "csl"],
  ["/cases/1.txt", "text/plain; charset=utf-8", "txt"],
  ["/cases/1.md", "text/markdown; charset=utf-8", "md"],
])("%s is a file of the type %s", async (path, type, ending) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": type,
    "content-disposition": `attachment; filename="case-1.${ending}"`,
    "x-content-type-options": "nosniff",
  });
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(50);
});

test.each([
  ["csv", "text/csv; charset=utf-8"],
  ["svg", "image/svg+xml"],
])("/trends/ with format=%s is a file; without a text or with a wrong value a page", async (format, type) => {
  const answer = await get(`/trends/?q=mill&format=${format}`);
  expect({ status: answer.status, headers: Object.fromEntries(answer.headers) }).toMatchObject({
    status: 200,
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="trends.${format}"`,
      "content-security-policy": expect.stringMatching(/^default-src 'none'/),
    },
  });
  const wrong = await get(`/trends/?q=mill&jurisdiction=x&format=${format}`);
  expect([wrong.status, wrong.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect((await get(`/trends/?format=${format}`)).status).toBe(404);
  // no case of these years
  expect((await get(`/trends/?q=mill&decision_date_min=1999&format=${format}`)).status).toBe(404);
});

test("a closed text, an unknown case and an unknown ending are no files", async () => {
  expect((await get("/cases/2.txt")).status).toBe(403);
  expect((await get("/cases/2.bib")).status).toBe(200);
  expect((await get("/cases/9.bib")).status).toBe(404);
  expect((await get("/cases/1.exe")).headers.get("location")).toBe("/cases/1.exe/");
  expect((await get("/cases/1/?format=exe")).headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test.each([
  ["/us/499/340/", "/cases/3/"],
  ["/cite/499-U.S.-340/", "/cases/3/"],
  ["/cite/499%20U.S.%20340/", "/cases/3/"],
  ["/mass/9/9/5/", "/cases/5/"],
  ["/cases/1/next/", "/cases/3/"],
  ["/cases/3/previous/", "/cases/1/"],
  ["/cases/1/previous/", "/browse/mass/21/A3d_138/"],
])("%s leads to %s", async (path, target) => {
  const answer = await get(path);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, target]);
});

test("a citation of several cases is a list, one of no case a page with a search", async () => {
  const several = await get("/cite/9-Mass.-9/");
  expect(several.status).toBe(200);
  expect(await several.text()).toContain("2 cases with the citation 9 Mass. 9");
  const none = await get("/us/1/2/");
  expect(none.status).toBe(404);
  expect(await none.text()).toContain('value="1 us 2"');
  for (const path of ["/mass/9/9/2/", "/us/499/341/2/", "/cases/77/next/", "/v1/499/340/2/"])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test("an unknown path of the interface is no citation", async () => {
  const answer = await get("/v1/499/340/");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json"]);
});
