/** Counts of words, and the cases of citations, over HTTP: what the library answers. */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const path = `${keptFolder()}/test.db`;
const served = serviceOfFile(async () => ({ corpusPath: makeCorpus(bulkCases(1, 3), path) }));

test.each([
  ["ngrams", { q: "all", jurisdiction: "*" }],
  ["resolve", { q: "1 Ill. 1 and 1 Ill. 2" }],
] as const)("/v1/%s/ answers what the library answers", async (name, question) => {
  using v1 = openV1(path, { baseUrl: served.url });
  const answer = await fetch(`${served.url}/v1/${name}/?${new URLSearchParams(question)}&colour=red`);
  expect([answer.status, answer.headers.get("x-ignored-parameters")]).toEqual([200, "colour"]);
  const body = JSON.parse(await answer.text());
  expect(body).toEqual(v1[name](question));
  expect(JSON.stringify(body).length).toBeGreaterThan(100);
});

test.each([
  ["/v1/resolve/", 400],
  ["/v1/resolve/?q=none", 400],
  ["/v1/ngrams/", 200],
  ["/v1/ngrams/?q=a&year__gt=1", 400],
  ["/v1/ngrams", 200],
])("%s is %i", async (address, status) => {
  expect((await fetch(served.url + address)).status).toBe(status);
});
