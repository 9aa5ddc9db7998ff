/** Similar cases over HTTP: JSON and page. */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const path = `${keptFolder()}/test.db`;
const served = serviceOfFile(async () => {
  const texts = ["see 1 Ill. 9; <b>&", "see 1 Ill. 9", "other", ...Array.from({ length: 20 }, () => "plain")];
  const records = texts.map((text, at) =>
    bulkCase(at + 1, { name_abbreviation: `<i>Case ${at + 1}`, casebody: textBody(text) }),
  );
  return { corpusPath: makeCorpus(records, path) };
});

test("/v1/cases/ID/similar/ answers what the library answers", async () => {
  using v1 = openV1(path, { baseUrl: served.url });
  const answer = await fetch(`${served.url}/v1/cases/1/similar/?limit=5`);
  expect(answer.status).toBe(200);
  const body = JSON.parse(await answer.text());
  expect(body).toEqual(v1.similar(1, { limit: 5 }));
  expect(body.similar[0]).toMatchObject({ id: 2, shared_citations: 1, url: `${served.url}/v1/cases/2/` });
});

test.each([
  ["/v1/cases/999/similar/", 404],
  ["/v1/cases/1%20Ill.%201/similar/", 404],
  ["/v1/cases/1/similar/?limit=0", 400],
  ["/v1/cases/1/similar/?limit=abc", 400],
  ["/cases/999/similar/", 404],
  ["/cases/x/similar/", 404],
  ["/cases/1/other/", 404],
])("%s is %i", async (address, status) => {
  expect((await fetch(served.url + address)).status).toBe(status);
});

test("the page of a case leads to the page of similar cases, which says what they share", async () => {
  const page = await (await fetch(`${served.url}/cases/1/`)).text();
  expect(page).toContain('<a href="/cases/1/similar/">Similar cases</a>');
  const answer = await fetch(`${served.url}/cases/1/similar/`);
  expect(answer.headers.get("content-type")).toContain("text/html");
  const html = await answer.text();
  expect(html).toContain('<a href="/cases/2/"><bdi>&lt;i&gt;Case 2</bdi></a>');
  expect(html).toContain("1 shared citation");
  expect(await (await fetch(`${served.url}/cases/4/similar/`)).text()).toContain(
    "No case of this corpus shares",
  );
});
