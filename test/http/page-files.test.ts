/** A page of a list as a file: its media type, its name, its lines. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { cellOf, fieldsOf } from "../../src/v1/page-formats.ts";
import { parquetObjects } from "../export/parquet-rows.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { oneCase } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const served = serviceOfFile(async () => ({
  corpusPath: makeCorpus(
    [1, 2, 3].map((id) => oneCase(id)),
    join(folder, "files.db"),
  ),
}));

test.each([
  ["csv", "text/csv; charset=utf-8", "cases.csv", /^id,/],
  ["jsonl", "application/x-ndjson", "cases.jsonl", /^\{"id":1,/],
  ["bibtex", "application/x-bibtex; charset=utf-8", "cases.bib", /^@misc\{case1,/],
  ["parquet", "application/vnd.apache.parquet", "cases.parquet", /^PAR1/],
])("format=%s is %s as %s, with the next page in a header", async (format, type, name, start) => {
  const answer = await fetch(`${served.url}/v1/cases/?format=${format}&page_size=2`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe(type);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
  expect(answer.headers.get("link")).toMatch(/^<http.*cursor=.*>; rel="next"$/);
  expect(await answer.text()).toMatch(start);
});

test("format=jsonl has the records of the list, each in a line", async () => {
  const [lines, list] = await Promise.all(
    ["jsonl", "json"].map(async (format) =>
      (await fetch(`${served.url}/v1/courts/?format=${format}`)).text(),
    ),
  );
  const records = (lines ?? "")
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(JSON.parse(list ?? "")).toMatchObject({ results: records });
});

test("format=parquet has the fields of the records, with the types of their values", async () => {
  for (const path of [
    "cases/?page_size=2",
    "cases/?ordering=-id&full_case=true",
    "courts/?",
    "cases/?search=absent",
  ]) {
    const [lines, file] = await Promise.all(
      ["jsonl", "parquet"].map(async (format) =>
        (await fetch(`${served.url}/v1/${path}&format=${format}`)).arrayBuffer(),
      ),
    );
    const text = Buffer.from(lines ?? new ArrayBuffer(0)).toString();
    const records = text.split("\n").flatMap((line): object[] => (line === "" ? [] : [JSON.parse(line)]));
    const rows = await parquetObjects(file ?? new ArrayBuffer(0));
    const asText = (one: Iterable<readonly [string, unknown]>): string[][] =>
      [...one].map(([name, value]) => [name, cellOf(value)]);
    expect(rows.map((row) => asText(Object.entries(row)))).toEqual(
      records.map((record) => asText(fieldsOf(record))),
    );
    for (const { id } of rows) expect(id).toBeTypeOf("bigint");
  }
});

test.each(["/v1/courts/?format=bibtex", "/v1/cases/?format=xml"])("%s is 400", async (path) => {
  const answer = await fetch(served.url + path);
  expect(answer.status).toBe(400);
  expect(Object.keys(JSON.parse(await answer.text()))).toEqual(["format"]);
});
