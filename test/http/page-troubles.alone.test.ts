/** What no question is at fault for is a plain page where a page was asked for, without a word of what went wrong. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { lettingTimePass, stopClock } from "../support/stopped-clock.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { oneCase } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

stopClock();
const folder = keptFolder();
const served = serviceOfFile(async () => ({
  corpusPath: makeCorpus([oneCase(1)], join(folder, "troubles.db")),
  parts: { readerModule: new URL("./stubborn-reader.ts", import.meta.url) },
  deadlineMs: 1_500,
}));

test("a bug is a page of status 500, and told to the log with its stack", async () => {
  const answer = await fetch(`${served.url}/?search=bug`);
  const html = await answer.text();
  expect(answer.status).toBe(500);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(html).toContain("Something went wrong");
  expect(html).not.toMatch(/invented|TypeError|\.ts:/);
  expect(served.events).toContainEqual({
    kind: "fault",
    message: expect.stringContaining("an invented bug\n"),
  });
});

test("a page past the deadline is 503, says when to ask again, and the service goes on", async () => {
  const answer = await lettingTimePass(fetch(`${served.url}/?search=hang`));
  expect(answer.status).toBe(503);
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(await answer.text()).toContain("No answer at the moment");
  expect((await fetch(`${served.url}/?search=head`)).status).toBe(200);
});

test("a draft is read by a reader, so the service goes on while one takes long", async () => {
  const headers = { "content-type": "text/plain" };
  const answer = await lettingTimePass(
    fetch(`${served.url}/check/`, { method: "POST", body: "hang", headers }),
  );
  expect([answer.status, await answer.json()]).toEqual([503, { detail: "The answer took too long." }]);
  const refused = await fetch(`${served.url}/check/`, { method: "POST", body: " ", headers });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { detail: expect.stringContaining("it has no text") },
  ]);
});
