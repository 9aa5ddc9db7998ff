/** `/v1/ngrams/` and `/v1/resolve/` over HTTP. */
import { expect, test } from "vitest";
import { COLLECTIONS } from "../../src/v1/collections.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const path = `${keptFolder()}/test.db`;
const served = serviceOfFile(async () => ({
  corpusPath: makeCorpus([bulkCase(1, { casebody: textBody("one mill dam") }), bulkCase(2)], path),
}));

test.each([
  ["ngrams", "q=mill%20dam&jurisdiction=*&year=1901"],
  ["ngrams", "q=mill%20*"],
  ["ngrams", "q=api(jurisdiction%3Dill%26search%3Dmill)"],
  ["resolve", "q=See%201%20Ill.%201%20and%201%20Ill.%209"],
] as const)("/v1/%s/?%s answers what the library answers", async (name, query) => {
  using v1 = openV1(path, { baseUrl: served.url });
  const answer = await fetch(`${served.url}/v1/${name}/?${query}`);
  expect(answer.status).toBe(200);
  const body = await answer.json();
  expect(body).toEqual(v1[name](new URLSearchParams(query)));
  expect(JSON.stringify(body).length).toBeGreaterThan(80);
});

test.each([
  ["/v1/ngrams/", 400],
  ["/v1/ngrams/?q=", 400],
  ["/v1/resolve/", 400],
  ["/v1/resolve/?q=%20", 400],
  ["/v1/resolve/?q=nothing", 400],
  ["/v1/ngrams/x/", 404],
])("%s is %i", async (address, status) => {
  expect((await fetch(served.url + address)).status).toBe(status);
});

test.each([...COLLECTIONS, "ngrams", "resolve"])(
  "/v1/%s/ names unknown parameters in a header, and refuses those that look like filters",
  async (name) => {
    const question = name === "ngrams" ? "q=mill&" : name === "resolve" ? "q=1%20Ill.%201&" : "";
    const ignored = await fetch(`${served.url}/v1/${name}/?${question}colour=red&a%20b=1`);
    expect(ignored.status).toBe(200);
    expect(ignored.headers.get("x-ignored-parameters")).toBe("colour, a%20b");
    const known = await fetch(`${served.url}/v1/${name}/?${question}`);
    expect(known.headers.get("x-ignored-parameters")).toBeNull();
    for (const filter of ["jurisdicton__in", "colour__gte", "anlysis.word_count"]) {
      const refused = await fetch(`${served.url}/v1/${name}/?${question}${filter}=x`);
      expect(refused.status).toBe(400);
      expect(await refused.json()).toEqual({ [filter]: [expect.stringMatching(/^No such filter\./)] });
    }
  },
);
