/** Addresses of cases by citation, and of the cases before and after one. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { oneCase } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const served = serviceOfFile(async () => {
  const both = { citations: [{ type: "official", cite: "9 Mass. 9" }] };
  const records = [
    oneCase(1, { first_page: "1" }),
    oneCase(2, { first_page: "5", citations: [{ type: "official", cite: "499 U.S. 340" }] }),
    oneCase(3, { first_page: "9", ...both }),
    oneCase(4, { first_page: "9", ...both }),
  ];
  return { corpusPath: makeCorpus(records, join(folder, "guessed.db")) };
});

const get = (path: string): Promise<Response> =>
  fetch(served.url + path, { redirect: "manual", headers: { Accept: "text/html" } });

test.each([
  ["/us/499/340/", "/cases/2/"],
  ["/cite/499-U.S.-340/", "/cases/2/"],
  ["/cite/499%20U.S.%20340/", "/cases/2/"],
  ["/mass/9/9/4/", "/cases/4/"],
  ["/cases/1/next/", "/cases/2/"],
  ["/cases/2/previous/", "/cases/1/"],
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
