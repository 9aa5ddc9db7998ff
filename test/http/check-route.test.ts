import { join } from "node:path";
import { expect, test } from "vitest";
import { openV1 } from "../../src/index.ts";
import { checkText, type V1Check } from "../../src/v1/check.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const DRAFT =
  "“the mill dam is not liable” Case 1 v. State, 1 Ill. 1 (1901). “the closed text of another case” 1 Ill. 2.";
const CLOSED = { id: 30, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };
const folder = keptFolder();
const corpusPath = join(folder, "check.db");

const served = serviceOfFile(async () => {
  makeCorpus(
    [
      bulkCase(1, { casebody: textBody("the mill dam is not liable") }),
      bulkCase(2, { jurisdiction: CLOSED, casebody: textBody("the closed text of another case") }),
    ],
    corpusPath,
  );
  return { corpusPath, dataFolder: join(folder, "data") };
});

const post = (body: string, type = "text/plain") =>
  fetch(`${served.url}/check/`, { method: "POST", body, headers: { "content-type": type } });

test("a draft is checked as in the library; quotations of a closed text cannot be compared", async () => {
  const answer = await post(DRAFT, "text/plain; charset=utf-8");
  expect([answer.status, answer.headers.get("allow")]).toEqual([200, "POST"]);
  const found = (await answer.json()) as V1Check;
  using v1 = openV1(corpusPath, { baseUrl: served.url, access: "anyone" });
  expect(found).toEqual(JSON.parse(JSON.stringify(checkText(v1, DRAFT))));
  expect(found.quotations.map(({ verdict }) => verdict)).toEqual(["exact", "body not available"]);
  using owner = openV1(corpusPath);
  expect(checkText(owner, DRAFT).open).toBe(0);
});

test("HTML and Markdown lose their marks first", async () => {
  const html = (await (await post("<p>See <i>Case 1 v. State</i>, 1 Ill. 1", "text/html")).json()) as V1Check;
  expect(html.citations).toMatchObject([{ cite: "1 Ill. 1", name: { verdict: "match" } }]);
  const markdown = (await (await post("*Case 1 v. State*, 1 Ill. 1", "text/markdown")).json()) as V1Check;
  expect(markdown.citations).toMatchObject([{ name: { written: "Case 1 v. State", verdict: "match" } }]);
});

test.each([
  ["GET", "text/plain", null, 405],
  ["POST", "application/pdf", "%PDF-1.4", 415],
  ["POST", "text/plain", "", 400],
  ["POST", "text/plain", "\u0000", 400],
  ["POST", "text/plain", "a".repeat(1024 * 1024 + 1), 413],
])("%s of %s is refused", async (method, type, body, status) => {
  const answer = await fetch(`${served.url}/check/`, { method, body, headers: { "content-type": type } });
  expect(answer.status).toBe(status);
  expect(Object.keys((await answer.json()) as object)).toEqual(["detail"]);
});

test("no other path takes a POST", async () => {
  const answer = await fetch(`${served.url}/v1/cases/`, { method: "POST", body: "x" });
  expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"]);
});
