/** `/v1/ngrams/`, `/v1/resolve/` and similar cases over HTTP. */
import { expect, test } from "vitest";
import { COLLECTIONS } from "../../src/v1/collections.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const path = `${keptFolder()}/test.db`;
const served = serviceOfFile(async () => {
  const texts = [
    "see 1 Ill. 9; <b>&",
    "see <b>1 Ill. 9, overruled by 3 Ill. 7",
    "one mill dam",
    ...Array.from({ length: 20 }, () => "plain"),
  ];
  const records = texts.map((text, at) =>
    bulkCase(at + 1, { name_abbreviation: `<i>Case ${at + 1}`, casebody: textBody(text) }),
  );
  return { corpusPath: makeCorpus(records, path) };
});

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
  ["/v1/cases/999/similar/", 404],
  ["/v1/cases/1%20Ill.%201/similar/", 404],
  ["/v1/cases/1/similar/?limit=0", 400],
  ["/v1/cases/1/similar/?limit=abc", 400],
  ["/v1/cases/999/treatment/", 404],
  ["/v1/cases/1/treatment/?limit=0", 400],
  ["/cases/999/treatment/", 404],
  ["/cases/999/similar/", 404],
  ["/cases/x/similar/", 404],
  ["/cases/1/other/", 404],
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

test("/v1/cases/ID/similar/ answers what the library answers", async () => {
  using v1 = openV1(path, { baseUrl: served.url });
  const answer = await fetch(`${served.url}/v1/cases/1/similar/?limit=5`);
  expect(answer.status).toBe(200);
  const body = JSON.parse(await answer.text());
  expect(body).toEqual(v1.similar(1, { limit: 5 }));
  expect(body.similar[0]).toMatchObject({ id: 2, shared_citations: 1, url: `${served.url}/v1/cases/2/` });
});

test("/v1/cases/ID/treatment/ answers what the library answers, and the page of a case leads to it", async () => {
  using v1 = openV1(path, { baseUrl: served.url });
  const answer = await fetch(`${served.url}/v1/cases/9/treatment/?limit=5`);
  const body = JSON.parse(await answer.text());
  expect(body).toEqual(v1.treatment(9, { limit: 5 }));
  expect(body.treatments).toMatchObject([{ kind: "overruled", by: "3 Ill. 7", case: { id: 2 } }]);
  const page = await (await fetch(`${served.url}/cases/9/`)).text();
  expect(page).toContain('<a href="/cases/9/treatment/">');
  const html = await (await fetch(`${served.url}/cases/9/treatment/`)).text();
  expect(html).toContain("<strong>overruled</strong> by <bdi>3 Ill. 7</bdi>");
  expect(html).toContain('<a href="/cases/2/"><bdi>&lt;i&gt;Case 2</bdi></a>');
  expect(html).toContain("no citator");
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
