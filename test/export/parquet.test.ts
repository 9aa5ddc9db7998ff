/** Parquet read back by hyparquet, a reader; `real-data.slow.test.ts` reads it by DuckDB. */
import { join } from "node:path";
import { asyncBufferFromFile, parquetMetadataAsync } from "hyparquet";
import { expect, test } from "vitest";
import type { CaseWithBody } from "../../src/corpus/bodies.ts";
import { flatColumns, flatRow, opinionRows } from "../../src/export/columns.ts";
import { precisionOf } from "../../src/export/parquet.ts";
import { bulkCase } from "../support/records.ts";
import { exported, filesIn } from "./exporting.ts";
import { asWritten, parquetRows } from "./parquet-rows.ts";

const STRUCTURES: readonly string[] = ["cites_to", "analysis", "provenance", "courtlistener"];
/** The columns of a case that an export has elsewhere or in another form. */
const APART: readonly string[] = ["decision_date", "opinions", "author_surnames", ...STRUCTURES];

/** What a row of `cases` holds of a record, all but these. */
function expectedRow(one: CaseWithBody): Record<string, unknown> {
  const row = flatRow(one, "");
  const columns = flatColumns("text").filter(({ name }) => !APART.includes(name));
  return Object.fromEntries(
    columns.map(({ name, value }) => {
      if (name === "citations") return [name, one.citations.map((cited) => ({ source: null, ...cited }))];
      return [name, value(row) ?? null];
    }),
  );
}

const ADDED: readonly string[] = ["decision_date_text", "decision_date_precision"];

function withoutApart(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => ![...APART, ...ADDED].includes(name)));
}

test("cases.parquet holds what the interface has, row for row", async () => {
  const { folder, cases } = await exported({ format: "parquet", question: { full_case: true } });
  const rows = await parquetRows(folder, "cases.parquet");
  expect(rows.map(withoutApart)).toEqual(cases.map(expectedRow));
  expect(rows.map((row) => [row.decision_date, row.decision_date_text, row.decision_date_precision])).toEqual(
    [
      ["1901-02-03", "1901-02-03", "day"],
      [null, null, null],
      ["1901-02-01", "1901-02", "month"],
      ["1899-01-01", "1899", "year"],
      ["1901-02-01", "1901-02-31", "month"],
    ],
  );
});

const LISTED = {
  cite: "1 Ill. 3",
  category: "reporters:state",
  case_ids: [3, 9_007_199_254_740_991],
  weight: 2,
  year: 1819,
  pin_cites: [{ page: "4" }, { parenthetical: "so held" }, { page: "5", parenthetical: "“x”" }],
  opinion_index: -1,
  case_paths: ["/ill/1/0003-01"],
};
const OBJECTS: readonly Record<string, unknown>[] = [
  { cites_to: [LISTED, {}, { cite: null }], provenance: { date_added: "2019-08-29", source: "Harvard" } },
  {
    analysis: { word_count: 7, ocr_confidence: 0.5, pagerank: { raw: 1e-9, percentile: 0.25 }, sha256: "ab" },
    cites_to: [],
    provenance: {},
  },
  {
    courtlistener: {
      ...{
        cluster_ids: [7, 8],
        url: "https://www.courtlistener.com/opinion/7/",
        precedential_status: "published",
      },
      ...{ source: "C", citations: [{ type: "official", cite: "1 Ill. 9" }], blocked: true },
      parentheticals: [{ text: "holding that it turns", case_id: 3 }],
    },
  },
  // what has no place in a structure
  {
    cites_to: [
      { ...LISTED, year: "1819", weight: 2 ** 40, other: 1, new: { deep: [1] } },
      { cite: 7, pin_cites: [{ page: "4", note: "n" }], case_ids: [1.5] },
    ],
    analysis: { word_count: "many", random_id: 1.5, pagerank: { raw: 1, percentile: 1, rank: 3 } },
    provenance: { batch: ["a"] },
  },
  {},
];

