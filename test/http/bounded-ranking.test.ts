/**
 * The headers on a search: of a bounded ranking (docs/interface.md, "Search language"; the reader of this service scores two
 * matches), and the notes on its text (docs/interface.md, "Notes on a search").
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const service = serviceOfFile(async () => ({
  corpusPath: makeCorpus(bulkCases(1, 5), join(folder, "bounded.db")),
  parts: { readerModule: new URL("./bounded-reader.ts", import.meta.url) },
}));

test.each([
  ["search=all", "bounded"],
  ["search=all&ordering=-relevance", "bounded"],
  ["search=all&ordering=id", null],
  ["search=word3", null],
  ["", null],
])("X-Search-Ranking of cases with %j is %j", async (query, ranking) => {
  const answer = await fetch(`${service.url}/v1/cases/?${query}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("X-Search-Ranking")).toBe(ranking);
  const body: unknown = await answer.json();
  expect(body).toMatchObject({ count: query === "search=word3" ? 1 : 5 });
  expect(Object.keys(body ?? {})).toEqual(["count", "next", "previous", "results"]);
});

test.each([
  ["search=word3+w/5+all", null],
  ["search=word3+w/5+5%25+or+%C3%A9tat&search_syntax=connectors", "word3 /5 (5%25 OR %C3%A9tat)"],
])("X-Search-Query of cases with %j is %j", async (query, reading) => {
  const { headers } = await fetch(`${service.url}/v1/cases/?${query}`);
  expect(headers.get("X-Search-Query")).toBe(reading);
});

test.each([
  ["search=word3+AND+all", [{ kind: "operators", search: "word3 AND all", search_syntax: "connectors" }]],
  ["search=all+NOT+%C3%A9tat", [{ kind: "operators", search: "all NOT état" }]],
  ["search=all+AND+all&search_syntax=connectors", null],
  ["search=410+U.S.+113&format=jsonl", [{ kind: "missing citation", search: '"410 U.S. 113"' }]],
  ["search=%C2%A7&format=csv", [{ kind: "no word" }]],
  ["search=word3+and+all", null],
  ["search=", null],
])("X-Search-Notes of cases with %j is %j", async (query, notes) => {
  const { headers } = await fetch(`${service.url}/v1/cases/?${query}`);
  const header = headers.get("X-Search-Notes");
  expect(header === null ? null : JSON.parse(header)).toEqual(
    notes?.map((note) => expect.objectContaining({ message: expect.any(String), ...note })) ?? null,
  );
  expect(header ?? "").toMatch(/^[ -~]*$/);
});
