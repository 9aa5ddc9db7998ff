/** A page of a list as a file: its media type, its name, its lines. */
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { parquetMetadata } from "hyparquet";
import { expect, test } from "vitest";
import { flatColumns } from "../../src/export/columns.ts";
import { parquetObjects, plain } from "../export/parquet-rows.ts";
import { makeCorpus } from "../support/corpus.ts";
import { jsonLines } from "../support/json-lines.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { oneCase, textBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const served = serviceOfFile(async () => ({
  corpusPath: makeCorpus(
    // bodies that do not shrink: a page with them has several chunks
    [1, 2, 3].map((id) => oneCase(id, { casebody: textBody("Held.", randomBytes(150_000).toString("hex")) })),
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
  const records = jsonLines(lines ?? "");
  expect(JSON.parse(list ?? "")).toMatchObject({ results: records });
});

async function parquetOf(path: string): Promise<{ columns: string; rows: Record<string, unknown>[] }> {
  const file = await (await fetch(`${served.url}/v1/${path}&format=parquet`)).arrayBuffer();
  const columns = JSON.stringify(parquetMetadata(file).schema, (_key, one) =>
    typeof one === "bigint" ? Number(one) : one,
  );
  return { columns, rows: (await parquetObjects(file)).map(plain) };
}

async function recordsOf(path: string): Promise<Record<string, unknown>[]> {
  return jsonLines(await (await fetch(`${served.url}/v1/${path}&format=jsonl`)).text());
}

test("format=parquet of cases has the columns of an export, the same whatever the page has", async () => {
  for (const question of [
    "",
    "&full_case=true",
    "&full_case=true&body_format=html",
    "&preview=true&search=case",
  ]) {
    const pages = await Promise.all(
      ["page_size=1", "ordering=-id", "search=absent"].map((page) => parquetOf(`cases/?${question}&${page}`)),
    );
    expect(new Set(pages.map(({ columns }) => columns)).size).toBe(1);
    const [first] = pages;
    const body = question.includes("html") ? "html" : question.includes("full_case") ? "text" : null;
    const names = [...flatColumns(body).map(({ name }) => name), "preview"];
    for (const name of Object.keys(first?.rows[0] ?? {}))
      expect(names.includes(name) || name.startsWith("decision_date_")).toBe(true);
  }
});

test("format=parquet of cases has the values of the records", async () => {
  const path = "cases/?full_case=true";
  const [{ rows }, records] = await Promise.all([parquetOf(path), recordsOf(path)]);
  expect(rows).toMatchObject(
    records.map(({ id, url, casebody, court }) => ({
      ...{ id, url, court_slug: Object(court).slug },
      opinions: Object(casebody).data.opinions,
    })),
  );
});

test("format=parquet of another collection has the records", async () => {
  for (const path of ["courts/?", "jurisdictions/?", "reporters/?", "volumes/?", "citations/?"]) {
    const records = await recordsOf(path);
    expect(records.length).toBeGreaterThan(0);
    expect((await parquetOf(path)).rows).toEqual(records);
  }
  expect((await parquetOf("courts/?slug=absent")).columns).toBe((await parquetOf("courts/?")).columns);
});

const PAGE = "/v1/cases/?format=parquet&full_case=true";

test.each([
  ["bytes=0-3", 206, 0, 4],
  ["bytes=-8", 206, -8, undefined],
  ["bytes=300000-", 206, 300_000, undefined],
  ["bytes=250000-300000", 206, 250_000, 300_001],
  ["bytes=4-3", 200, 0, undefined],
  ["bytes=0-1,4-5", 200, 0, undefined],
  ["rows=0-1", 200, 0, undefined],
  ["bytes=9999999-", 416, 0, 0],
  ["bytes=-0", 416, 0, 0],
])("Range %s of a page as Parquet is %i", async (range, status, start, end) => {
  const file = Buffer.from(await (await fetch(served.url + PAGE)).arrayBuffer());
  // several chunks
  expect(file.length).toBeGreaterThan(400_000);
  const answer = await fetch(served.url + PAGE, { headers: { Range: range } });
  expect(answer.status).toBe(status);
  const body = Buffer.from(await answer.arrayBuffer());
  if (status === 416) {
    expect(answer.headers.get("content-range")).toBe(`bytes */${file.length}`);
    return;
  }
  expect(body.equals(file.subarray(start, end))).toBe(true);
  const from = start < 0 ? file.length + start : start;
  const place = status === 200 ? null : `bytes ${from}-${from + body.length - 1}/${file.length}`;
  expect(answer.headers.get("content-range")).toBe(place);
});

test("If-Range gets the complete page, because its ETag is weak; other formats have no ranges", async () => {
  const etag = (await fetch(served.url + PAGE)).headers.get("etag") ?? "";
  const statusOf = async (path: string, headers: object): Promise<number> =>
    (await fetch(served.url + path, { headers: { Range: "bytes=0-3", ...headers } })).status;
  expect(await statusOf(PAGE, { "If-Range": etag })).toBe(200);
  expect(await statusOf(PAGE, { "If-Range": '"other"' })).toBe(200);
  expect(await statusOf("/v1/cases/?format=csv", {})).toBe(200);
});

test.each(["/v1/courts/?format=bibtex", "/v1/cases/?format=xml"])("%s is 400", async (path) => {
  const answer = await fetch(served.url + path);
  expect(answer.status).toBe(400);
  expect(Object.keys(JSON.parse(await answer.text()))).toEqual(["format"]);
});