test("what the source gives as objects is in structures, and nothing of it is lost", async () => {
  const given = OBJECTS.map((one, at) => bulkCase(at + 1, one));
  const { folder, records } = await exported({ format: "parquet" }, given);
  const rows = await parquetRows(folder, "cases.parquet");
  for (const name of STRUCTURES) {
    const values = records.map((record) => Object.entries(record).find(([key]) => key === name)?.[1] ?? null);
    // a key whose value is null is as one that is missing
    expect(rows.map((row) => asWritten(row[name]))).toEqual(
      JSON.parse(
        JSON.stringify(values, (_key, one) => (one === null ? undefined : one)),
        (_key, one) => one ?? null,
      ),
    );
  }
  expect(rows[0]).toMatchObject({
    provenance: { source: "Harvard", batch: null, other: null },
  });
});

test("the columns are the same whatever the cases have", async () => {
  const schemaOf = async (cases: readonly unknown[]): Promise<unknown> => {
    const { folder } = await exported({ format: "parquet", question: { full_case: true } }, cases);
    const files = ["cases", "opinions"].map((name) => asyncBufferFromFile(join(folder, `${name}.parquet`)));
    const metadata = await Promise.all((await Promise.all(files)).map((file) => parquetMetadataAsync(file)));
    return metadata.map(({ schema }) => schema);
  };
  const [first, second] = OBJECTS.map((one, at) => bulkCase(at + 1, one));
  expect(await schemaOf([first])).toEqual(await schemaOf([second]));
});

test("opinions.parquet has a row for each opinion", async () => {
  const { folder, cases } = await exported({ format: "parquet", question: { full_case: true } });
  const rows = await parquetRows(folder, "opinions.parquet");
  expect(rows).toEqual(cases.flatMap(opinionRows));
  expect(rows.filter(({ case_id: id }) => id === 2)).toEqual([
    { case_id: 2, seq: 1, type: null, author: null, text: "", author_surname: null },
    { case_id: 2, seq: 2, type: "dissent", author: "X, J.", text: "a\nb,“c”", author_surname: null },
  ]);
  const without = await exported({ format: "parquet", question: { full_case: true, body_format: "html" } });
  expect(filesIn(without.folder)).not.toContain("opinions.parquet");
});

test("citations.parquet and edges.parquet have a row for each", async () => {
  const { folder } = await exported({ format: "parquet" });
  const citations = await parquetRows(folder, "citations.parquet");
  expect(citations.filter((row) => row.case_id === 2)).toEqual([
    { case_id: 2, seq: 1, type: "official", cite: "1 Ill. 1" },
    { case_id: 2, seq: 2, type: "parallel", cite: "§ 7 / Ünï" },
  ]);
  const edges = await parquetRows(folder, "edges.parquet");
  expect(edges.map((row) => [row.case_id, row.seq, row.source, row.cite, row.cited_case_id])).toEqual([
    [1, 1, "source", "1 Ill. 3", 3],
    [1, 2, "source", "9 Nowhere 9", null],
    [2, 1, "source", "1 Ill. 3", null],
  ]);
  expect(edges.map((row) => row.target_case_ids)).toEqual([[3], [], [3, 77]]);
});

test("--partition gives each jurisdiction and year a folder, and the same rows", async () => {
  const request = { format: "parquet", question: { full_case: true }, options: { partition: true } } as const;
  const { folder, cases } = await exported(request);
  const parts = filesIn(folder).filter((name) => name.startsWith("cases/"));
  expect(parts).toEqual([
    "cases/jurisdiction=ill/year=1901/part-0.parquet",
    "cases/jurisdiction=ill/year=__HIVE_DEFAULT_PARTITION__/part-0.parquet",
    "cases/jurisdiction=ind/year=1899/part-0.parquet",
  ]);
  const rowsOf = async (table: string): Promise<Record<string, unknown>[]> =>
    (await Promise.all(parts.map((part) => parquetRows(folder, part.replace("cases", table))))).flat();
  expect((await rowsOf("cases")).map(({ id }) => Number(id)).sort()).toEqual(cases.map(({ id }) => id));
  expect(await rowsOf("opinions")).toHaveLength(cases.flatMap(opinionRows).length);
});

test.each([
  ["1901", "year"],
  ["1901-02", "month"],
  ["1901-02-03", "day"],
  ["1901-02-31", "month"],
  ["1901-13", null],
  ["soon", null],
  [null, null],
])("precisionOf says of %j: %j", (date, precision) => {
  expect(precisionOf(date)).toBe(precision);
});
